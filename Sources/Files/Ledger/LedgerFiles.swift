import FeedCore
import Glibc
import Models
import Platform

/// Something to write or look up.
enum LedgerWork: Sendable {
  case record([Impression], CheckedContinuation<Void, Never>)
  case savePlace(ContentKey, CheckedContinuation<Void, Never>)
  case liked([ContentKey], CheckedContinuation<Set<ContentKey>, Never>)
  case setLiked(FeedItem, Bool, CheckedContinuation<Result<Void, FeedError>, Never>)
}

/// The files of the state folder, as used by the ledger's thread.
struct LedgerFiles {
  private let source: SourceName
  private let history: HistoryFile
  private let places: PlaceFile
  private var likes: LikeFile
  private let onProblem: @Sendable (String) -> Void
  private var reported: Set<FileError> = []

  init(folder: StateFolder, source: SourceName, onProblem: @escaping @Sendable (String) -> Void) {
    self.source = source
    history = HistoryFile(folder: folder, source: source.text)
    places = PlaceFile(folder: folder)
    likes = LikeFile(folder: folder)
    self.onProblem = onProblem
  }

  /// Performs pending work together: all impressions in one write, and only the newest position.
  mutating func perform(_ works: [LedgerWork]) {
    var impressions: [Impression] = []
    var place: ContentKey?
    var waiting: [CheckedContinuation<Void, Never>] = []
    for work in works {
      switch work {
      case .record(let some, let continuation):
        impressions += some
        waiting.append(continuation)
      case .savePlace(let key, let continuation):
        place = key
        waiting.append(continuation)
      case .liked(let keys, let continuation):
        let liked = attempt { files throws(FileError) in try files.likes.liked(keys) }
        continuation.resume(returning: (try? liked.get()) ?? [])
      case .setLiked(let item, let isLiked, let continuation):
        continuation.resume(
          returning: attempt { files throws(FileError) in
            try files.likes.set(item, isLiked: isLiked, at: WallClock.now)
          })
      }
    }
    if !impressions.isEmpty {
      _ = attempt { files throws(FileError) in try files.history.append(impressions) }
    }
    if let place {
      _ = attempt { files throws(FileError) in
        try files.places.save(place, in: files.source, at: WallClock.now)
      }
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Does something with the files; reports each error once.
  private mutating func attempt<Value>(
    _ body: (inout LedgerFiles) throws(FileError) -> Value
  ) -> Result<Value, FeedError> {
    do throws(FileError) {
      return .success(try body(&self))
    } catch {
      if reported.insert(error).inserted { onProblem("\(error)") }
      return .failure(error.feedError)
    }
  }
}
