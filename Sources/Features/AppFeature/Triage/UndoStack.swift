import Clients
import Models

/// What the user did that can be undone, in this run and in earlier ones.
package struct UndoStack: Hashable, Sendable {
  /// What one key did.
  package enum Deed: Hashable, Sendable {
    case decided(Lot)
    /// Files followed the verdicts.
    case applied(AppliedBatch)

    /// When, in seconds since 1970.
    var time: Double {
      switch self {
      case .decided(let lot): lot.time
      case .applied(let batch): batch.time
      }
    }

    fileprivate var lot: Lot? { if case .decided(let lot) = self { lot } else { nil } }
  }

  /// What can be undone, the latest last.
  package private(set) var done: [Deed] = []
  /// What was undone and can be redone, the latest last.
  package private(set) var undone: [Lot] = []
  package private(set) var earlier = Earlier.unknown

  /// What is known of earlier runs.
  package enum Earlier: Hashable, Sendable {
    case unknown
    /// It was asked for; whether the user wants to undo the last of it.
    case loading(undoes: Bool)
    case known
  }

  /// How many decisions can be undone.
  private static let limit = 10_000

  package init() {}

  /// Whether it is not known yet what is to be undone.
  var isUnknown: Bool { done.isEmpty && earlier != .known }

  /// The lots that can be undone, the latest last.
  package var lots: [Lot] { done.compactMap(\.lot) }

  /// Begins to load what earlier runs did.
  ///
  /// - Returns: Whether that was not done before.
  mutating func load() -> Bool {
    guard earlier == .unknown else { return false }
    earlier = .loading(undoes: false)
    return true
  }

  /// Undoes the last deed as soon as those of earlier runs are known.
  mutating func undoLater() { earlier = .loading(undoes: true) }

  /// Adds what earlier runs did, below what this one did.
  ///
  /// - Returns: Whether the last of it is to be undone now.
  mutating func add(earlier lots: [Lot], _ batch: AppliedBatch?) -> Bool {
    defer { earlier = .known }
    let known = Set((self.lots + undone).map(\.id))
    done = lots.filter { !known.contains($0.id) }.map(Deed.decided) + done
    if let batch { add(earlier: batch) }
    return earlier == .loading(undoes: true)
  }

  /// Adds an apply that was done some time before, perhaps by another Flick.
  mutating func add(earlier batch: AppliedBatch) {
    let isKnown = done.contains {
      if case .applied(let known) = $0 { known.id == batch.id } else { false }
    }
    guard !isKnown else { return }
    let next = done.firstIndex { $0.time > batch.time } ?? done.endIndex
    done.insert(.applied(batch), at: next)
  }

  /// The user did something: what was undone before cannot be redone any more.
  mutating func add(_ deed: Deed) {
    undone = []
    push(deed)
  }

  /// Takes the last deed off the stack; `nil` if there is none.
  mutating func undo() -> Deed? {
    let deed = done.popLast()
    if let lot = deed?.lot { undone.append(lot) }
    return deed
  }

  /// Puts back the lot that was undone last; `nil` if there is none.
  mutating func redo() -> Lot? {
    let lot = undone.popLast()
    if let lot { push(.decided(lot)) }
    return lot
  }

  /// A lot could not be saved: it was not decided.
  mutating func drop(_ lot: Lot) { done.removeAll { $0.lot?.id == lot.id } }

  /// A lot could not be taken back: it still holds.
  mutating func keep(_ lot: Lot) {
    undone.removeAll { $0.id == lot.id }
    push(.decided(lot))
  }

  private mutating func push(_ deed: Deed) {
    done.append(deed)
    var rest = Self.limit
    let oldest = done.lastIndex { deed in
      rest -= deed.lot?.decisions.count ?? 0
      return rest < 0
    }
    if let oldest { done.removeFirst(min(oldest + 1, done.count - 1)) }
  }
}
