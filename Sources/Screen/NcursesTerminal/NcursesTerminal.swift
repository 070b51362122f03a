import Dispatch
import Glibc
import Graphics
import Models
import Platform
import TerminalCore

/// The terminal the process runs in, and the only writer to it.
///
/// A frame is one buffer: the chrome from ncurses, then the frame from the encoder, inside a
/// synchronised update, with a status request before and after it. No other frame starts while part
/// of it waits for the terminal, or the link is full (`LinkPacer`). Everything happens on the main
/// actor and nothing blocks it.
@MainActor package final class NcursesTerminal: Terminal {
  package private(set) var size = CellSize(columns: 80, rows: 24)
  package internal(set) var capabilities: Capabilities
  package internal(set) var timing = DisplayTiming()
  package var onEvents: (@MainActor ([TerminalEvent]) -> Void)?

  /// Called when the terminal turns out not to support the requested output; cells are used
  /// instead.
  package var onMissingOutput: (@MainActor (OutputMode) -> Void)?

  /// Called when the terminal's capabilities have been reported and applied.
  package var onAnswers: (@MainActor (TerminalAnswers, Capabilities) -> Void)?

  let options: TerminalOptions
  let device: TerminalDevice
  let screen: CursesScreen
  let environment: [String: String]
  let writer: FrameWriter
  var pacer: LinkPacer
  /// Whether to send `.ready` when a frame may start.
  var isAwaited = false
  var encoder: FrameEncoder
  let images = ImageOutput()
  var probe: CapabilityProbe
  /// Its replies that have been applied.
  package internal(set) var answers = TerminalAnswers()
  /// Whether more colours for sixels were requested.
  var hasAskedForColors = false
  /// How frames are drawn without images.
  var glyphForm = FrameForm.glyphs(.half)
  /// How many size queries have no reply yet.
  var openSizeQuestions = 0
  /// Queries at the start of the next frame.
  var questions: [UInt8] = []
  /// Whether every pointer motion should be reported, and whether it is.
  private var wantsMotion = false
  var isMotionReported = false
  package var cursor: (column: Int, row: Int)?
  package var title: CleanText = ""
  /// The title that was sent.
  var shownTitle: CleanText = ""
  /// The bytes that copy text to the clipboard with the next frame; empty for none.
  private var copied: [UInt8] = []

  /// The frame being composed; empty between frames.
  private var frame: [UInt8] = []
  private var chrome: [ChromeWindow] = []
  private var coverage: ChromeCoverage
  /// Whether nothing was written since the chrome, which leaves the pen reset.
  private var isPenPlain = false
  var isScreenUnknown = true
  /// Whether it has been erased in black since.
  var isErasedInBlack = false
  private(set) var isClosed = false

  /// Whether Flick has the terminal.
  var isHeld = false
  /// Whether another program has it.
  package private(set) var isLent = false
  var decoder: InputDecoder
  var sources: [any DispatchSourceProtocol] = []
  var signals: [SignalSource] = []
  var inputTimer: (any DispatchSourceTimer)?
  var pacingTimer: (any DispatchSourceTimer)?
  /// Stops the process and its job until it is continued.
  var stopProcess: @MainActor () -> Void = { JobControl.stop() }

  /// Takes the terminal.
  ///
  /// - Parameters:
  ///   - options: The user's options.
  ///   - environment: The variables of the process.
  ///   - recorder: Records the terminal's output.
  /// - Throws: Why there is no terminal to draw on; it is then unchanged.
  package init(
    options: TerminalOptions, environment: [String: String],
    recorder: (any OutputRecorder)? = nil
  ) throws(TerminalError) {
    let name = environment["TERM"] ?? ""
    guard !name.isEmpty, name != "dumb" else { throw .notCapable(name: CleanText(name)) }
    self.options = options
    self.environment = environment
    decoder = InputDecoder(altKeys: options.altKeys)
    probe = CapabilityProbe(patience: options.patience)
    device = try TerminalDevice(path: options.devicePath, recorder: recorder)
    let hasUnicode = TerminalLocale.set(from: environment)
    let hasColoredChrome = (environment["NO_COLOR"] ?? "").isEmpty
    screen = try CursesScreen(
      name: name, hasUnicode: hasUnicode,
      chromeColors: options.color == .mono ? .twoColors : hasColoredChrome ? .styles : .none)
    pacer = LinkPacer(policy: OutputPolicy(environment: environment, options: options))
    writer = FrameWriter(device: device)
    let depth = Self.depth(
      options: options, environment: environment, screen: screen, answers: TerminalAnswers())
    capabilities = Capabilities(colorDepth: depth, hasUnicode: hasUnicode)
    capabilities.movesRows = screen.description.movesRows
    capabilities.hasColoredText = hasColoredChrome
    encoder = FrameEncoder(size: size, depth: depth)
    encoder.hasUnicode = hasUnicode
    encoder.attributes = screen.textAttributes
    encoder.hasColors = screen.hasColor
    coverage = ChromeCoverage([], size: size)
    glyphForm = suitedGlyphs
    capabilities.frameForm = glyphForm
    encoder.glyphs = glyphForm.glyphs
    writer.onDrained = { [weak self] in self?.frameLeft() }
    writer.onFailure = { [weak self] in self?.close() }
    measure()
    take(isAlternate: false)
    listen()
  }

  isolated deinit {
    restore()
  }

  package var isExact: Bool { encoder.isExact }

  @discardableResult
  package func present(
    _ surface: Surface, chrome: [ChromeWindow], exactly: Bool, scroll: RowScroll?
  ) -> Bool {
    guard isReady else { return false }
    // In the middle of a paste, its reply would be text.
    let hasFence = !decoder.isPasting && pacer.sendsFence(at: HostTime.now)
    if hasFence { frame.append(contentsOf: ControlBytes.fence) }
    frame.append(contentsOf: ControlBytes.statusRequest)
    frame.append(contentsOf: ControlBytes.beginSynchronizedUpdate)
    let start = frame.count
    if !questions.isEmpty {
      frame.append(contentsOf: questions)
      questions.removeAll(keepingCapacity: true)
      isPenPlain = false
    }
    frame.append(contentsOf: copied)
    copied = []
    if hasMouse, wantsMotion != isMotionReported {
      frame.append(contentsOf: ControlBytes.motion(isReported: wantsMotion))
      isMotionReported = wantsMotion
    }
    if title != shownTitle {
      if hasTitle {
        frame.append(contentsOf: ControlBytes.title(title, hasUnicode: capabilities.hasUnicode))
      }
      shownTitle = title
    }
    let lambda = compose(surface, chrome, exactly: exactly, scroll: scroll)
    guard frame.count > start else {
      frame.removeAll(keepingCapacity: true)
      return true
    }
    if let cursor {
      encoder.moveCursor(toColumn: cursor.column, row: cursor.row, into: &frame)
    }
    frame.append(contentsOf: ControlBytes.endOfFrame)
    send(lambda: lambda, hasFence: hasFence)
    return true
  }

  /// Appends the bytes that show a surface with chrome over it.
  ///
  /// - Returns: How exact the frame is; `nil` if that says nothing about the next ones.
  private func compose(
    _ surface: Surface, _ chrome: [ChromeWindow], exactly: Bool, scroll: RowScroll?
  ) -> Double? {
    let isExact = exactly || capabilities.colorDepth.isFew
    let isUnknown = isScreenUnknown
    composeChrome(chrome)
    let end = frame.count
    defer { if frame.count > end { isPenPlain = false } }
    let rest = ControlBytes.endOfFrame.count + (cursor == nil ? 0 : ControlBytes.longestMove)
    let byteLimit = pacer.byteLimit(for: size, at: HostTime.now)
      .map { max($0 - frame.count - rest, 0) }
    composeImages(surface, isScreenUnknown: isUnknown, byteLimit: byteLimit)
    // Images cannot be scrolled, and few colours are dithered by position.
    if let scroll, images.cells.isEmpty, !capabilities.colorDepth.isFew {
      _ = encoder.scroll(scroll, masking: coverage.rects, into: &frame)
    }
    encoder.isMoving = scroll != nil
    encoder.lambda = isExact ? 0 : pacer.lambda
    _ = encoder.encode(
      surface, masking: images.cells.isEmpty ? coverage.rects : coverage.rects + images.cells,
      byteLimit: byteLimit, into: &frame)
    return isExact ? nil : max(encoder.limitedLambda, encoder.lambda)
  }

  private func send(lambda: Double?, hasFence: Bool) {
    pacer.frameStarted(
      bytes: frame.count, lambda: lambda, hasFence: hasFence, at: writer.beginning ?? HostTime.now)
    writer.send(&frame)
    if writer.isIdle {
      frameLeft()
    } else {
      isAwaited = true
    }
  }

  package func reportMotion(_ isWanted: Bool) {
    wantsMotion = isWanted
  }

  package func redraw() {
    isScreenUnknown = true
  }

  /// Copies text to the terminal's clipboard with the next frame; the terminal may ignore it. Of
  /// several in one frame the last counts.
  package func copy(_ text: CleanText) {
    guard isHeld, !isClosed else { return }
    copied = Clipboard.copy(text, environment: environment)
    onEvents?([.frameWanted])
  }

  package func suspend() {
    guard isHeld else { return }
    giveBack()
    stopProcess()
    takeAgain(isAlternate: false)
  }

  /// Gives the terminal over to another program, until `takeBack`.
  ///
  /// - Returns: Whether it was Flick's.
  package func lend() -> Bool {
    guard isHeld else { return false }
    giveBack()
    isLent = true
    // What is typed now is not Flick's.
    for source in sources { source.suspend() }
    return true
  }

  /// Takes the terminal again after `lend`, and sends `.resized`.
  ///
  /// - Returns: Whether it was lent.
  package func takeBack() -> Bool {
    guard endLending() else { return false }
    if !isClosed { takeAgain(isAlternate: false) }
    return true
  }

  private func endLending() -> Bool {
    guard isLent else { return false }
    isLent = false
    // Dispatch forbids releasing a suspended source.
    for source in sources { source.resume() }
    return true
  }

  package func restore() {
    giveBack()
    _ = endLending()
    stopListening()
  }

  /// Appends the changes in the chrome, and keeps the cells of ncurses and the encoder apart.
  private func composeChrome(_ wanted: [ChromeWindow]) {
    // ncurses 6.4 reads past a row of one column when it draws the last cell of the screen.
    let windows = size.columns > 1 ? wanted : []
    guard isScreenUnknown || windows != chrome else { return }
    let next = ChromeCoverage(windows.map(\.rect), size: size)
    if isScreenUnknown {
      isPenPlain = false
      screen.forget()
      encoder.invalidate()
      if isErasedInBlack { encoder.assumeBlack() }
      isErasedInBlack = false
    } else if next != coverage {
      screen.uncover(coverage.released(by: next))
      // An edge may have cut a wide glyph of the frame: one column more on each side.
      for rect in coverage.rects + next.rects {
        encoder.invalidate(
          CellRect(
            column: rect.column - 1, row: rect.row, columns: rect.columns + 2, rows: rect.rows))
      }
    }
    let start = frame.count
    frame.append(
      contentsOf: isPenPlain ? ControlBytes.home : ControlBytes.resetPenAndHome)
    let drawn = frame.count
    screen.draw(windows, into: &frame)
    if frame.count > drawn || isScreenUnknown {
      ChromeBytes.shorten(&frame, from: start)
      encoder.forgetPen()
      isPenPlain = true
    } else {
      frame.removeLast(frame.count - start)
    }
    isScreenUnknown = false
    chrome = windows
    coverage = next
  }

  /// Appends the changes in images.
  private func composeImages(_ surface: Surface, isScreenUnknown: Bool, byteLimit: Int?) {
    images.lookAt(surface, under: coverage.rects)
    if isScreenUnknown {
      images.forget()
      if images.mayHaveLeft { frame.append(contentsOf: KittyGraphics.deleteAll) }
    }
    guard images.isNeeded(for: surface) else { return }
    let start = frame.count
    // A terminal on this machine takes most of its time for the image, not for its bytes: measured
    // by changes, it would seem too slow for a whole frame.
    let isFree =
      isLocal && !pacer.isFar && !pacer.isUnknown && images.isSixel && options.maximumRate == nil
    // So the terminal draws while the rest is encoded.
    images.compose(
      surface, byteLimit: isFree ? nil : byteLimit, into: &frame,
      onPart: isFree ? { [writer] in writer.begin($0) } : nil)
    if frame.count > start { encoder.forgetPen() }
  }

  static func depth(
    options: TerminalOptions, environment: [String: String], screen: CursesScreen,
    answers: TerminalAnswers
  ) -> ColorDepth {
    let wanted =
      options.color
      ?? .detected(environment: environment, description: screen.description, answers: answers)
    return wanted == .palette8 && !screen.hasColor ? .mono : wanted
  }

  /// Reads and applies the terminal's size. Everything is redrawn.
  func measure() {
    size = measuredSize
    device.recorder?.resized(to: size, at: HostTime.now)
    measureCell()
    chooseFrameForm()
    screen.resize(to: size)
    encoder.resize(to: size)
    coverage = ChromeCoverage([], size: size)
    chrome = []
    isScreenUnknown = true
  }

  /// At most 1000 by 400 cells; 80 by 24 if the terminal does not report its size.
  var measuredSize: CellSize {
    let window = device.windowSize
    // Far beyond any screen, but bogus sizes must not exhaust memory.
    return CellSize(
      columns: window.ws_col == 0 ? 80 : min(Int(window.ws_col), 1000),
      rows: window.ws_row == 0 ? 24 : min(Int(window.ws_row), 400))
  }

  /// Takes the terminal after a pause in which anything may have been written to it.
  ///
  /// - Parameter isAlternate: Whether it was not restored before.
  func takeAgain(isAlternate: Bool) {
    writer.discard()
    pacer.forget(at: HostTime.now)
    take(isAlternate: isAlternate)
    measure()
    scheduleFlush()
    onEvents?([.resized(size)])
  }

  /// Reports once that the terminal is gone.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    onEvents?([.closed])
  }
}
