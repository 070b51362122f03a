import Models
import Testing

@Suite struct PlaybackTimeTests {
  @Test(arguments: [
    (0.0, 10.0, 0.0), (5.0, 10.0, 0.5), (10.0, 10.0, 1.0), (11.0, 10.0, 1.0), (-1.0, 10.0, 0.0),
    (1e-300, 1e300, 0.0),
  ])
  func progressIsThePlayedFraction(_ position: Double, _ duration: Double, _ progress: Double) {
    #expect(PlaybackTime(position: position, duration: duration).progress == progress)
  }

  @Test(arguments: [
    (5.0, nil), (5.0, 0.0), (5.0, -1.0), (5.0, .nan), (5.0, .infinity), (.nan, 10.0),
    (.infinity, 10.0),
  ])
  func progressIsZeroForInvalidTimes(_ position: Double, _ duration: Double?) {
    #expect(PlaybackTime(position: position, duration: duration).progress == 0)
  }
}
