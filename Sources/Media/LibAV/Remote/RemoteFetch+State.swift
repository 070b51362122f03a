import MediaCore
import Models
import Network

extension RemoteFetch {
  /// The state shared by both threads. They contend only while a piece of 64 KB is copied; the main
  /// thread is never involved.
  struct State: Sendable {
    var cache = BlockCache(limit: 6 << 20, head: 512 << 10)
    /// The address of the file, after redirects.
    var address: RemoteAddress
    /// Whether its server is public.
    var isPublic = false
    /// The position of the next byte to read.
    var reader: Int64 = 0
    /// Bytes read in sequence.
    var consumed: Int64 = 0
    /// The file size in bytes; `nil` until known.
    var length: Int64?
    /// Whether the server supports range requests; `nil` before its first response.
    var sendsParts: Bool?
    /// The file's modification date as reported by the server. Entity tags would be more precise,
    /// but differ between the machines behind one name.
    var version: String?
    /// The file's version, if it is on a machine that tells it.
    var fileVersion: FileVersion?
    /// When the server last responded, in seconds of host time.
    var answered = -Double.infinity
    var failure: MediaError?
    var isStopped = false
    var asking: Asking?
    /// The request for an index behind the media data, beside the one for what is read.
    var indexAsking: Asking?
    /// Whether it is known where the index is, or that this will not be known.
    var isIndexSought = false
    /// Requests so far.
    var count = 0
    /// The number of consecutive failures, and of all failures.
    var failures = 0
    var restarts = 0

    /// What is worth keeping once the file is closed; `nil` if reopening it requires new requests.
    var kept: State? {
      guard let length, sendsParts == true, failure == nil else { return nil }
      var kept = State(address: address)
      kept.cache = cache.edges(length: length)
      kept.length = length
      kept.version = version
      kept.fileVersion = fileVersion
      kept.answered = answered
      kept.isPublic = isPublic
      kept.sendsParts = true
      return kept
    }

    /// Whether data is being transferred.
    var isFetching: Bool { indexAsking != nil || asking.map { !$0.isPaused } ?? false }

    /// How far ahead of the reader to fetch; it grows with sequential reading.
    var window: Int64 { min(max(consumed * 2, 512 << 10), 4 << 20) }

    /// The first missing byte; `nil` if enough is buffered.
    var gap: Int64? {
      guard failure == nil else { return nil }
      let end = min(length ?? .max, reader + window)
      var gap = cache.firstGap(from: reader, to: end)
      if let index = indexAsking?.rest, index.contains(gap) {
        gap = cache.firstGap(from: index.upperBound, to: end)
      }
      return gap < end ? gap : nil
    }

    func slot(of number: Int) -> WritableKeyPath<State, Asking?>? {
      [\.asking, \.indexAsking].first { self[keyPath: $0]?.number == number }
    }
  }

  /// A request in progress.
  struct Asking: Sendable {
    let number: Int
    /// `nil` briefly at the start.
    var transfer: (any WebTransfer)?
    /// The gap it fills.
    let gap: Int64
    /// Whether the first byte of the gap has come.
    var hasHelped = false
    /// The position of the next received byte; negative if before the range.
    var position: Int64
    /// Bytes still to come; `nil` if unknown.
    var left: Int64?
    var isAnswered = false
    var isPaused = false
    var problem: MediaError?

    /// What is still to come.
    var rest: Range<Int64> {
      let start = max(position, 0)
      return start..<max(start, start.addingReportingOverflow(left ?? 0).partialValue)
    }
  }
}
