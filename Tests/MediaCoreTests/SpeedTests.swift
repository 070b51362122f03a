import Models
import TestSupport
import Testing

@testable import MediaCore

@Suite struct SpeedTimelineTests {
  @Test func timesAreEqualAtSpeedOne() {
    let timeline = SpeedTimeline(position: 7)
    for time in [0.0, 7, 7.25, 100] {
      #expect(timeline.stream(at: time) == time)
      #expect(timeline.play(at: time) == time)
    }
  }

  @Test func segmentsRunAtTheirSpeed() {
    var timeline = SpeedTimeline(position: 10, speed: 2)
    timeline.change(to: 0.5, at: 13)
    #expect(timeline.stream(at: 12) == 14)
    #expect(timeline.stream(at: 13) == 16)
    #expect(timeline.stream(at: 15) == 17)
    #expect(timeline.play(at: 14) == 12)
    #expect(timeline.play(at: 17) == 15)
    #expect(timeline.speed(at: 12.9) == 2)
    #expect(timeline.speed(at: 13) == 0.5)
  }

  @Test func stepBackWaitsAndStepForwardIsTaken() {
    var back = SpeedTimeline(speed: 2)
    back.change(to: 1, at: 1, stream: 1.99)
    #expect(back.stream(at: 0.998) == 1.99)
    #expect(back.stream(at: 1) == 1.99)
    var forward = SpeedTimeline(speed: 2)
    forward.change(to: 1, at: 1, stream: 2.01)
    #expect(forward.stream(at: 1) == 2.01)
    #expect(forward.play(at: 2.005) == 1)
  }

  @Test func earlierChangeReplacesALaterOne() {
    var timeline = SpeedTimeline()
    timeline.change(to: 2, at: 5)
    timeline.change(to: 0.5, at: 4)
    #expect(timeline.stream(at: 6) == 5)
    timeline.restart(at: 6, speed: 1)
    #expect(timeline.stream(at: 7) == 6)
  }

  @Test(arguments: Fuzz.seeds(30))
  func isMonotonicAndInvertible(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var timeline = SpeedTimeline(position: 3)
    var play = 3.0
    for _ in 0..<200 {
      play += Double.random(in: 0...1, using: &random)
      let written = play + Double.random(in: 0...0.3, using: &random)
      let step =
        Bool.random(using: &random)
        ? timeline.stream(at: written) + Double.random(in: -0.01...0.01, using: &random) : nil
      timeline.change(
        to: Double.random(in: PlaybackSpeed.range, using: &random), at: written, stream: step)
      let before = timeline.stream(at: play)
      timeline.forget(before: play)
      #expect(timeline.stream(at: play) == before, "seed \(seed)")
      var last = before
      for sample in 1...40 {
        let time = play + Double(sample) * 0.01
        let stream = timeline.stream(at: time)
        #expect(stream >= last - 1e-9, "seed \(seed)")
        #expect(timeline.play(at: stream) <= time + 1e-9, "seed \(seed)")
        #expect(timeline.stream(at: timeline.play(at: stream)) >= stream - 1e-9, "seed \(seed)")
        last = stream
      }
    }
  }
}

@Suite struct PlaybackSpeedTests {
  @Test(arguments: [(0.1, 0.5), (0.75, 0.75), (9, 2), (.nan, 1), (.infinity, 2), (-1, 0.5)])
  func isClampedToItsRange(wanted: Double, speed: Double) {
    #expect(PlaybackSpeed.clamped(wanted) == speed)
  }
}

@Suite struct VolumeCurveTests {
  @Test func volumeIsCubic() {
    #expect(VolumeCurve.gain(0) == 0)
    #expect(VolumeCurve.gain(1) == 1)
    #expect(VolumeCurve.gain(0.5) == 0.125)
    #expect(abs(VolumeCurve.gain(0.1) - 0.001) < 1e-6)
  }

  @Test func nanVolumeIsHarmless() {
    #expect(VolumeCurve.gain(.nan) == 0)
    #expect(VolumeCurve.gain(-3) == 0)
    #expect(VolumeCurve.gain(.infinity) == 1)
  }
}

@Suite struct TapeSpeedChangerTests {
  private func ramp(_ range: Range<Int>) -> [Int16] {
    range.flatMap { [Int16(truncatingIfNeeded: $0), Int16(truncatingIfNeeded: -$0)] }
  }

  @Test(arguments: [0.5, 0.75, 1, 1.25, 2])
  func framesComeInOrder(speed: Double) {
    let changer = TapeSpeedChanger()
    changer.speed = speed
    var output: [Int16] = []
    for piece in 0..<10 {
      changer.write(ramp(piece * 700..<(piece + 1) * 700))
      changer.read(appendingTo: &output)
    }
    changer.flush()
    changer.read(appendingTo: &output)
    #expect(abs(Double(output.count / 2) - 7000 / speed) <= 1)
    for frame in 0..<output.count / 2 {
      let expected = min(Double(frame) * speed, 6999)
      #expect(abs(Double(output[2 * frame]) - expected) <= 0.5)
      #expect(abs(Int(output[2 * frame]) + Int(output[2 * frame + 1])) <= 1)
    }
  }

  @Test func framesInRangePassUnchanged() {
    let changer = TapeSpeedChanger()
    changer.speed = 2
    var output: [Int16] = []
    changer.write(ramp(0..<101))
    changer.read(appendingTo: &output)
    #expect(output.count / 2 == 50)
    output = []
    changer.passThrough()
    changer.read(appendingTo: &output)
    #expect(output == ramp(100..<101))
  }
}
