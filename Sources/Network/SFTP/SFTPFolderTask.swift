import Models

/// Lists a folder into a receiver.
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
  static let stallLimit = 20.0

  init(_ number: Int, path: [UInt8], _ receiver: any FolderReceiver, at now: Double) {
    self.number = number
    self.receiver = receiver
    listing = SFTPListing(path)
    latest = now
  }

  var isOver: Bool { receiver == nil && (isLost || listing.isOver) }

  var deadline: (time: Double, error: WebError)? {
    isPaused || receiver == nil ? nil : (latest + Self.stallLimit, .stalled)
  }

  func step(_ connection: SFTPConnection, at now: Double) -> Bool {
    guard let request = listing.request(isHungry: !isPaused) else { return false }
    _ = connection.session.send(request, for: number, at: now)
    return true
  }

  func take(_ answer: SFTPSession.Answer, _ connection: SFTPConnection, at now: Double) {
    latest = now
    held += listing.take(answer.reply)
    deliver(connection)
  }

  func resume(_ connection: SFTPConnection?, at now: Double) {
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

/// Says what is at a path.
final class SFTPLookTask: SFTPTask {
  let number: Int
  private let path: [UInt8]
  private let receiver: any FolderReceiver
  private var id: UInt32?
  private let start: Double
  private(set) var isOver = false

  init(_ number: Int, path: [UInt8], _ receiver: any FolderReceiver, at now: Double) {
    self.number = number
    self.path = path
    self.receiver = receiver
    start = now
  }

  var deadline: (time: Double, error: WebError)? {
    (start + SFTPFolderTask.stallLimit, .stalled)
  }

  func step(_ connection: SFTPConnection, at now: Double) -> Bool {
    guard id == nil else { return false }
    id = connection.session.send(.stat(path), for: number, at: now)
    return true
  }

  func take(_ answer: SFTPSession.Answer, _ connection: SFTPConnection, at now: Double) {
    switch answer.reply {
    case .attrs(let attributes):
      let name = path.split(separator: UInt8(ascii: "/")).last.map { Array($0) } ?? path
      _ = receiver.take([FolderEntry(name, attributes)])
      end(.complete, connection)
    case .status(let status): end(.failure(WebError(status)), connection)
    case .handle, .data, .name, .extended: break
    }
  }

  func resume(_ connection: SFTPConnection?, at now: Double) {}

  func end(_ end: WebCompletion?, _ connection: SFTPConnection?) {
    guard !isOver else { return }
    isOver = true
    if let id { connection?.session.cancel(id) }
    if let end { receiver.end(end) }
  }
}
