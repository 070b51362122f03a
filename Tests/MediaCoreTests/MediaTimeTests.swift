import MediaCore
import Testing

@Suite struct MediaTimeTests {
  @Test(arguments: [0, -0.02, 95_443.7, 1.8e9, -1e10, 1e10])
  func plausibleTimestampIsKept(time: Double) {
    #expect(MediaTime.plausible(time) == time)
  }

  @Test(arguments: [4e15, -4e15, 1.1e10, .nan, .infinity, -.infinity, .greatestFiniteMagnitude])
  func impossibleTimestampIsNil(time: Double) {
    #expect(MediaTime.plausible(time) == nil)
  }
}
