import MediaCore
import Testing

@Suite struct KeyframeSpacingTests {
  @Test func longestDistanceCounts() {
    var spacing = KeyframeSpacing()
    #expect(spacing.longest == nil)
    spacing.note(at: 3)
    #expect(spacing.longest == nil)
    spacing.note(at: 3.5)
    spacing.note(at: 5.5)
    spacing.note(at: 6)
    #expect(spacing.longest == 2)
  }

  @Test func jumpsAreNoDistance() {
    var spacing = KeyframeSpacing()
    spacing.note(at: 1)
    spacing.jump()
    spacing.note(at: 60)
    spacing.note(at: nil)
    spacing.note(at: 90)
    // The same one again, and back in time.
    spacing.note(at: 90)
    spacing.note(at: 10)
    #expect(spacing.longest == nil)
    spacing.note(at: 11)
    #expect(spacing.longest == 1)
  }
}
