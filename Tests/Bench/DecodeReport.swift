import LibAV
import MediaCore
import Models
import Platform
import TestSupport

/// What the engine's decoding costs on clips of the user's own: `bench --decode FILE...`.
enum DecodeReport {
  /// The frames' size: a terminal of 160 x 48 cells.
  private static let area = FrameArea(size: PixelSize(width: 160, height: 96))
  /// Frames that are timed, at most.
  private static let frameLimit = 300
  /// Frames after which an open decoder has all the memory it will take.
  private static let memoryFrames = 24

  /// Measures files one after another and prints a paragraph for each.
  ///
  /// - Returns: Whether all of them could be decoded.
  static func run(_ paths: [String]) -> Bool {
    MemoryTuning.apply()
    var isWhole = true
    for path in paths {
      print(CleanText(path).string)
      do throws(MediaError) {
        for (name, value) in try measure(.file(FilePath(path))) {
          print("  \(padded(name))\(value)")
        }
      } catch {
        print("  \(error)")
        isWhole = false
      }
    }
    return isWhole
  }

  private static func measure(
    _ location: MediaLocation
  ) throws(MediaError) -> [(name: String, value: String)] {
    let opener = LibAVOpener()
    // The first one brings the file into the page cache.
    _ = try opener.open(location, cancellation: CancellationToken())
    MemoryTuning.releaseUnused()
    let before = ProcessMemory().own
    var lines: [(String, String)] = []

    let start = HostTime.now
    let source = try opener.open(location, cancellation: CancellationToken())
    let opened = HostTime.now
    let info = source.info
    lines.append(("", describe(source)))
    lines.append(("open", "\(text(opened - start)) ms"))
    guard let shape = info.displaySize else { return try lines + sound(of: source) }

    let size = area.placing(shape).size
    let target = PixelBuffer(size: size)
    guard case .value = try source.nextFrame() else { throw .damaged }
    source.render(into: target, showing: .whole)
    lines.append(("first picture", "\(text(HostTime.now - start)) ms from the start of opening"))
    let first = ProcessMemory().own - before

    var decoding: [Double] = []
    var scaling: [Double] = []
    while decoding.count < frameLimit {
      let began = processorTime
      guard case .value = try read(source) else { break }
      let decoded = processorTime
      source.render(into: target, showing: .whole)
      decoding.append(decoded - began)
      scaling.append(processorTime - decoded)
      if decoding.count == memoryFrames {
        let whole = ProcessMemory().own - before
        lines.append(
          (
            "memory",
            "\(text(megabytes: whole)) MiB, with the first picture alone \(text(megabytes: first))"
          ))
      }
    }
    if !decoding.isEmpty {
      lines.append(("decode", "\(spread(decoding)) a picture"))
      lines.append(("scale", "\(spread(scaling)) a picture, to \(size.width) x \(size.height)"))
      if let rate = info.frameRate {
        let load = (decoding.mean + scaling.mean) * rate * 100
        lines.append(("both", "\(text(load / 1e3)) % of a core while it plays"))
      }
    }
    if let duration = info.duration, duration > 1, !info.isStill {
      for (name, precision) in [
        ("seek, keyframe", SeekPrecision.keyframe), ("seek, exact", .exact),
      ] {
        lines.append((name, try seeks(source, duration, precision)))
      }
    }
    return try lines + sound(of: source)
  }

  /// The next frame; sound that is in its way is decoded, too.
  private static func read(
    _ source: any MediaSource
  ) throws(MediaError) -> StreamRead<FrameTiming> {
    var samples: [Int16] = []
    while true {
      let frame = try source.nextFrame()
      guard case .starved = frame else { return frame }
      guard case .value = try source.nextAudio(appendingTo: &samples) else { return .end }
      samples.removeAll(keepingCapacity: true)
    }
  }

  private static func seeks(
    _ source: any MediaSource, _ duration: Double, _ precision: SeekPrecision
  ) throws(MediaError) -> String {
    var times: [Double] = []
    for part in [0.7, 0.3, 0.9, 0.5, 0.1, 0.6, 0.2, 0.8] {
      let start = HostTime.now
      try source.seek(to: duration * part, precision: precision)
      _ = try read(source)
      times.append(HostTime.now - start)
    }
    return "\(spread(times)) to a picture"
  }

  private static func sound(
    of source: any MediaSource
  ) throws(MediaError) -> [(String, String)] {
    guard source.info.hasAudio else { return [] }
    // A container that cannot be sought has no more to give.
    try? source.seek(to: 0, precision: .exact)
    var samples: [Int16] = []
    var frames = 0
    let start = processorTime
    let second = AudioFormat.sampleRate
    while frames < 10 * second {
      switch try source.nextAudio(appendingTo: &samples) {
      case .value: break
      case .end, .starved, .awaited:
        guard frames > 0 else { return [] }
        return [("sound", rate(processorTime - start, frames))]
      }
      frames += samples.count / AudioFormat.channels
      samples.removeAll(keepingCapacity: true)
    }
    return [("sound", rate(processorTime - start, frames))]
  }

  private static func rate(_ time: Double, _ frames: Int) -> String {
    "\(text(time * AudioFormat.rate / Double(frames))) ms a second"
  }

  private static func describe(_ source: any MediaSource) -> String {
    let info = source.info
    let sound = source.details.soundTracks.first { $0.id == source.soundTrack }
    var parts: [String] = []
    if let size = info.codedSize { parts.append("\(size.width) x \(size.height)") }
    if let rate = info.frameRate { parts.append("\(text(rate / 1e3)) pictures a second") }
    parts += [info.videoCodec, sound?.codec.string ?? ""].filter { !$0.isEmpty }
    if let duration = info.duration { parts.append("\(text(duration / 1e3)) s") }
    return parts.joined(separator: ", ")
  }

  private static func spread(_ seconds: [Double]) -> String {
    "\(text(seconds.median)) ms, at most \(text(seconds.max() ?? 0))"
  }

  /// Thousandths of a number, with two decimals.
  private static func text(_ seconds: Double) -> String {
    "\((seconds * 1e5).rounded() / 100)"
  }

  private static func text(megabytes bytes: Int) -> String {
    "\((bytes.mebibytes * 10).rounded() / 10)"
  }

  private static func padded(_ name: String) -> String {
    name.isEmpty ? "" : name + String(repeating: " ", count: max(16 - name.count, 1))
  }

  /// Processor time of this process, in seconds.
  private static var processorTime: Double { ProcessorTime.ofThisProcess }
}

extension [Double] {
  /// The sum of all values by their number; 0 of none.
  fileprivate var mean: Double { isEmpty ? 0 : reduce(0, +) / Double(count) }
}
