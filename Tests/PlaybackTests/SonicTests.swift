import MediaCore
import Sound
import TestSupport
import Testing

@Suite struct SonicTests {
  /// A second of a chord without silence, with a beep at its start.
  private static let beat: [Int16] = (0..<48_000).flatMap { frame in
    let time = Double(frame) / 48_000
    let chord = 1500 * (sine(140, time) + sine(330, time))
    let value = Int16(chord + (time < 0.05 ? 20_000 * sine(1000, time) : 0))
    return [value, value]
  }

  private static func sine(_ frequency: Double, _ time: Double) -> Double {
    // Bhaskara's approximation is near enough, and needs no library.
    let phase = (frequency * time).truncatingRemainder(dividingBy: 1)
    let half = phase < 0.5 ? phase * 2 : phase * 2 - 1
    let arch = 16 * half * (1 - half) / (5 - 4 * half * (1 - half))
    return phase < 0.5 ? arch : -arch
  }

  private func stretch(_ seconds: Int, speed: Double) throws -> [Int16] {
    let changer = try #require(SonicSpeedChanger())
    changer.speed = speed
    var output: [Int16] = []
    for _ in 0..<seconds {
      changer.write(Self.beat)
      changer.read(appendingTo: &output)
    }
    changer.flush()
    changer.read(appendingTo: &output)
    return output
  }

  /// The frames at which beeps begin on the left.
  private func onsets(_ samples: [Int16]) -> [Int] {
    var found: [Int] = []
    var last = -9601
    var index = 0
    // Unoptimised, iterators take several times as long.
    while index < samples.count {
      if samples[index].magnitude >= 9000 {
        if index / 2 - last > 9600 { found.append(index / 2) }
        last = index / 2
      }
      index += 2
    }
    return found
  }

  @Test(arguments: [0.5, 0.75, 1.25, 1.5, 2])
  func timeStretchingDoesNotDrift(speed: Double) throws {
    let found = onsets(try stretch(30, speed: speed))
    #expect(found.count == 30)
    let errors = found.enumerated().map { Double($1) / 48_000 - Double($0) / speed }
    #expect(errors.allSatisfy { abs($0) < 0.025 }, "\(errors)")
    // The first has nothing before it to be joined with.
    let early = errors[1..<8].reduce(0, +) / 7
    let late = errors.suffix(7).reduce(0, +) / 7
    #expect(abs(late - early) < 0.008, "\(errors)")
  }

  @Test(arguments: [0.5, 0.75, 1.25, 1.5, 2])
  func pitchIsKeptWithoutClicks(speed: Double) throws {
    let changer = try #require(SonicSpeedChanger())
    changer.speed = speed
    let tone = (0..<96_000).flatMap { frame -> [Int16] in
      let value = Int16(12_000 * Self.sine(220, Double(frame) / 48_000))
      return [value, value]
    }
    var output: [Int16] = []
    changer.write(tone)
    changer.read(appendingTo: &output)
    let left = stride(from: 0, to: output.count, by: 2).map { Int(output[$0]) }
    let steps = zip(left, left.dropFirst()).map { abs($1 - $0) }
    // The steepest step of the tone is 380.
    #expect(steps.max() ?? .max < 700)
    let risings = zip(left, left.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    let frequency = Double(risings) / (Double(left.count) / 48_000)
    #expect(abs(frequency - 220) < 5)
  }

  @Test func samplesInRangePassUnchanged() throws {
    let changer = try #require(SonicSpeedChanger())
    changer.speed = 1.5
    var output: [Int16] = []
    changer.write(Self.beat)
    changer.read(appendingTo: &output)
    output = []
    changer.passThrough()
    changer.read(appendingTo: &output)
    #expect(!output.isEmpty)
    #expect(output == Self.beat.suffix(output.count))
  }
}
