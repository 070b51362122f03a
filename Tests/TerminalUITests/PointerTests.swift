import AppFeature
import TerminalCore
import Testing

@testable import TerminalUI

@Suite final class PointerTests {
  private var time = 10.0
  private var pointer = Pointer()

  private func read(
    _ kind: MouseEvent.Kind, _ place: Pointer.Place = .frame, column: Int = 5,
    after pause: Double = 1
  ) -> [Pointer.Meaning] {
    time += pause
    return pointer.read(MouseEvent(kind, column: column, row: 3), over: place, at: time)
  }

  @Test func clicksActAtOnceAndDoubleClicksFollow() {
    #expect(read(.press(.left)) == [.click])
    #expect(read(.release(.left), after: 0.1) == [])
    #expect(read(.press(.left), after: 0.2) == [.doubleClick])
    #expect(read(.press(.left), after: 0.3) == [.click])
    #expect(read(.press(.left), column: 9, after: 0.3) == [.click])
    #expect(read(.press(.left)) == [.click])
  }

  @Test func passiveAreasIgnoreClicks() {
    #expect(read(.press(.left), .elsewhere) == [.controls(.used)])
    #expect(read(.press(.left), .text) == [.controls(.used)])
    #expect(read(.press(.middle)) == [.controls(.used)])
    #expect(read(.press(.right)) == [.details])
    #expect(read(.press(.right), .text) == [.details])
  }

  @Test func wordsAreButtons() {
    #expect(read(.press(.left), .button(.keep)) == [.command(.keep)])
    #expect(read(.release(.left), .button(.keep), after: 0.1) == [])
    #expect(read(.press(.left), .button(.keep), after: 0.1) == [.controls(.used)])
    #expect(read(.press(.left), .button(.reject), after: 1) == [.command(.reject)])
    #expect(read(.press(.right), .button(.keep)) == [.details])
    #expect(read(.wheel(.down), .button(.keep)) == [.swipe(1)])
  }

  @Test func seekBarIsDragged() {
    #expect(!pointer.isHolding)
    #expect(read(.press(.left), .bar(0.2)) == [.controls(.grabbed(at: 0.2))])
    #expect(pointer.isHolding)
    #expect(read(.move(.left), .bar(0.4)) == [.controls(.dragged(to: 0.4))])
    #expect(read(.release(.left), .bar(0.5)) == [.controls(.released(at: 0.5))])
    #expect(!pointer.isHolding)
    #expect(read(.move(.left), .bar(0.6)) == [.controls(.used)])
    #expect(read(.release(.left), .bar(0.6)) == [])
  }

  /// The button may go up outside of the window.
  @Test(arguments: [MouseEvent.Kind.move(nil), .press(.left), .release(nil)])
  func missedReleaseIsDetected(_ kind: MouseEvent.Kind) {
    _ = read(.press(.left), .bar(0.2))
    _ = read(.move(.left), .bar(0.7))
    #expect(read(kind, .frame).first == .controls(.released(at: 0.7)))
    #expect(!pointer.isHolding)
  }

  @Test func pointerHoversTheSeekBar() {
    #expect(read(.move(nil), .bar(0.3)) == [.controls(.pointed(at: 0.3))])
    #expect(read(.move(nil), .frame) == [.controls(.pointed(at: nil))])
    #expect(read(.move(.right), .bar(0.3)) == [.controls(.pointed(at: 0.3))])
  }

  @Test func wheelSwipesOncePerGesture() {
    #expect(read(.wheel(.down)) == [.swipe(1)])
    for _ in 0..<20 { #expect(read(.wheel(.down), after: 0.02) == [.controls(.used)]) }
    #expect(read(.wheel(.up), after: 0.02) == [.swipe(-1)])
    #expect(read(.wheel(.up)) == [.swipe(-1)])
    #expect(read(.wheel(.down), .elsewhere) == [.swipe(1)])
  }

  @Test func wheelSeeksOnTheSeekBarAndSideways() {
    #expect(read(.wheel(.up), .bar(0.5)) == [.seek(5)])
    #expect(read(.wheel(.down), .bar(0.5)) == [.seek(-5)])
    #expect(read(.wheel(.right)) == [.seek(5)])
    #expect(read(.wheel(.right), after: 0.02) == [.controls(.used)])
    #expect(read(.wheel(.left)) == [.seek(-5)])
  }

  @Test func wheelScrollsTextWithEachReport() {
    for _ in 0..<5 { #expect(read(.wheel(.down), .text, after: 0.02) == [.scroll(3)]) }
    #expect(read(.wheel(.up), .text, after: 0.02) == [.scroll(-3)])
    #expect(read(.wheel(.down, count: 4), .text, after: 0.02) == [.scroll(12)])
  }
}
