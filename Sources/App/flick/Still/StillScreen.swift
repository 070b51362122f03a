import Foundation
import Glibc
import Graphics
import Models
import NcursesTerminal
import TerminalCore

/// Where a still is printed: the terminal, or another program's preview.
///
/// Only a terminal that is written to is queried: in a preview, its input belongs to another
/// program.
struct StillScreen {
  let room: CellSize
  private let capabilities: Capabilities
  let glyphs: GlyphSet
  private let method: OutputMethod

  /// Determines the screen.
  ///
  /// - Parameters:
  ///   - size: The space to fill; `nil` for all available.
  ///   - frame: By default, as many colours as the terminal is known to support, half blocks, and an
  ///     image where the player shows images.
  init(size: StillSize?, _ frame: FrameArguments) {
    let environment = ProcessInfo.processInfo.environment
    let color = frame.color.depth(environment)
    let (set, output) = (frame.glyphs.value, frame.means)
    let name = environment["TERM"] ?? ""
    let window = Self.window
    var capabilities = Capabilities(
      colorDepth: color
        ?? .detected(environment: environment, description: TerminfoEntry.description(of: name)),
      hasUnicode: TerminalLocale.set(from: environment))
    let isLocal =
      !OutputPolicy(environment: environment).isRemote && !Multiplexer.isNamed(in: environment)
    let wantsCells = set != nil || color.map { $0 != .trueColor } ?? false
    let wanted = output ?? (wantsCells ? .cells : nil)
    var answers: TerminalAnswers?
    if wanted != .cells, isatty(STDOUT_FILENO) == 1 {
      answers = ImageQuery.answers(environment: environment, output: wanted, isLocal: isLocal)
    }
    method = answers.map { .chosen(for: wanted, answers: $0, isLocal: isLocal) } ?? .cells
    capabilities.measureCell(
      screen: CellSize(columns: Int(window.ws_col), rows: Int(window.ws_row)),
      pixels: PixelSize(width: Int(window.ws_xpixel), height: Int(window.ws_ypixel)),
      answers: answers ?? TerminalAnswers())
    room =
      size.map { CellSize(columns: $0.width, rows: $0.height) } ?? Self.preview(environment)
      ?? Self.ownTerminal(window) ?? CellSize(columns: 80, rows: 24)
    glyphs = .suited(set, to: capabilities, name: name)
    self.capabilities = capabilities
  }

  /// The cells that frames of a shape take: whole ones, at least one. The rest of a cell would be
  /// black.
  ///
  /// - Parameter room: The most cells; `nil` for all that are available.
  func cells(of shape: PixelSize, in room: CellSize? = nil) -> CellSize {
    let room = room ?? self.room
    let area = FrameArea(
      size: PixelSize(width: room.columns, height: room.rows), pixelAspect: capabilities.cellAspect)
    let size = area.placing(shape).size
    return CellSize(columns: size.width, rows: size.height)
  }

  /// The pixels that a number of cells shows.
  func pixels(of cells: CellSize) -> PixelSize {
    let raster = imageCell(for: cells) ?? glyphs.raster
    return PixelSize(width: cells.columns * raster.width, height: cells.rows * raster.height)
  }

  /// A frame as an image, or as lines of text.
  @MainActor func bytes(_ frame: PixelBuffer, in cells: CellSize) -> [UInt8] {
    if let cell = imageCell(for: cells),
      let bytes = PrintedImage(frame, in: cells, cell: cell)?.bytes(by: method)
    {
      return bytes
    }
    var surface = Surface(size: cells)
    surface.frameForm = .glyphs(glyphs)
    surface.drawFrame(frame, in: surface.bounds)
    return bytes(surface)
  }

  /// The width of a cell over its height.
  var cellAspect: Double { capabilities.cellAspect }

  /// Cells as lines of text.
  func bytes(_ surface: Surface) -> [UInt8] {
    surface.lines(
      depth: capabilities.colorDepth, glyphs: glyphs, hasUnicode: capabilities.hasUnicode)
  }

  /// The size of a cell in pixels where images can be printed.
  var imageCell: PixelSize? { method == .cells ? nil : capabilities.cellPixels }

  /// Whether these cells can be an image.
  func prints(_ cells: CellSize) -> Bool { imageCell(for: cells) != nil }

  /// The size of a cell in pixels, if they become an image.
  private func imageCell(for cells: CellSize) -> PixelSize? {
    guard let cell = imageCell,
      PrintedImage.suits(cells, cell: cell)
    else { return nil }
    return cell
  }

  /// The terminal's window; zeros where there is none. In another program's preview it is not the
  /// size of the preview, but its cells are as wide.
  private static var window: winsize {
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 { return window }
    let terminal = open("/dev/tty", O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return window }
    defer { close(terminal) }
    _ = ioctl(terminal, UInt(TIOCGWINSZ), &window)
    return window
  }

  /// The size of fzf's preview window.
  private static func preview(_ environment: [String: String]) -> CellSize? {
    func number(_ variable: String) -> Int? {
      environment[variable].flatMap { Int($0) }.flatMap { (1...8192).contains($0) ? $0 : nil }
    }
    guard let columns = number("FZF_PREVIEW_COLUMNS"), let rows = number("FZF_PREVIEW_LINES")
    else { return nil }
    return CellSize(columns: columns, rows: rows)
  }

  /// The size of the terminal that is written to, less a line for the prompt.
  private static func ownTerminal(_ window: winsize) -> CellSize? {
    guard isatty(STDOUT_FILENO) == 1, window.ws_col > 0, window.ws_row > 0 else { return nil }
    // Far beyond any screen, but small enough to bound memory.
    return CellSize(
      columns: min(Int(window.ws_col), 1000), rows: min(max(Int(window.ws_row) - 1, 1), 400))
  }
}
