import Glibc
import Models
import Platform
import TestSupport

extension Benchmark {
  /// A thousand clips of two seconds, twenty of them broken, judged by keys at four a second: how
  /// long that takes, whether the verdicts are those of the keys, what it does to memory, and how
  /// soon the next picture is there, beside swipes through the same clips.
  static let triage = Benchmark(name: "triage") { report in
    let count = 1_000
    let folder = try TriageFolder(count)
    let run = try TriageRun(folder, size: CellSize(columns: 120, rows: 40))
    report.add("triage.time", run.duration, "s")
    report.add("triage.verdicts", Double(run.verdicts.count), "clips")
    let wrong = (0..<count).count { run.verdicts[folder.name($0)] != TriageFolder.verdict($0) }
    report.add("triage.wrong", Double(wrong), "clips")
    report.add("triage.early", Double(run.presses - count), "keys")
    report.add("triage.memory.tenth", run.memory[0].mebibytes, "MiB")
    report.add("triage.memory.end", run.memory[1].mebibytes, "MiB")
    report.add(spreadOf: run.pictures.map { $0 * 1e3 }, as: "triage.swipe", "ms")
    // Such clips at the same pace, with the key for the next page.
    let plain = SwipeCourse(
      name: "plain", steps: Array(repeating: .single(1), count: TriageFolder.kinds - 1),
      rest: TriageRun.pace)
    let times = try plain.run(
      try CodedClip.makeSmall(count: TriageFolder.kinds), size: CellSize(columns: 120, rows: 40))
    report.add(spreadOf: times.compactMap { $0.map { $0 * 1e3 } }, as: "triage.plain", "ms")
  }
}

/// A folder of clips to judge.
private struct TriageFolder {
  /// How many different clips there are.
  static let kinds = 200
  private let folder: ScratchFolder

  init(_ count: Int) throws {
    folder = try ScratchFolder()
    let clips = try CodedClip.makeSmall(count: Self.kinds)
    for number in 0..<count {
      if Self.isBroken(number) {
        try FilePath(path(number)).write(Array("not a video".utf8), mode: 0o600)
      } else {
        _ = try Command.run("cp", [clips[number % Self.kinds], path(number)])
      }
    }
  }

  var root: String { folder.path }

  func name(_ number: Int) -> String { "clip-\(1_000 + number).mp4" }

  func path(_ number: Int) -> String { folder.file(name(number)) }

  static func isBroken(_ number: Int) -> Bool { number % 50 == 25 }

  static func verdict(_ number: Int) -> String { number % 3 == 0 ? "reject" : "keep" }
}

/// A person who looks at the title and presses a key, four times a second.
private struct TriageRun {
  /// Seconds from key to key.
  static let pace = 0.25

  private(set) var presses = 0
  /// From the first key to the last page, in seconds.
  private(set) var duration = 0.0
  /// Resident after a tenth of the clips, and at the end, in bytes.
  private(set) var memory: [Int] = []
  /// Seconds from a verdict to the next clip's first whole frame.
  private(set) var pictures: [Double] = []
  /// As saved, by the name of the file.
  private(set) var verdicts: [String: String] = [:]

  init(_ folder: TriageFolder, size: CellSize) throws {
    let state = try ScratchFolder()
    guard let model = TerminalModel(size: size) else { return }
    let command = Player.flick([folder.root], sound: "null") + ["--triage"]
    let capture = try TerminalCapture(command, size: size, state: state.path)
    var next = 0
    /// Looks at what has arrived: between two updates a frame is whole, or there is none.
    func look(for target: CodedClip?, in cells: CodedCells?, since time: Double) -> Double? {
      var found: Double?
      while next < capture.pieces.count {
        let piece = capture.pieces[next]
        next += 1
        model.feed(piece.bytes)
        _ = model.takeReplies()
        guard found == nil, let target, let cells, !model.isInsideSynchronizedUpdate,
          cells.part(of: model, showing: target) > 0.97
        else { continue }
        found = piece.time - time
      }
      return found
    }
    capture.record(for: 2)
    _ = look(for: nil, in: nil, since: 0)
    let cells = CodedCells(model)
    let start = HostTime.now
    var pressed = start
    var last: Int?
    while HostTime.now < start + 600 {
      let number = Self.number(in: model.text(row: size.rows - 2))
      guard let number else { break }
      if number == 100, memory.isEmpty { memory.append(capture.residentMemory) }
      presses += 1
      pressed = capture.press(Array((TriageFolder.verdict(number) == "keep" ? "p" : "x").utf8))
      capture.record(for: Self.pace - 0.02)
      let target = number + 1
      let isSeen = !TriageFolder.isBroken(target) && last != number
      let time = look(
        for: isSeen ? CodedClip(number: target % TriageFolder.kinds) : nil, in: cells,
        since: pressed)
      if let time { pictures.append(time) }
      last = number
      // What the look took counts as well.
      capture.record(for: max(pressed + Self.pace - HostTime.now, 0))
      _ = look(for: nil, in: nil, since: 0)
    }
    duration = pressed - start
    memory.append(capture.residentMemory)
    _ = capture.end()
    let list = state.file("list")
    _ = try Command.run(
      "sh",
      [
        "-c", "XDG_STATE_HOME=\"$1\" exec \"$2\" verdicts --format csv > \"$3\"", "sh", state.path,
        FlickProcess.binary, list,
      ])
    for line in String(decoding: Command.contents(of: list), as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count > 1, let name = fields[0].split(separator: "/").last else { continue }
      if name != "filepath" { verdicts[String(name)] = String(fields[1]) }
    }
  }

  /// The number of the clip that a title bar names.
  private static func number(in title: String) -> Int? {
    title.split(separator: "clip-").dropFirst().first.flatMap { Int($0.prefix(4)) }
      .map { $0 - 1_000 }
  }
}
