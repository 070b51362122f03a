import Composable
import Models
import TestSupport
import Testing

@testable import AppFeature

/// The window of the index as a value: the source answers when the test says so.
@Suite struct FeedWindowTests {
  /// A window over an index of `count` clips, and its outstanding requests.
  private struct Bench {
    let count: Int
    var window: FeedWindow
    var asked: [FeedWindow.Request] = []

    init(_ count: Int, first: Int) {
      self.count = count
      window = FeedWindow(first: .clip(first))
      take { $0.grow() }
    }

    mutating func take(_ change: (inout FeedWindow) -> FeedWindow.Step) {
      for request in change(&window).requests {
        switch request {
        case .drop(let slot), .page(_, let slot): asked.removeAll { $0.slot == slot }
        case .readiness(_, let direction): asked.removeAll { $0.slot == .end(direction) }
        case .match: break
        }
        if case .drop = request { continue }
        asked.append(request)
      }
    }

    /// Answers the oldest request.
    mutating func answer(_ error: FeedError? = nil) {
      guard !asked.isEmpty else { return }
      switch asked.removeFirst() {
      case .page(let request, .end(let direction)):
        let answer = answer(request, error)
        take { $0.take(answer, beyond: direction) }
      case .page(let request, .opening):
        let answer = answer(request, error)
        take { $0.take(answer) }
      case .readiness(_, let direction): take { $0.append(direction) }
      case .match, .drop: break
      }
    }

    private func answer(
      _ request: FeedBatchRequest, _ error: FeedError?
    ) -> Result<FeedBatch, FeedError> {
      if let error { return .failure(error) }
      let isForwards = request.direction == .forwards
      var start = isForwards ? 0 : count - 1
      if case .item(let id) = request.cursor {
        start = id.rawValue + (request.isInclusive ? 0 : isForwards ? 1 : -1)
      }
      let numbers =
        isForwards
        ? Array((0..<count).dropFirst(start).prefix(request.limit))
        : Array((0..<count).prefix(start + 1).suffix(request.limit))
      let isLast = numbers.isEmpty || (isForwards ? numbers.last == count - 1 : numbers[0] == 0)
      return .success(FeedBatch(items: numbers.map(FeedItem.clip), isLast: isLast))
    }

    /// Checks the invariants.
    func check(_ hint: @autoclosure () -> Comment) {
      let numbers = window.pages.ids.compactMap(\.item?.rawValue)
      if let first = numbers.first {
        #expect(numbers == Array(first..<first + numbers.count), hint())
      }
      #expect(window.currentID.map(window.pages.contains(id:)) == true, hint())
      #expect((window.opening != nil) == asked.contains { $0.slot == .opening }, hint())
      for direction in [FeedDirection.forwards, .backwards] {
        let isAsked = asked.contains { $0.slot == .end(direction) }
        switch window[direction] {
        case .fetching, .settling: #expect(isAsked, hint())
        case .open, .failed, .reached: #expect(!isAsked, hint())
        }
        let isReached = direction == .forwards ? numbers.last == count - 1 : numbers.first == 0
        if window[direction] == .reached { #expect(isReached, hint()) }
      }
      // Pending swipes imply an outstanding request.
      if window.pending != 0 { #expect(!asked.isEmpty, hint()) }
    }
  }

  /// The same swipes lead to the same page, however fast the source is. Beyond an end that is not
  /// known yet, swipes count until it is.
  @Test(arguments: [(100, 50), (9, 0), (9, 4), (1, 0)])
  func sameSwipesReachTheSamePageWheneverAnswersCome(count: Int, first: Int) {
    let swipes = [1, -1, 4, -9]
    let steps = swipes.count + 1
    let depth = 5
    for number in 0..<Int(pow(steps, depth)) {
      var bench = Bench(count, first: first)
      var page = first
      var rest = number
      var keys: [Int] = []
      for _ in 0..<depth {
        let step = rest % steps
        rest /= steps
        keys.append(step < swipes.count ? swipes[step] : 0)
        if step < swipes.count {
          page = min(max(page + swipes[step], 0), count - 1)
          bench.take { $0.swipe(Swipes(swipes[step])) }
        } else {
          bench.answer()
        }
        bench.check("\(keys)")
      }
      for _ in 0..<40 where !bench.asked.isEmpty { bench.answer() }
      bench.check("\(keys)")
      #expect(bench.asked.isEmpty && bench.window.pending == 0, "\(keys)")
      if count == 100 { #expect(bench.window.currentID?.rawValue == page, "\(keys)") }
    }
  }

  private func pow(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }

  /// After any swipes, answers and failures in any order, nothing is outstanding at the end, and
  /// the window is a contiguous part of the index.
  @Test(arguments: Fuzz.seeds(15))
  func windowSettlesAfterRandomSteps(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let count = Int.random(in: 1..<60, using: &random)
      var bench = Bench(count, first: Int.random(in: 0..<count, using: &random))
      var steps: [Int] = []
      for _ in 0..<30 {
        let step = Int.random(in: 0..<9, using: &random)
        steps.append(step)
        switch step {
        case 0: bench.take { $0.goToFirst() }
        case 1: bench.take { $0.goToLast() }
        case 2: bench.take { $0.turnToEdge() }
        case 3: bench.answer(FeedError(.refused, place: "index", detail: "no"))
        case 4: bench.take { $0.retry(.forwards) }
        case 5, 6: bench.answer()
        default:
          let swipes = Swipes(Int.random(in: -12...12, using: &random))
          bench.take { $0.swipe(swipes) }
        }
        bench.check("\(seed): \(steps)")
      }
      for _ in 0..<60 where !bench.asked.isEmpty { bench.answer() }
      #expect(bench.asked.isEmpty && !bench.window.isWaiting, "\(seed): \(steps)")
    }
  }
}

extension FeedWindow.Request {
  fileprivate var slot: FeedWindow.Slot? {
    switch self {
    case .page(_, let slot), .drop(let slot): slot
    case .readiness(_, let direction): .end(direction)
    case .match: nil
    }
  }
}
