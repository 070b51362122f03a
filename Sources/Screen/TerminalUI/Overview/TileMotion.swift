import Models
import TerminalCore

/// Tiles that turn through the thumbnails of their clips, one after the other, so that the link always
/// has a little to carry and never much (docs/decisions/overview.md).
///
/// A value whose caller provides the time, in seconds of a monotonic clock.
package struct TileMotion: Hashable, Sendable {
  /// The thumbnail that each tile shows; those that are missing show their first.
  private var turns: [ItemID: Int] = [:]
  /// The tile that turned last.
  private var last: ItemID?
  private var due = 0.0
  /// Whether there is anything that turns.
  package private(set) var isUnderWay = false

  /// Seconds between two looks.
  static let interval = 0.05
  /// How long a tile shows a thumbnail, in seconds, if the link is fast enough.
  private static let stay = 0.6
  /// The longest time: a slower link is left alone. The throughput of a link that carries little is
  /// underestimated, which is to slow the motion down and not to end it.
  private static let longestStay = 4.8
  /// The part of the link that it may use.
  private static let share = 0.25

  package init() {}

  /// The thumbnail that a tile shows, counted from 0.
  package func turn(of id: ItemID) -> Int { turns[id] ?? 0 }

  /// Nothing turns for a moment: something else is for the eye, and for the link.
  package mutating func rest(at time: Double) {
    due = time + Self.stay
  }

  /// Seconds between two turns.
  ///
  /// - Parameters:
  ///   - count: How many tiles turn.
  ///   - bytes: What each costs.
  ///   - link: What carries them.
  /// - Returns: `nil` if the link is too slow.
  package static func interval(count: Int, bytes: Double, link: LinkStatistics) -> Double? {
    guard count > 0 else { return nil }
    let interval = max(stay / Double(count), bytes / (link.throughput * share))
    return interval * Double(count) <= longestStay ? interval : nil
  }

  /// Turns what is due.
  ///
  /// - Parameters:
  ///   - ids: All that can turn, in the order of their places.
  ///   - interval: Seconds between two turns.
  ///   - time: Now.
  /// - Returns: Those that show another thumbnail now.
  package mutating func advance(_ ids: [ItemID], every interval: Double, at time: Double)
    -> [ItemID]
  {
    isUnderWay = !ids.isEmpty
    guard isUnderWay, interval > 0, time >= due else { return [] }
    // What was missed is not made up for.
    let count = min(Int(min((time - due) / interval, Double(ids.count - 1))) + 1, ids.count)
    let next = due + Double(count) * interval
    due = next > time ? next : time + interval
    let start = last.flatMap { ids.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let turned = (0..<count).map { ids[(start + $0) % ids.count] }
    let known = Set(ids)
    turns = turns.filter { known.contains($0.key) }
    for id in turned { turns[id] = turn(of: id) &+ 1 }
    last = turned.last
    return turned
  }
}
