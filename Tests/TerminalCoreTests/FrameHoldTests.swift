import Models
import TerminalCore
import Testing

@Suite struct FrameHoldTests {
  private func frame(_ serial: UInt64, generation: UInt64 = 0, width: Int = 4) -> Frame {
    Frame(
      pixels: PixelBuffer(size: PixelSize(width: width, height: 2)), generation: generation,
      serial: serial)
  }

  /// A hold of the frame 1, which was sent coarsely at 10 s.
  private func holding() -> FirstFrameHold {
    var hold = FirstFrameHold.released
    hold.begin()
    // The clip has no frame yet.
    #expect(hold.frame(newest: nil, at: 9) == nil)
    hold.sent(nil, lambda: 100, at: 9)
    #expect(hold.frame(newest: frame(1), at: 10)?.serial == 1)
    #expect(!hold.isHolding)
    hold.sent(frame(1), lambda: 100, at: 10)
    return hold
  }

  @Test func aCoarseFirstFrameIsHeldUntilItIsSharp() {
    var hold = holding()
    #expect(hold.isHolding)
    #expect(hold.frame(newest: frame(2), at: 10.03)?.serial == 1)
    hold.sent(frame(1), lambda: 50, at: 10.03)
    #expect(hold.frame(newest: frame(3), at: 10.06)?.serial == 1)
    hold.sent(frame(1), lambda: 10, at: 10.06)
    #expect(!hold.isHolding)
    #expect(hold.frame(newest: frame(4), at: 10.09)?.serial == 4)
    // Only the first one is worth it.
    hold.sent(frame(4), lambda: 100, at: 10.09)
    #expect(hold.frame(newest: frame(5), at: 10.12)?.serial == 5)
  }

  @Test func aSharpFirstFrameIsNotHeld() {
    var hold = FirstFrameHold.released
    hold.begin()
    hold.sent(frame(1), lambda: 2, at: 10)
    #expect(!hold.isHolding)
    #expect(hold.frame(newest: frame(2), at: 10.03)?.serial == 2)
    hold.sent(frame(2), lambda: 100, at: 10.03)
    #expect(!hold.isHolding)
  }

  @Test func framesAreNotHeldForLong() {
    var hold = holding()
    #expect(hold.frame(newest: frame(8), at: 10.29)?.serial == 1)
    #expect(hold.frame(newest: frame(9), at: 10.31)?.serial == 9)
    #expect(!hold.isHolding)
  }

  @Test func outdatedFrameIsNotHeld() {
    for newest in [frame(2, generation: 1), frame(2, width: 6), nil] {
      var hold = holding()
      #expect(hold.frame(newest: newest, at: 10.03)?.serial == newest?.serial)
      #expect(!hold.isHolding)
    }
    var hold = holding()
    hold.begin()
    #expect(!hold.isHolding)
    #expect(hold.frame(newest: frame(1), at: 10.03)?.serial == 1)
  }
}
