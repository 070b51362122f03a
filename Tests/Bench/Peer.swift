import Models
import TestSupport

/// Another player that shows clips as half blocks.
struct Peer: Sendable {
  let name: String
  /// Its command line for raw frames of a screen's size, as fast as it can.
  let unpaced: @Sendable (_ path: String, _ size: CellSize) -> [String]
  /// What precedes the second and each later frame, as a pattern: `#` stands for digits.
  let mark: [UInt8]
  /// Rows below the frame that the terminal needs for it not to scroll.
  let spareRows: Int
  /// Rows by which it draws the frame too high.
  let shift: Int
  /// How many marks come before the first frame; there are as many after the last.
  let marksBefore: Int

  /// mpv 0.35 numbers rows from 0 where terminals do from 1, so that its first two rows are drawn over
  /// each other.
  private static let mpv = Peer(
    name: "mpv",
    unpaced: { path, _ in
      [
        "mpv", "--no-config", "--vo=tct", "--really-quiet", "--untimed", "--no-audio",
        "--no-keepaspect", path,
      ]
    },
    mark: Array("\u{1B}[0;0f".utf8), spareRows: 0, shift: 1, marksBefore: 1)

  private static let timg = Peer(
    name: "timg",
    unpaced: { path, size in ["timg", "-ph", "-g\(size.columns)x\(size.rows)", path] },
    mark: Array("\u{1B}[#A".utf8), spareRows: 2, shift: 0, marksBefore: 0)

  private static let ncplayer = Peer(
    name: "ncplayer",
    unpaced: { path, _ in ["ncplayer", "-q", "-k", "-b", "half", "-s", "stretch", "-d", "0", path]
    },
    mark: [], spareRows: 0, shift: 0, marksBefore: 0)

  /// Those that can be run here.
  static let installed = [timg, mpv, ncplayer].filter { Command.isInstalled($0.name) }
}

/// What a peer did with a raw clip.
struct PeerRun {
  /// Bytes and seconds of processor time for each frame.
  let bytes: Double
  let processorTime: Double
  /// How many frames it showed; `nil` where it marks none.
  let shown: Int?
  /// Decibels of what a terminal model showed.
  let quality: Double?

  /// Plays a clip.
  ///
  /// - Returns: `nil` if the program fails.
  static func play(_ clip: RawClip, by peer: Peer) throws -> PeerRun? {
    // The least of two: what else the machine does only ever adds.
    var times: [Double] = []
    var recording: [UInt8] = []
    for _ in 0..<2 {
      guard let long = try record(clip.path, clip.screen, peer),
        let short = try record(clip.shortPath, clip.screen, peer)
      else { return nil }
      recording = long.bytes
      times.append(long.processorTime - short.processorTime)
    }
    let frames = clip.frames.count
    let seen = look(recording, clip, peer)
    return PeerRun(
      bytes: Double(recording.count) / Double(frames),
      processorTime: (times.min() ?? 0) / Double(frames - RawClip.shortCount),
      shown: seen?.count, quality: seen?.quality)
  }

  private static func record(_ path: String, _ screen: CellSize, _ peer: Peer) throws -> (
    bytes: [UInt8], processorTime: Double
  )? {
    let size = CellSize(columns: screen.columns, rows: screen.rows + peer.spareRows)
    let capture = try TerminalCapture(peer.unpaced(path, screen), size: size)
    capture.record(for: 60)
    guard let result = capture.process.wait(timeout: 5), result.exit == .status(0) else {
      _ = capture.end()
      return nil
    }
    return (capture.pieces.flatMap(\.bytes), result.processorTime)
  }

  /// Shows a recording to a terminal model.
  private static func look(_ recording: [UInt8], _ clip: RawClip, _ peer: Peer) -> (
    count: Int, quality: Double
  )? {
    let size = CellSize(columns: clip.screen.columns, rows: clip.screen.rows + peer.spareRows)
    let starts = recording.positions(of: peer.mark)
    guard !starts.isEmpty, let model = TerminalModel(size: size) else { return nil }
    var error = FrameError()
    var position = 0
    for (index, start) in starts.enumerated() {
      model.feed(Array(recording[position..<start]))
      _ = model.takeReplies()
      position = start
      let number = index - peer.marksBefore
      guard number % 6 == 3, number < starts.count - 2 else { continue }
      error += Self.error(of: model, number, clip, peer)
    }
    return (starts.count + 1 - 2 * peer.marksBefore, error.cappedDecibels)
  }

  /// Compares with that one of the next few frames that is nearest: a frame like the one before is
  /// not marked by every player.
  private static func error(
    of model: TerminalModel, _ number: Int, _ clip: RawClip, _ peer: Peer
  ) -> FrameError {
    let candidates = clip.frames[number...].prefix(8).map { frame in
      let cut = frame.rows(below: 4 * peer.shift)
      let shown = model.frame(left: 0, top: 2 * peer.shift, size: cut.size)
      return FrameError(of: shown, from: cut)
    }
    return candidates.max { $0.decibels < $1.decibels } ?? FrameError()
  }
}

extension PixelBuffer {
  /// What is left below some rows.
  fileprivate func rows(below count: Int) -> PixelBuffer {
    guard count > 0 else { return self }
    return withPixels {
      PixelBuffer(
        size: PixelSize(width: size.width, height: size.height - count),
        pixels: $0[(count * size.width)...])
    }
  }
}

extension [UInt8] {
  /// Where a pattern begins, in which `#` stands for one or more digits.
  func positions(of pattern: [UInt8]) -> [Int] {
    guard let lead = pattern.first else { return [] }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    var found: [Int] = []
    var start = startIndex
    while let hit = self[start...].firstIndex(of: lead) {
      start = hit + 1
      var position = hit
      let isMatch = pattern.allSatisfy { wanted in
        guard position < count else { return false }
        guard wanted == UInt8(ascii: "#") else {
          position += 1
          return self[position - 1] == wanted
        }
        let first = position
        while position < count, digits.contains(self[position]) { position += 1 }
        return position > first
      }
      if isMatch { found.append(hit) }
    }
    return found
  }
}
