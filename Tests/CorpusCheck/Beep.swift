import MediaCore

/// A tone between silences, as it was heard.
struct Beep {
  /// When it begins, in seconds.
  var time: Double
  /// In hertz.
  var pitch: Double
  /// Whether it was heard on each side.
  var isLeft: Bool
  var isRight: Bool

  /// Finds the beeps in what was heard.
  ///
  /// - Parameters:
  ///   - pieces: What was heard.
  ///   - zero: Host time from which times count.
  /// - Returns: Them in order.
  static func all(in pieces: [Listener.Piece], from zero: Double) -> [Beep] {
    var beeps: [Beep] = []
    var lastLoud = -Double.infinity
    for (index, piece) in pieces.enumerated() {
      for frame in 0..<piece.samples.count / 2 {
        let isLoud = [0, 1].contains { abs(Int(piece.samples[2 * frame + $0])) > loud }
        guard isLoud else { continue }
        let time = piece.start + Double(frame) / rate - zero
        if time - lastLoud > silence {
          let tail = pieces[index...].prefix(100).flatMap(\.samples).dropFirst(2 * frame)
          beeps.append(Beep(at: time, samples: Array(tail.prefix(2 * 2100))))
        }
        lastLoud = time
      }
    }
    return beeps
  }

  private init(at time: Double, samples: [Int16]) {
    self.time = time
    let sides = [0, 1].map { side in
      stride(from: side, to: samples.count, by: 2).map { Int(samples[$0]) }
    }
    let peaks = sides.map { $0.map(abs).max() ?? 0 }
    isLeft = peaks[0] > Self.loud
    isRight = peaks[1] > Self.loud
    // The onset and what a codec smears are left out.
    let tone = sides[peaks[0] >= peaks[1] ? 0 : 1].dropFirst(300)
    var crossings: [Int] = []
    var isHigh: Bool?
    for (index, sample) in zip(tone.indices, tone) where abs(sample) > Self.loud {
      if let isHigh, isHigh != (sample > 0) { crossings.append(index) }
      isHigh = sample > 0
    }
    let span = (crossings.last ?? 0) - (crossings.first ?? 0)
    pitch = Double(max(crossings.count - 1, 0)) / 2 * Self.rate / Double(max(span, 1))
  }

  private static let loud = 600
  private static let silence = 0.1
  private static let rate = AudioFormat.rate
}
