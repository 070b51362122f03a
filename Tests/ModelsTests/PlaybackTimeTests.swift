import Models
import Testing

@Suite struct PlaybackTimeTests {
  @Test(arguments: [
    (0.0, 30.0, 0), (1.19, 25.0, 29), (1.2, 25.0, 30), (3.233, 30.0, 97), (3.2333, 30.0, 97),
    (3.2333, 29.97, 97), (-1.0, 30.0, nil), (.nan, 30.0, nil),
    (10.0, 25.0, 249), (11.0, 25.0, 249), (5.0, -1.0, nil), (5.0, .infinity, nil),
    (1e300, 30.0, nil), (5.0, nil, nil),
  ])
  func framesAreCountedFromZero(_ position: Double, _ rate: Double?, _ number: Int?) {
    let time = PlaybackTime(position: position, duration: 10, frameRate: rate)
    #expect(time.frame?.number == number)
    #expect(time.frame == nil || time.frame?.last == Int(10 * (rate ?? 0) + 0.1) - 1)
  }

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
