import FeedCore
import Models
import Platform

/// Reads what sort orders and filters need: from the records, and from files that were not opened
/// before, which are then recorded.
package final class FileFacts: Sendable {
  private struct State {
    var database: RecordDatabase?
    /// How the locations in a folder begin: most files share theirs with others.
    var folders: [FilePath: String] = [:]
  }

  /// Taken out while it is in use: a lock must not wait for a disk.
  private let state = Lock<State?>(nil)
  private let store: RecordStore?
  private let describe: @Sendable (MediaLocation) -> ClipDescription?
  private let probe: @Sendable (FilePath) -> MediaFacts

  private static let maxFolders = 10_000

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - store: The records; `nil` if there is no folder for them.
  ///   - describe: Reads what the files beside a clip say of it.
  ///   - probe: Opens a file; returns empty facts if it cannot be played.
  package init(
    _ store: RecordStore?,
    describe: @escaping @Sendable (MediaLocation) -> ClipDescription? = { _ in nil },
    probe: @escaping @Sendable (FilePath) -> MediaFacts
  ) {
    self.store = store
    self.describe = describe
    self.probe = probe
  }

  /// Reads facts on the calling thread.
  ///
  /// - Parameter time: How long to open files, in seconds; 0 opens none.
  /// - Returns: The facts of the first items: up to the first whose file would have to be opened, or
  ///   as many as could be read in that time, but at least one.
  package func read(_ items: [FoundItem], _ needs: FactNeeds, time: Double) -> [KnownFacts] {
    let deadline = HostTime.now + time
    var state = self.state.withLock { $0.take() } ?? newState()
    defer { self.state.withLock { [state] in $0 = state } }
    let found = look(up: items, needs, &state)
    var facts: [KnownFacts] = []
    facts.reserveCapacity(items.count)
    var probed: [ProbedFile] = []
    for (item, (status, stored)) in zip(items, found) {
      var known = KnownFacts(item, status)
      if let stored { known.add(stored) }
      if needs.contains(.media), let path = item.kind.filePath, stored?.media == nil {
        guard time > 0, HostTime.now < deadline || facts.isEmpty else { break }
        let media = probe(path)
        known.add(media)
        if let status {
          probed.append(ProbedFile(path: path, version: FileVersion(status), media: media))
        }
      }
      if needs.contains(.description), let path = item.kind.filePath,
        let description = describe(.file(path))
      {
        known.add(description)
      }
      if needs.contains(.media) { known.setDay(WallClock.timeZone) }
      facts.append(known)
    }
    if !probed.isEmpty { store?.save(probed) }
    return facts
  }

  private func newState() -> State {
    State(
      database: store?.reader { [weak self] in
        // In use, it stays open: that ends with the process.
        self?.state.withLock { $0?.database?.close() }
      })
  }

  private typealias Found = (status: FileStatus?, stored: StoredFacts?)

  private func look(
    up items: [FoundItem], _ needs: FactNeeds, _ state: inout State
  ) -> [Found] {
    var keys: [ItemKey?] = []
    var stored: [ItemKey: StoredFacts] = [:]
    if let database = state.database, needs != .status {
      keys = items.map { item in
        if let path = item.kind.filePath, item.entry == nil { return key(path, database, &state) }
        return item.numbered().key.map { ItemKey($0, database.options.base) }
      }
      stored = (try? database.read { [keys] in try $0.stored(keys.compactMap(\.self)) }) ?? [:]
    }
    var found = items.indices.map { index -> Found in
      let facts = keys.isEmpty ? nil : keys[index].flatMap { stored[$0] }
      guard let path = items[index].kind.filePath else { return (nil, facts) }
      let status = try? FileStatus(path)
      let isSame = facts?.version == nil || facts?.version == status.map(FileVersion.init)
      return (status, isSame ? facts : nil)
    }
    guard let database = state.database, !keys.isEmpty else { return found }
    // A file may have been moved or changed: its content says what it is.
    let unknown = found.indices.filter { found[$0].stored == nil && found[$0].status != nil }
    let sizes = Set(unknown.compactMap { found[$0].status?.size })
    let known = (try? database.read { try $0.knownSizes(sizes) }) ?? []
    for index in unknown {
      guard let size = found[index].status?.size, known.contains(size),
        let path = items[index].kind.filePath
      else { continue }
      found[index].stored = try? database.read { try $0.stored(path) }
    }
    return found
  }

  private func key(_ path: FilePath, _ database: RecordDatabase, _ state: inout State) -> ItemKey {
    let folder = path.parent
    let name = PercentCoding.encodedPath(path.lastComponent)
    if let known = state.folders[folder] { return ItemKey(file: known + name) }
    var location = database.options.base.location(CanonicalPath.ofPlace(folder))
    if location.last != "/" { location += "/" }
    if state.folders.count >= Self.maxFolders { state.folders = [:] }
    state.folders[folder] = location
    return ItemKey(file: location + name)
  }
}

/// A file that was opened for its metadata.
struct ProbedFile: Sendable {
  var path: FilePath
  /// From before it was opened.
  var version: FileVersion
  var media: MediaFacts
}

extension KnownFacts {
  /// What is recorded of an item, without a look at its file.
  init(_ stored: StoredFacts) {
    self.init()
    size = stored.version?.size
    modified = stored.version?.modified.sinceEpoch
    date = modified
    add(stored)
    setDay(WallClock.timeZone)
  }

  fileprivate mutating func add(_ stored: StoredFacts) {
    (isLiked, seen, isBegun) = (stored.isLiked, stored.seen, stored.isBegun)
    review = stored.review
    if let media = stored.media { add(media) }
  }

  /// Takes author and title from a file beside the clip; without a title there, the clip's own
  /// stays.
  fileprivate mutating func add(_ description: ClipDescription) {
    let own = description.title.isEmpty ? title : description.title.string
    title = [description.author?.string, own].compactMap(\.self).joined(separator: " ")
  }

  fileprivate mutating func add(_ media: MediaFacts) {
    duration = media.duration ?? duration
    date = media.recorded ?? date
    codec = media.codec
    if !media.title.isEmpty { title = media.title }
    if let width = media.width, let height = media.height {
      isPortrait = height == width ? nil : height > width
    }
  }
}
