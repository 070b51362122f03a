import FeedCore
import Models
import Platform
import Records

/// Reads a list of verdicts into the records, or compares another reviewer's with them.
struct VerdictImport {
  let options: RecordOptions
  /// Whose list it is; `nil` for the user's own, which is taken up.
  let reviewer: String?

  /// Reads a list.
  ///
  /// - Returns: The exit status.
  func run(_ bytes: [UInt8]) throws -> Int32 {
    let (listed, problems) = ListedReview.read(bytes)
    for problem in problems { report(problem.line, "\(problem.words)") }
    var isComplete = problems.isEmpty
    var reviews: [(key: ContentKey, listed: ListedReview)] = []
    for review in listed {
      if let key = key(of: review) {
        reviews.append((key, review))
      } else {
        isComplete = false
        report(
          review.line,
          localized(
            "%s does not exist",
            CleanText(bytes: review.path.isEmpty ? Array(review.key.utf8) : review.path)))
      }
    }
    try Failure.with(ExitStatus.cannotCreate) {
      if let reviewer {
        try compare(reviews, with: reviewer)
      } else {
        let count = try RecordStore.update(reviews.map { ($0.key, $0.listed.applied) }, options)
        Console.report(
          localizedPlural(count, "%s review changed", "%s reviews changed", count))
      }
    }
    return isComplete ? ExitStatus.success : ExitStatus.dataError
  }

  private func report(_ line: Int, _ words: String) {
    Console.report(localized("line %1$s: %2$s", line, words))
  }

  /// Lists where another reviewer came to another verdict.
  private func compare(
    _ reviews: [(key: ContentKey, listed: ListedReview)], with reviewer: String
  ) throws(FileError) {
    let known = try RecordStore.reviews(of: reviews.map(\.key), options)
    var agreed = 0
    var both = 0
    for (key, listed) in reviews {
      let mine = known[key]?.verdict
      let other = listed.applied(to: Review()).verdict
      guard let mine, let other else { continue }
      both += 1
      guard mine != other else {
        agreed += 1
        continue
      }
      _ = Console.answer(
        localized(
          "%1$s: you %2$s, %3$s %4$s", key.words, mine.rawValue, reviewer, other.rawValue) + "\n")
    }
    Console.report(localized("%1$s of %2$s verdicts agree", agreed, both))
  }

  /// What a line is about, if it is there.
  private func key(of review: ListedReview) -> ContentKey? {
    let text = String(decoding: review.path, as: UTF8.self)
    if let address = RemoteAddress(text) { return .remote(address) }
    let path = FilePath(bytes: review.path)
    if !review.path.isEmpty, !review.path.contains(0), (try? FileStatus(path))?.kind == .file {
      return .file(path)
    }
    if let path = FilePath(uri: review.key) {
      return (try? FileStatus(path))?.kind == .file ? .file(path) : nil
    }
    if let address = RemoteAddress(review.key) { return .remote(address) }
    guard let blank = review.key.firstIndex(of: " "), blank != review.key.startIndex else {
      return nil
    }
    return .entry(
      feed: String(review.key[..<blank]),
      id: String(review.key[review.key.index(after: blank)...]))
  }
}

extension ContentKey {
  /// How a person knows it.
  fileprivate var words: String {
    switch self {
    case .file(let path): path.description
    case .remote(let address): address.description
    case .entry(let feed, let id): CleanText("\(feed) \(id)").string
    }
  }
}
