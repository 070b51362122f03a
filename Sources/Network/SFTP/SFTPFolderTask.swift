import Models

/// Lists a folder, or looks at a path, for a receiver.
final class SFTPFolderTask: SFTPTask {
  let number: Int
  /// `nil` when it has been told of the end, or has cancelled.
  private var receiver: (any FolderReceiver)?
  private var listing: SFTPListing
  /// What the receiver has not taken yet.
  private var held: [FolderEntry] = []
  private var isPaused = false
  private var isLost = false
  private var latest: Double

  /// How long a server may think about a request, in seconds.
  private static let stallLimit = 20.0

  init(
    _ number: Int, _ listing: SFTPListing, _ receiver: any FolderReceiver, at now: Double
  ) {
    self.number = number
    self.listing = listing
    self.receiver = receiver
    latest = now
  }

  var isOver: Bool { receiver == nil && (isLost || listing.isOver) }

  var deadline: (time: Double, error: WebError)? {
    isPaused || receiver == nil ? nil : (latest + Self.stallLimit, .stalled)
  }

  func begin(at now: Double) { latest = now }

  func step(_ connection: SFTPConnection, at now: Double) -> Bool {
    guard
      let request = listing.request(
        isHungry: !isPaused, isAwaited: receiver?.isAwaited ?? false)
    else { return false }
    _ = connection.session.send(request, for: number, at: now)
    return true
  }

  func take(_ answer: SFTPSession.Answer, _ connection: SFTPConnection, at now: Double) {
    latest = now
    held += listing.take(answer.reply)
    deliver(connection)
  }

  func resume(_ connection: SFTPConnection, at now: Double) {
    guard isPaused else { return }
    isPaused = false
    latest = now
    deliver(connection)
  }

  func end(_ end: WebCompletion?, _ connection: SFTPConnection?) {
    isLost = isLost || connection == nil
    guard let receiver else { return }
    self.receiver = nil
    held = []
    listing.cancel()
    if let end { receiver.end(end) }
  }

  private func deliver(_ connection: SFTPConnection?) {
    guard let receiver, !isPaused else { return }
    if !held.isEmpty {
      switch receiver.take(held) {
      case .more: held = []
      case .later: isPaused = true
      case .enough: return end(.enough, connection)
      }
    }
    guard held.isEmpty, listing.isComplete else { return }
    end(listing.failure.map { .failure($0) } ?? .complete, connection)
  }
}
