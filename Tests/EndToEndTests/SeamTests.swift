import Models
import TestSupport
import Testing

/// What terminals whose font leaves gaps between cells would show in them.
@Suite(.ownThreads) struct SeamTests {
  @Test(arguments: [[], ["--max-rate", "50K"], ["--glyphs", "sextant"]])
  func blocksHaveNoForeignEdges(_ options: [String]) throws {
    let flick = try FlickProcess(
      options + ["\(ProjectFolder.path)/samples"], size: CellSize(columns: 110, rows: 34))
    for number in 1...4 {
      #expect(flick.waitUntil { $0.contains("\(number) of ") })
      flick.run(for: 1)
      flick.press(.down)
    }
    #expect(flick.quit() == .status(0))
    let blocks = FullBlocks(flick.output)
    #expect(blocks.count > 0 && blocks.seamCount == 0)
  }
}

/// The full blocks in a terminal's output.
private struct FullBlocks {
  private(set) var count = 0
  /// How many have a background that differs by more than 24 levels.
  private(set) var seamCount = 0
  private var foreground: [Int] = []
  private var background: [Int] = []

  init(_ output: [UInt8]) {
    var rest = output[...]
    while let byte = rest.popFirst() {
      if byte == 0x1B, rest.first == UInt8(ascii: "[") {
        let end = rest.firstIndex { 0x40...0x7E ~= $0 && $0 != UInt8(ascii: "[") } ?? rest.endIndex
        let parameters = rest[..<end].dropFirst()
        if end < rest.endIndex, rest[end] == UInt8(ascii: "m") {
          let numbers = String(decoding: parameters, as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
          setColors(numbers[...])
        }
        rest = rest[end...].dropFirst()
      } else if byte == 0xE2, rest.starts(with: [0x96, 0x88]) {
        count += 1
        if !isSeamless { seamCount += 1 }
      }
    }
  }

  private var isSeamless: Bool {
    guard foreground.count == 3, background.count == 3 else { return false }
    let squares = zip(foreground, background).map { ($0 - $1) * ($0 - $1) }
    return 2 * squares[0] + 4 * squares[1] + 3 * squares[2] <= 24 * 24 * 9
  }

  private mutating func setColors(_ numbers: ArraySlice<Int>) {
    var rest = numbers
    while let number = rest.popFirst() {
      switch number {
      case 38, 48:
        let color = Array(rest.dropFirst().prefix(rest.first == 2 ? 3 : 1))
        if number == 38 { foreground = color } else { background = color }
        rest = rest.dropFirst(color.count + 1)
      case 0: (foreground, background) = ([], [])
      default: break
      }
    }
  }
}
