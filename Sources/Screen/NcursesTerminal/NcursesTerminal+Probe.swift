import Glibc
import Graphics
import Models
import Platform
import TerminalCore

// The terminal's replies about itself, and their effects.
extension NcursesTerminal {
  /// Whether the terminal runs on this machine, with nothing in between.
  var isLocal: Bool {
    !pacer.policy.isRemote && !pacer.policy.isMultiplexed && !Multiplexer.isNamed(in: environment)
  }

  /// The requested output. Asking for characters, or for few colours, means cells.
  var wantedOutput: OutputMode? {
    if let output = options.output { return output }
    let wantsCells = options.glyphs != nil || options.color.map { $0 != .trueColor } ?? false
    return wantsCells ? .cells : nil
  }

  /// Starts probing the terminal.
  ///
  /// - Returns: The queries; see `CapabilityProbe.ask`.
  func probeQuestions() -> [UInt8] {
    let questions = ProbeQuestions.suited(
      environment: environment, hasUnicode: screen.hasUnicode, glyphs: options.glyphs,
      output: wantedOutput, isLocal: isLocal)
    var sharedMemory: String?
    if questions.contains(.kitty), isLocal {
      let name = images.shared.make(byteCount: 3) {
        $0.initializeMemory(as: UInt8.self, repeating: 0)
      }
      if let name {
        images.shared.question = name
        var encoded: [UInt8] = []
        Base64.append(Array(name.utf8)[...], to: &encoded)
        sharedMemory = String(decoding: encoded, as: UTF8.self)
      }
    }
    return probe.ask(questions, sharedMemory: sharedMemory, at: HostTime.now)
  }

  func note(_ reply: TerminalReply) {
    if probe.note(reply, at: HostTime.now) { return takeOver(probe.answers) }
    guard probe.deadline == nil else { return }
    // Queries sent since.
    let known = answers
    switch reply {
    case .graphics where hasAskedForColors: break
    case .window where openSizeQuestions > 0: openSizeQuestions -= 1
    default: return
    }
    answers.note(reply)
    if answers != known { applyAnswers() }
  }

  /// Ends the probe when it times out.
  func probeTimeHasPassed() {
    let hasAnswers = probe.timePassed(at: HostTime.now)
    if probe.deadline == nil { images.shared.discardQuestion() }
    if hasAnswers { takeOver(probe.answers) }
  }

  private func takeOver(_ answers: TerminalAnswers) {
    self.answers = answers
    // A terminal that has not taken the pixel by now does not support shared memory.
    images.shared.discardQuestion()
    // One on another machine shows only in its replies.
    if answers.isMultiplexer { pacer.policy.isMultiplexed = true }
    applyAnswers()
    let chosen = OutputMethod.chosen(
      for: options.output, answers: answers, isLocal: isLocal)
    if let output = options.output, output != .cells, chosen == .cells { onMissingOutput?(output) }
    onAnswers?(answers, capabilities)
  }

  /// Applies the probed capabilities, and reports changes.
  private func applyAnswers() {
    let previous = capabilities
    capabilities.colorDepth = Self.depth(
      options: options, environment: environment, screen: screen, answers: answers)
    capabilities.isAmbiguousWide = answers.isAmbiguousWide
    if capabilities.colorDepth != previous.colorDepth {
      encoder.setDepth(capabilities.colorDepth)
      redraw()
    }
    capabilities.lightBackground = answers.hasLightBackground ? answers.background : nil
    if answers.hasLightBackground != screen.chromePalette.isLight {
      screen.chromePalette.isLight = answers.hasLightBackground
      encoder.isGroundLight = answers.hasLightBackground
      redraw()
    }
    let blocksHaveGaps = answers.takesBlocksFromFont(name: environment["TERM"] ?? "")
    if blocksHaveGaps != encoder.blocksHaveGaps {
      encoder.blocksHaveGaps = blocksHaveGaps
      redraw()
    }
    glyphForm = suitedGlyphs
    measureCell()
    chooseFrameForm()
    if capabilities != previous { onEvents?([.capabilitiesChanged]) }
  }

  /// How frames are drawn without images.
  var suitedGlyphs: FrameForm {
    let name = environment["TERM"] ?? ""
    var wanted = options.glyphs
    // Every font that has mosaics at all has quadrants.
    if answers.lacksMosaic, wanted == .sextant || wanted == .octant { wanted = .quadrant }
    // Few colours are dithered in halves, which were compared by eye.
    if wanted == nil, capabilities.colorDepth == .trueColor {
      wanted = answers.drawnGlyphs(term: name)
    }
    return .glyphs(.suited(wanted, to: capabilities, name: name))
  }

  /// Updates the shape of a cell.
  func measureCell() {
    let window = device.windowSize
    capabilities.measureCell(
      screen: CellSize(columns: Int(window.ws_col), rows: Int(window.ws_row)),
      pixels: PixelSize(width: Int(window.ws_xpixel), height: Int(window.ws_ypixel)),
      answers: answers)
  }

  /// Asks with the next frame for the sizes the terminal reported before: they may have changed
  /// with the size in cells.
  func askForSizes() {
    for question in answers.sizeQuestions {
      // A terminal that has stopped replying may catch up on a few.
      openSizeQuestions = min(openSizeQuestions + 1, 16)
      questions += question
    }
  }
}

// Frames as terminal images.
extension NcursesTerminal {
  /// Decides how frames are drawn from now on.
  ///
  /// - Returns: Whether that changed.
  @discardableResult
  func chooseFrameForm() -> Bool {
    let means =
      capabilities.colorDepth.isFew
      ? .cells : OutputMethod.chosen(for: wantedOutput, answers: answers, isLocal: isLocal)
    let form = means.form(size: size, cell: capabilities.cellPixels, glyphs: glyphForm)
    let used = form == glyphForm ? .cells : means
    guard form != capabilities.frameForm || used != images.means else { return false }
    capabilities.frameForm = form
    encoder.glyphs = form.glyphs
    capabilities.movesImages = if case .kitty = used { true } else { false }
    capabilities.sharesImages = used == .kitty(isShared: true)
    if used != images.means {
      images.use(used)
      pacer.hasWholeFrames = used != .cells
      armCrashRestore()
      if case .sixel(let registers) = used {
        questions += ControlBytes.beginSixel
        if registers < 252, !hasAskedForColors { questions += ProbeQuestions.moreColors }
        hasAskedForColors = true
      }
    }
    redraw()
    return true
  }
}
