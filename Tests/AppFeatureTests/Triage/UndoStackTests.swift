import Clients
import Models
import TestSupport
import Testing

@testable import AppFeature

@Suite struct UndoStackTests {
  private func lot(_ id: Int, _ count: Int = 1) -> Lot {
    let decision = Decision(
      key: .file(FilePath("x")), title: "x", before: Review(), after: Review(rating: 1))
    return Lot(id: id, time: Double(id), decisions: Array(repeating: decision, count: count))
  }

  private func batch(_ id: Int) -> AppliedBatch { AppliedBatch(id: id, time: Double(id)) }

  @Test func whatEarlierRunsDidIsUndoneLastAndInItsOrder() {
    var stack = UndoStack()
    stack.add(.decided(lot(9)))
    let undoes = stack.add(earlier: [lot(1), lot(3), lot(9)], batch(2))
    #expect(!undoes)
    #expect(
      stack.done == [.decided(lot(1)), .applied(batch(2)), .decided(lot(3)), .decided(lot(9))])
    // It is known already.
    stack.add(earlier: batch(2))
    #expect(stack.done.count == 4)
    stack.add(earlier: batch(8))
    #expect(stack.done[3] == .applied(batch(8)))
  }

  @Test func whatIsUndoneBeforeItIsKnownIsUndoneThen() {
    var stack = UndoStack()
    let loads = [stack.load(), stack.load()]
    #expect(loads == [true, false] && stack.isUnknown)
    stack.undoLater()
    let undoes = stack.add(earlier: [lot(1)], nil)
    #expect(undoes)
    let undone = [stack.undo(), stack.undo()]
    #expect(undone == [.decided(lot(1)), nil] && stack.undone == [lot(1)] && !stack.isUnknown)
  }

  @Test func anApplyIsNotRedone() {
    var stack = UndoStack()
    stack.add(.decided(lot(1)))
    stack.add(.applied(batch(2)))
    let applied = stack.undo()
    let nothing = stack.redo()
    #expect(applied == .applied(batch(2)) && nothing == nil)
    let decided = stack.undo()
    let redone = stack.redo()
    #expect(decided == .decided(lot(1)) && redone == lot(1) && stack.lots == [lot(1)])
  }

  @Test func whatCouldNotBeSavedWasNotDone() {
    var stack = UndoStack()
    stack.add(.decided(lot(1)))
    stack.add(.decided(lot(2)))
    stack.drop(lot(1))
    #expect(stack.lots == [lot(2)])
    _ = stack.undo()
    stack.keep(lot(2))
    #expect(stack.lots == [lot(2)] && stack.undone == [])
  }

  @Test func theOldestAreForgotten() {
    var stack = UndoStack()
    for id in 1...3 { stack.add(.decided(lot(id, 4_000))) }
    #expect(stack.lots.map(\.id) == [2, 3])
    stack.add(.decided(lot(4, 20_000)))
    #expect(stack.lots.map(\.id) == [4])
  }
}
