/// Estimates a connection's round trip and rate, and how many bytes should be under way on it.
///
/// Times are in seconds, by any clock.
struct SFTPLink: Sendable {
  /// The shortest time between a request and its reply; `nil` before the first.
  private(set) var roundTrip: Double?
  /// Bytes of recent replies, and the time that they took, without the first round trip after a
  /// pause.
  private var recent = (bytes: 0.0, time: 0.0)
  /// When the latest data arrived; `nil` if nothing has since the pause.
  private var latest: Double?

  /// More gains nothing, even at 100 ms: 16 reads of 255 KB.
  static let mostUnderWay = 16 * largestRead
  /// What OpenSSH allows, in bytes.
  static let largestRead = 255 << 10
  /// What every server allows, in bytes.
  static let smallestRead = 32 << 10
  /// Without an estimate: what `RemoteFetch` reads ahead at first.
  private static let firstUnderWay = 512 << 10
  /// How many bytes of a range are its first ones.
  static let startBytes = 256 << 10
  /// How long a server may have its queue filled ahead.
  private static let slack = 0.1
  /// Older replies count less, so that the rate is that of about this many seconds.
  private static let memory = 0.5
  /// The time one read should take, so that the first bytes come soon.
  private static let readTime = 0.025

  /// The rate of replies, in bytes a second; 0 before there were two.
  var rate: Double { recent.bytes / max(recent.time, 0.001) }

  /// The most bytes to have under way.
  var limit: Int {
    guard let roundTrip, rate > 0 else { return Self.firstUnderWay }
    let bytes = rate * (roundTrip + Self.slack)
    return Int(min(max(bytes, Double(2 * Self.smallestRead)), Double(Self.mostUnderWay)))
  }

  /// Whether to request another part of a range while its first bytes come: those of a round trip are
  /// under way besides the part that is being received. Whoever reads them may want another part, such
  /// as the index at the file's end, which comes after these.
  ///
  /// - Parameters:
  ///   - count: How many parts are under way.
  ///   - size: The bytes of one.
  func mayStart(after count: Int, of size: Int) -> Bool { (count - 1) * size < startLimit }

  /// The bytes of a round trip, at most `limit`.
  var startLimit: Int {
    guard let roundTrip, rate > 0 else { return Self.startBytes }
    return min(Int(min(rate * max(roundTrip, Self.slack), Double(Self.mostUnderWay))), limit)
  }

  /// How many bytes one read should request, in a server's limits.
  func readSize(upTo limit: Int) -> Int {
    let bytes = rate > 0 ? rate * Self.readTime : 2 * Double(Self.smallestRead)
    return min(Int(min(max(bytes, Double(Self.smallestRead)), Double(Self.largestRead))), limit)
  }

  /// Notes that reading begins, with nothing under way.
  mutating func start() {
    latest = nil
  }

  /// Notes a reply to a request that was sent at a time, and its bytes of data.
  mutating func receive(_ count: Int, sent: Double, at now: Double) {
    roundTrip = min(roundTrip ?? .infinity, max(now - sent, 0))
    guard count > 0 else { return }
    if let latest {
      recent.bytes += Double(count)
      recent.time += max(now - latest, 0)
    }
    latest = now
    guard recent.time > Self.memory else { return }
    recent.bytes /= 2
    recent.time /= 2
  }
}
