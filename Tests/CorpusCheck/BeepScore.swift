/// The beeps a clip is meant to have.
struct BeepScore {
  struct Note {
    var time: Double
    var pitch: Double
    var isLeft = true
    var isRight = true
  }

  var notes: [Note]
  /// How far the onset of a beep may be off, in seconds.
  var tolerance: Double

  /// The beeps of a clip of a manifest: one at each whole second, each 20 Hz higher, unless the
  /// manifest says otherwise in words; `nil` if they cannot be told.
  init?(of entry: Entry) {
    guard entry.hasAudio else { return nil }
    // Several containers do not record how late their codecs are.
    tolerance = 0.045
    switch entry.file {
    case "audio_loud_0dbfs.mp4", "audio_silent.mp4", "long_2h_audio.mkv", "gop_starts_midway.ts":
      return nil
    case "audio_short.mp4": notes = Self.scale(at: [0])
    case "audio_gap.mkv":
      notes = Self.scale(at: [0, 1, 4])
      notes[2].pitch = 520
    case "audio_late_2s.mp4", "audio_late_2s.mkv": notes = Self.scale(at: [2, 3])
    case "audio_rate_change.ts":
      notes = Self.scale(at: [0, 1]) + Self.scale(at: [2, 3])
      // Its parts overlap by two frames.
      tolerance = 0.08
    case "pts_discontinuity.ts":
      notes = Self.scale(at: [0, 1]) + Self.scale(at: [2, 3]) + Self.scale(at: [4, 5])
    case "audio_center_only_51.mp4": notes = [0, 1].map { Note(time: $0, pitch: 440) }
    case "audio_3ch_unknown_layout.mkv":
      notes = [0, 1].map { Note(time: $0, pitch: 440, isRight: false) }
    case "audio_LR.mp4":
      notes = (0..<4).map { (second: Int) -> Note in
        let isLeft = second % 2 == 0
        return Note(
          time: Double(second), pitch: isLeft ? 440 : 880, isLeft: isLeft, isRight: !isLeft)
      }
    case "avsync_OFF_audio_late_200ms.mp4":
      notes = (0..<10).map { (second: Int) -> Note in Note(time: Double(second) + 0.2, pitch: 1000)
      }
    default:
      if entry.group == "avsync" {
        notes = (0..<Int(entry.duration)).map { (second: Int) -> Note in
          Note(time: Double(second), pitch: 1000)
        }
      } else {
        notes = Self.scale(at: (0..<Int(entry.duration.rounded(.up))).map(Double.init))
        if entry.file == "cont_wmv.wmv" { tolerance = 0.06 }
      }
    }
  }

  private static func scale(at times: [Double]) -> [Note] {
    times.enumerated().map { index, time in
      Note(time: time, pitch: 440 + 20 * Double(index % 60))
    }
  }

  /// Compares what was heard.
  ///
  /// - Returns: What is wrong; `nil` if nothing is.
  func fault(in beeps: [Beep], until end: Double) -> String? {
    let notes = notes.filter { $0.time < end - 0.05 }
    guard beeps.count == notes.count else {
      let times = beeps.prefix(8).map { ($0.time * 1000).rounded() / 1000 }
      return "\(notes.count) beeps, got \(beeps.count) at \(times)"
    }
    for (note, beep) in zip(notes, beeps) {
      if abs(note.time - beep.time) > tolerance {
        return "a beep at \(note.time), got it at \((beep.time * 1000).rounded() / 1000)"
      }
      if abs(note.pitch - beep.pitch) > 0.04 * note.pitch {
        return "a beep of \(note.pitch) Hz, got \(Int(beep.pitch))"
      }
      if (note.isLeft, note.isRight) != (beep.isLeft, beep.isRight) {
        return "left \(note.isLeft), right \(note.isRight) at \(note.time), "
          + "got \(beep.isLeft), \(beep.isRight)"
      }
    }
    return nil
  }
}
