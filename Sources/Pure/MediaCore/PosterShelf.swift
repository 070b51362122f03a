import Models

/// Decides which pictures of clips that are far from the screen are kept: the latest used, within
/// a number and a size.
package struct PosterShelf: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var id: PlayerID
    var bytes: Int
  }

  /// How many posters are kept.
  static let countLimit = 64

  private let byteLimit: Int
  // The latest used comes last.
  private var entries: [Entry] = []

  /// Creates an empty shelf.
  ///
  /// - Parameter byteLimit: What the posters may take together; 24 MB hold 64 at 480 x 200 pixels.
  package init(byteLimit: Int = 24 << 20) {
    self.byteLimit = byteLimit
  }

  /// The posters on the shelf, the latest used last.
  package var ids: [PlayerID] { entries.map(\.id) }

  /// Puts a poster on the shelf, or moves it to the front.
  ///
  /// - Returns: Those that have to go for it.
  package mutating func use(_ id: PlayerID, bytes: Int) -> [PlayerID] {
    remove(id)
    entries.append(Entry(id: id, bytes: bytes))
    var evicted: [PlayerID] = []
    while entries.count > 1,
      entries.count > Self.countLimit || entries.reduce(0, { $0 + $1.bytes }) > byteLimit
    {
      evicted.append(entries.removeFirst().id)
    }
    return evicted
  }

  /// Takes a poster off the shelf.
  package mutating func remove(_ id: PlayerID) {
    entries.removeAll { $0.id == id }
  }
}
