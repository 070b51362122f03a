import AppFeature
import Foundation
import Models
import TestSupport
import Testing

@testable import Graphics
@testable import TerminalCore
@testable import TerminalUI

/// Every view on four screens, against the files in `Tests/Screens`; and its colours in both themes and
/// all depths. `FLICK_RECORD_SCREENS=1` writes the files anew, to be read before they are kept.
@Suite struct LiteralScreenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Screens")

  @Test("Screens match the drawings", arguments: LiteralView.all)
  func literal(_ view: LiteralView) throws {
    let shown = view.sizes.map { Self.drawn(view, columns: $0, rows: $1) }
      .joined(separator: "\n")
    let file = Self.folder.appending(path: "\(view.name).txt")
    if ProcessInfo.processInfo.environment["FLICK_RECORD_SCREENS"] != nil {
      try shown.write(to: file, atomically: true, encoding: .utf8)
    }
    let wanted = try String(contentsOf: file, encoding: .utf8)
    #expect(shown == wanted, "\(view.name) shows:\n\(shown)")
  }

  /// The screen as text, rows like the one above them counted, and below it what is styled.
  private static func drawn(_ view: LiteralView, columns: Int, rows: Int) -> String {
    let (surface, chrome) = view.draw(columns: columns, rows: rows)
    var lines = ["== \(columns)x\(rows)"]
    var repeats = 0
    func endRepeats() {
      if repeats > 0 { lines.append("⋮ \(repeats) more") }
      repeats = 0
    }
    var last: String?
    for row in text(of: surface, chrome: chrome) {
      let trimmed = row.trimmingCharacters(in: .whitespaces).isEmpty ? "" : row.trimmedAtEnd
      if trimmed == last {
        repeats += 1
        continue
      }
      endRepeats()
      lines.append(trimmed)
      last = trimmed
    }
    endRepeats()
    lines += styles(surface, chrome).map { "-- \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What has a style or a colour of its own, each once.
  private static func styles(_ surface: Surface, _ chrome: [ChromeWindow]) -> [String] {
    var styles: [String] = []
    for row in 0..<surface.size.rows {
      var run: (style: String, text: String)?
      for column in 0...surface.size.columns {
        let cell = surface[column, row]
        let isText = column < surface.size.columns && cell.mosaic == nil
        // A word and the next are one text.
        if cell.glyph == .space, run?.text.hasSuffix("  ") == false, run?.style.isEmpty == false {
          run?.text.append(" ")
          continue
        }
        let style = isText ? name(of: cell) : ""
        if run?.style != style {
          if let run, !run.style.isEmpty { styles.append("\(run.style): \(run.text.trimmedAtEnd)") }
          run = (style, "")
        }
        if isText, let scalar = Unicode.Scalar(cell.glyph.scalarValue) {
          run?.text.unicodeScalars.append(scalar)
        }
      }
    }
    for span in chrome.flatMap(\.lines).joined()
    where !span.style.isEmpty && span.text.string.contains(where: { $0 != " " }) {
      styles.append("\(span.style.names): \(span.text.string.trimmingCharacters(in: .whitespaces))")
    }
    return styles
  }

  private static func name(of cell: Cell) -> String {
    let theme = ScreenTheme.dark
    let names = [
      (theme.accent, "accent"), (theme.faint, "faint"), (theme.text, "text"),
      (theme.heading, "white"),
    ]
    let color = names.first { $0.0 == cell.foreground }?.1 ?? "colour"
    return (cell.glyph.attributes.contains(.bold) ? "bold " : "") + color
      + (cell.background == theme.ground ? "" : " on the picture")
  }

  @Test(
    "Text can be read on every ground, in every depth and theme", arguments: LiteralView.all)
  func contrast(_ view: LiteralView) {
    let light = Color(red: 0xFD, green: 0xF6, blue: 0xE3)
    var depths: [ScreenTheme: Set<ColorDepth>] = [:]
    for ground in [nil, .white, light] as [Color?] {
      for depth in [ColorDepth.trueColor, .palette256, .palette16, .palette8, .mono] {
        for hasColors in [true, false] {
          let theme = ScreenTheme(
            Capabilities(
              colorDepth: depth, lightBackground: ground, hasColoredText: hasColors))
          depths[theme, default: []].insert(depth)
        }
      }
    }
    var wrong: Set<String> = []
    for (theme, depths) in depths {
      for pixel in [0, 0xFF_FFFF, 0x30_C0F0] as [UInt32] {
        let (surface, _) = view.draw(columns: 120, rows: 40, theme: theme, pixel: pixel)
        for depth in depths {
          wrong.formUnion(Self.unreadable(surface, depth).map { "\(theme) \(depth): \($0)" })
        }
      }
    }
    #expect(wrong.sorted() == [])
  }

  /// The texts on a surface that do not stand out.
  private static func unreadable(_ surface: Surface, _ depth: ColorDepth) -> [String] {
    var few: [PaletteCell] = []
    if depth == .mono || depth == .palette8 { surface.mapToPalette(depth, into: &few) }
    var texts: [String] = []
    var seen: Set<[Color]> = []
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let cell = surface[column, row]
        guard cell.mosaic == nil, cell.glyph != .continuation else { continue }
        var glyph: String { Unicode.Scalar(cell.glyph.scalarValue).map(String.init) ?? "?" }
        if !few.isEmpty {
          let shown = few[row * surface.size.columns + column]
          if shown.foreground == shown.background { texts.append("\(glyph) vanishes") }
          continue
        }
        guard seen.insert([cell.foreground, cell.background]).inserted else { continue }
        func shown(_ color: Color) -> Color {
          depth == .trueColor ? color : Palette.color(at: Palette.nearest(to: color, depth: depth))
        }
        let contrast = shown(cell.foreground).contrast(with: shown(cell.background))
        // Of 16 colours few are far from each other.
        if contrast < (depth == .palette16 ? 3 : 4.5) {
          texts.append("\(glyph) \(cell.foreground) on \(cell.background): \(contrast)")
        }
      }
    }
    return Array(texts.prefix(1))
  }

  @Test("White and the heart stand out from darkened white behind a toast")
  func shade() {
    var surface = Surface(size: CellSize(columns: 1, rows: 1))
    surface.fill(
      surface.bounds, with: Cell(glyph: .full, foreground: .white, background: .white))
    surface.darken(surface.bounds, to: ToastOverlay.shade)
    let behind = surface[0, 0].mean
    #expect(Color.white.contrast(with: behind) >= 7)
    #expect(ScreenTheme.dark.liked.contrast(with: behind) >= 3)
  }
}

extension ChromeStyle {
  fileprivate var names: String {
    let all: [(ChromeStyle, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.reverse, "reverse"), (.accent, "accent"),
      (.warning, "warning"), (.track, "track"),
    ]
    return all.filter { contains($0.0) }.map(\.1).joined(separator: " ")
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var end = endIndex
    while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
    return String(self[..<end])
  }
}
