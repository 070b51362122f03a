import MediaCore

/// Changes speed and pitch together, like a tape, by linear interpolation.
package final class TapeSpeedChanger: SpeedChanger {
  package var speed = 1.0

  private let channels = AudioFormat.channels
  private var input: [Int16] = []
  private var output: [Int16] = []
  // Position of the next output frame, in frames of `input`.
  private var place = 0.0

  /// Creates one at speed 1.
  package init() {}

  package func write(_ samples: [Int16]) {
    input += samples
    resample(until: input.count / channels - 1)
  }

  package func read(appendingTo samples: inout [Int16]) {
    samples += output
    output.removeAll(keepingCapacity: true)
  }

  package func flush() {
    guard let last = input.indices.last else { return }
    // The last frame can only be mixed with itself.
    input += input[(last - channels + 1)...last]
    resample(until: input.count / channels - 1)
    forgetInput()
  }

  package func passThrough() {
    output += input.dropFirst(Int(place.rounded()) * channels)
    forgetInput()
  }

  private func forgetInput() {
    input.removeAll(keepingCapacity: true)
    place = 0
  }

  private func resample(until end: Int) {
    while place < Double(end) {
      let frame = Int(place)
      let share = Float(place - Double(frame))
      for channel in 0..<channels {
        let first = Float(input[frame * channels + channel])
        let second = Float(input[(frame + 1) * channels + channel])
        output.append(Int16((first + (second - first) * share).rounded()))
      }
      place += speed
    }
    let used = min(Int(place), input.count / channels)
    input.removeFirst(used * channels)
    place -= Double(used)
  }
}
