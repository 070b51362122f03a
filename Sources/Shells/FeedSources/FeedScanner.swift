import Models
import Platform

/// Turns what a `FeedWalker` finds into updates of a feed, on demand and in small batches.
///
/// The first update is the item to open at. What stands before that one is inserted before it,
/// nearest first, in turns with what stands behind it: both neighbours are there at once.
struct FeedScanner {
  /// What some work has brought.
  enum Progress: Hashable {
    case update(FeedUpdate)
    /// Nothing within the time.
    case working
    /// The last update has been handed out.
    case done
  }

  /// What the feed opens at.
  enum Start: Hashable {
    case beginning
    /// A file known to be there before anything was searched.
    case clip(FilePath)
    case option(FeedOptions.Start)
  }

  private enum Phase {
    /// Looking for the item to open at.
    case opening
    /// That item is shown already; the walker has not come to it.
    case approaching
    case spreading
    case finished
  }

  private var walker: FeedWalker
  private let start: Start
  private var phase = Phase.opening
  /// Found, in feed order, and to be inserted before `anchor`.
  private var before: [FeedItem.Kind] = []
  private var anchor: ItemID?
  private var isTurnOfBefore = true
  private var isWalkerFinished = false
  private var nextID: Int
  private var batchLimit = Self.smallestBatch

  /// Items in the first batches: enough for swiping, little to wait for.
  private static let smallestBatch = 64
  /// Items in the last batches: what a reducer takes in well within the time of a frame.
  private static let largestBatch = 1_024

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - walker: Where items come from.
  ///   - start: What to open at.
  ///   - firstID: The first item's number; the others count up from it.
  init(walker: FeedWalker, start: Start = .beginning, firstID: Int = 0) {
    self.walker = walker
    self.start = start
    nextID = firstID
  }

  /// Whether there are items, but not the one to open at.
  private(set) var isStartMissing = false

  /// The paths that could not be read so far.
  var problems: [FeedProblem] { walker.problems }

  /// Works until there is an update, at most until a host time.
  mutating func advance(until deadline: Double = .infinity) -> Progress {
    switch phase {
    case .opening: open(until: deadline)
    case .approaching: approach(until: deadline)
    case .spreading: spread(until: deadline)
    case .finished: .done
    }
  }

  private mutating func open(until deadline: Double) -> Progress {
    if case .clip(let path) = start {
      phase = .approaching
      return insertAnchor(.clip(Clip(file: path)))
    }
    repeat {
      switch walker.step() {
      case .working: continue
      case .item(let kind):
        guard isStart(kind) else {
          before.append(kind)
          continue
        }
        phase = .spreading
        if start != .beginning { return insertAnchor(kind) }
        // What failed before the first clip is shown before it, from the beginning.
        defer { before = [] }
        return insert(before + [kind], before: nil)
      case .finished:
        if case .option = start, !before.isEmpty {
          isStartMissing = true
          phase = .finished
          return .done
        }
        defer { before = [] }
        phase = .spreading
        return before.isEmpty ? .working : insert(before, before: nil)
      }
    } while HostTime.now < deadline
    return .working
  }

  private func isStart(_ kind: FeedItem.Kind) -> Bool {
    switch (start, kind) {
    case (.option(.index(let index)), _): before.count == index
    case (.beginning, .clip): true
    case (.option(.name(let name)), .clip(let clip)): clip.file?.lastComponent == name
    case (.clip(let path), .clip(let clip)): clip.file == path
    case (_, .picture), (_, .article), (_, .notice): false
    }
  }

  private mutating func approach(until deadline: Double) -> Progress {
    repeat {
      switch walker.step() {
      case .working: continue
      case .item(let kind):
        guard isStart(kind) else {
          before.append(kind)
          continue
        }
        phase = .spreading
        return spread(until: deadline)
      case .finished:
        phase = .spreading
        return spread(until: deadline)
      }
    } while HostTime.now < deadline
    return .working
  }

  private mutating func spread(until deadline: Double) -> Progress {
    defer { isTurnOfBefore.toggle() }
    if !before.isEmpty, isTurnOfBefore || isWalkerFinished {
      let count = min(batchLimit, before.count)
      defer { before.removeLast(count) }
      return insert(before.suffix(count), before: anchor)
    }
    var items: [FeedItem.Kind] = []
    repeat {
      switch walker.step() {
      case .working: continue
      case .item(let kind): items.append(kind)
      case .finished: isWalkerFinished = true
      }
    } while !isWalkerFinished && items.count < batchLimit && HostTime.now < deadline
    if !items.isEmpty { return insert(items[...], before: nil) }
    guard isWalkerFinished, before.isEmpty else { return .working }
    phase = .finished
    return .update(.finished)
  }

  private mutating func insertAnchor(_ kind: FeedItem.Kind) -> Progress {
    anchor = ItemID(rawValue: nextID)
    return insert([kind], before: nil)
  }

  private mutating func insert(
    _ kinds: some Collection<FeedItem.Kind>, before successor: ItemID?
  ) -> Progress {
    if successor != nil { anchor = ItemID(rawValue: nextID) }
    if kinds.count == batchLimit { batchLimit = min(batchLimit * 2, Self.largestBatch) }
    let items = kinds.map { kind in
      defer { nextID += 1 }
      return FeedItem(id: ItemID(rawValue: nextID), kind: kind)
    }
    return .update(.insert(items, before: successor))
  }
}

extension Clip {
  /// The file it is in; `nil` if it is not on this machine.
  fileprivate var file: FilePath? {
    switch location {
    case .file(let path): path
    case .remote: nil
    }
  }
}
