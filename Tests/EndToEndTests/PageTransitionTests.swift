import Models
import Platform
import TestSupport
import Testing

/// Pages sliding onto the screen, as a terminal sees them.
@Suite(.ownThreads) struct PageTransitionTests {
  private static let end = Array("\u{1B}[?2026l".utf8)

  /// Two clips of one colour each, so that every row shows which clip it belongs to.
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    for (name, color) in [("1-red", "red"), ("2-blue", "blue")] {
      try FFmpegCommand.makeClip(
        folder.file("\(name).mp4"), source: "color=c=\(color)",
        size: PixelSize(width: 320, height: 180), duration: 3, tone: 440)
    }
  }

  private func start(
    _ arguments: [String] = [], environment: [String: String?] = [:]
  ) throws -> FlickProcess {
    let flick = try FlickProcess(arguments + [folder.path], environment: environment)
    #expect(flick.waitUntil { rows($0).contains("r") })
    #expect(flick.waitUntil { $0.contains("1 of 2") })
    // Time for the neighbour to be preloaded and the link to be measured.
    flick.run(for: 1)
    return flick
  }

  /// The colours in the middle of the frame's rows: r, b, or - for anything else.
  private func rows(_ model: TerminalModel) -> String {
    String(
      (0..<22).map { row -> Character in
        guard let color = model.cell(column: 40, row: row).halves?.top else { return "?" }
        let (red, blue) = (color >> 16 & 0xFF, color & 0xFF)
        return red > 128 && blue < 64 ? "r" : blue > 128 && red < 64 ? "b" : "-"
      })
  }

  /// The screens at the end of each update since `start` bytes were written. During the transition
  /// the title bar names the incoming clip.
  private func screens(
    of flick: FlickProcess, from start: Int, title: String
  ) throws -> [String] {
    let model = try #require(TerminalModel(size: CellSize(columns: 80, rows: 24)))
    model.feed(Array(flick.output[..<start]))
    var rest = flick.output[start...]
    var screens: [String] = []
    while let index = rest.indices.first(where: { rest[$0...].starts(with: Self.end) }) {
      model.feed(Array(rest[..<(index + Self.end.count)]))
      rest = rest[(index + Self.end.count)...]
      screens.append(rows(model))
      let isOnTheWay = ["r", "b"].allSatisfy { screens[screens.count - 1].contains($0) }
      #expect(!isOnTheWay || model.text(row: 22).contains(title))
    }
    return screens
  }

  private static let allRed = String(repeating: "r", count: 22)
  private static let allBlue = String(repeating: "b", count: 22)

  /// Swipes to one clip and back until the way there has been seen: a busy machine may have no time for it, or
  /// reply so late that the link counts as slow, until it is measured again.
  private func slide(
    _ key: FlickProcess.Key, _ back: FlickProcess.Key, in flick: FlickProcess, title: String
  ) throws -> (screens: [String], bytes: [UInt8]) {
    let (from, to) = title == "2-blue" ? (Self.allRed, Self.allBlue) : (Self.allBlue, Self.allRed)
    let deadline = HostTime.now + 60
    while HostTime.now < deadline {
      #expect(flick.waitUntil { rows($0) == from })
      let start = flick.output.count
      flick.press(key)
      #expect(flick.waitUntil { rows($0) == to })
      let onTheWay = try screens(of: flick, from: start, title: title).filter {
        $0 != from && $0 != to
      }
      if !onTheWay.isEmpty { return (onTheWay, Array(flick.output[start...])) }
      flick.press(back)
    }
    return ([], [])
  }

  @Test func nextClipPushesThePreviousOneUp() throws {
    let flick = try start()
    let next = try slide(.down, .up, in: flick, title: "2-blue")
    #expect(!next.screens.isEmpty)
    var blue = 0
    for screen in next.screens {
      let count = screen.count { $0 == "b" }
      #expect(screen == String(repeating: "r", count: 22 - count) + Self.allBlue.suffix(count))
      #expect(count >= blue)
      blue = count
    }
    #expect(String(decoding: next.bytes, as: UTF8.self).contains("\u{1B}[1;22r\u{1B}["))

    // Swiping back, it comes from above.
    let previous = try slide(.up, .down, in: flick, title: "1-red")
    #expect(previous.screens.contains { $0.hasPrefix("r") && $0.hasSuffix("b") })
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }

  @Test(
    arguments: [
      (["--no-animation"], [:]), (["--max-rate", "50K"], [:]), ([], ["TERM": "linux"]),
      (["--color", "8"], [:]), (["--color", "24bit"], ["TERM": "linux"]),
    ] as [([String], [String: String])])
  func pageAppearsAtOnceWhereAnimationIsOff(
    arguments: [String], environment: [String: String]
  ) throws {
    let flick = try start(arguments, environment: environment)
    let start = flick.output.count
    flick.press(.down)
    #expect(flick.waitUntil { rows($0) == Self.allBlue })
    let moved = String(decoding: flick.output[start...], as: UTF8.self).contains("\u{1B}[1;22r")
    #expect(!moved)
    flick.press(.character("q"))
    #expect(flick.problemsAfterExit(.status(0)) == [])
  }
}
