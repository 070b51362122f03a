import Glibc
import Graphics
import Models
import TerminalCore

/// A clip played over a slow link in simulated time: the real pacer and encoder, a `LinkModel` in
/// each direction, and a terminal at the far end that acknowledges at once.
package struct LinkSimulation {
  /// A frame that was sent.
  package struct Frame {
    /// When it was encoded.
    package let start: Double
    package let bytes: Int
    package let lambda: Double
    /// How close it is to the frame it shows, in decibels.
    package let psnr: Double
    /// The number of the requested frame.
    package let frame: Int
    /// When its first byte was read at the far end; infinity if it has not been.
    package fileprivate(set) var arrival = Double.infinity
    /// When its last byte was read, and it became visible.
    package fileprivate(set) var completion = Double.infinity

    /// Seconds from its start until it was visible.
    package var latency: Double { completion - start }
  }

  package private(set) var frames: [Frame] = []
  package private(set) var pacer: LinkPacer
  package private(set) var time = 0.0
  package let size: CellSize
  /// Whether the terminal acknowledges frames.
  package var isAnswering = true
  package var down: LinkModel
  package var up: LinkModel

  /// When the clip's first frame is ready.
  package var firstFrameTime = 0.0
  /// How long the program is busy at most after each frame, in seconds, without reading
  /// acknowledgements.
  package var jitter = 0.0
  /// The most bytes that the link had taken and not yet delivered.
  package private(set) var highestInFlight = 0
  /// Whether a seek bar moves five times per second.
  package var hasSeekBar = false
  private var generator = SeededGenerator(seed: 1)
  private var busyUntil = 0.0
  private var nextSeekBar = 0.0

  private var encoder: FrameEncoder
  private var surface: Surface
  /// What the link has not yet taken of the last frame, and the frame of each byte in flight.
  private var pending: [UInt8] = []
  private var isWriting = false
  private var consumed = 0
  private var sent = 0
  private var requests: [(offset: Int, reply: String)] = []
  private var ends: [(offset: Int, frame: Int)] = []
  private var begins: [(offset: Int, frame: Int)] = []
  private var shownFrame: Int?
  private var hold = FirstFrameHold.released

  private static let statusReply = "\u{1B}[0n"
  private static let fenceReply = "\u{1B}[?c"

  /// The bytes around each frame: two status requests and the brackets of the update.
  private static let overhead = 4 + 8 + 8 + 4
  /// The bytes of the questions to a terminal, and of what takes it.
  private static let questions = 250
  /// The size of an update of the seek bar.
  private static let seekBar = 60

  /// Creates a simulation at time 0.
  package init(
    size: CellSize, down: LinkModel, up: LinkModel, policy: OutputPolicy,
    depth: ColorDepth = .trueColor
  ) {
    self.size = size
    self.down = down
    self.up = up
    pacer = LinkPacer(policy: policy)
    encoder = FrameEncoder(size: size, depth: depth)
    surface = Surface(size: size)
  }

  /// Requests an acknowledgement before the first frame, as the program does, erases the screen, and
  /// is then busy starting. Its first frame is a page without a picture.
  ///
  /// - Parameters:
  ///   - seconds: How long it is busy.
  ///   - page: The bytes of the first frame; `nil` starts with a picture.
  package mutating func start(busyFor seconds: Double, page: Int? = nil) {
    pacer.statusRequested(at: time)
    sent += 4
    requests.append((sent, Self.statusReply))
    _ = down.write([UInt8](repeating: 0, count: 4)[...], at: time)
    busyUntil = time + seconds
    if let page {
      encoder.assumeBlack()
      _ = down.write([UInt8](repeating: 0, count: Self.questions)[...], at: time)
      sent += Self.questions
      send([UInt8](repeating: 0, count: page), lambda: nil, hasFence: false)
    }
  }

  /// Plays until a time.
  ///
  /// - Parameters:
  ///   - end: When to stop.
  ///   - framesPerSecond: The clip's frame rate.
  ///   - frame: The frame with a number, which is time times rate.
  package mutating func play(
    until end: Double, framesPerSecond: Double = 30, frame: (Int) -> PixelBuffer
  ) {
    while time < end {
      step(wanted: Int((time * framesPerSecond + 1e-6).rounded(.down)), frame)
      let due = (Double(Int((time * framesPerSecond + 1e-6).rounded(.down))) + 1) / framesPerSecond
      var next = min(due, end)
      for event in [
        down.nextArrival, up.nextArrival, isWriting ? down.nextDeparture(after: time) : nil,
        pacer.nextLook(at: time), busyUntil, firstFrameTime, hasSeekBar ? nextSeekBar : nil,
      ] {
        if let event, event > time { next = min(next, event) }
      }
      time = next
    }
  }

  /// Switches to another clip, whose frame is due at once.
  package mutating func swipe() {
    shownFrame = nil
    hold.begin()
  }

  private mutating func step(wanted: Int, _ frame: (Int) -> PixelBuffer) {
    highestInFlight = max(highestInFlight, sent - pending.count - consumed)
    for piece in down.receive(until: time) {
      while let begin = begins.first, begin.offset < consumed + piece.bytes.count {
        frames[begin.frame].arrival = piece.time
        begins.removeFirst()
      }
      consumed += piece.bytes.count
      while let end = ends.first, end.offset <= consumed {
        frames[end.frame].completion = piece.time
        ends.removeFirst()
      }
      while let request = requests.first, request.offset <= consumed {
        requests.removeFirst()
        if isAnswering { _ = up.write(Array(request.reply.utf8)[...], at: piece.time) }
      }
    }
    guard time >= busyUntil else { return }
    for piece in up.receive(until: time) {
      for kind in stride(from: 3, to: piece.bytes.count, by: 4) {
        if piece.bytes[kind] == UInt8(ascii: "c") {
          pacer.fenceAnswered(at: time)
        } else {
          pacer.answered(at: time)
        }
      }
    }
    write()
    pacer.timePassed(at: time)
    let isSeekBarDue = hasSeekBar && time >= nextSeekBar
    let isFrameDue = wanted != shownFrame || hold.isHolding || isSeekBarDue
    guard time >= firstFrameTime, isFrameDue else { return }
    guard pacer.isReady(at: time) else { return pacer.frameRefused() }
    shownFrame = wanted
    if isSeekBarDue { nextSeekBar = time + 0.2 }
    let newest = Models.Frame(pixels: frame(wanted), serial: UInt64(wanted))
    if let frame = hold.frame(newest: newest, at: time) {
      send(frame, chrome: isSeekBarDue ? Self.seekBar : 0)
    }
    if jitter > 0 { busyUntil = time + Double.random(in: 0...jitter, using: &generator) }
  }

  private mutating func write() {
    guard isWriting else { return }
    let count = down.write(pending[...], at: time)
    pending.removeFirst(count)
    if pending.isEmpty {
      isWriting = false
      pacer.frameLeft(at: time)
    }
  }

  private mutating func send(_ frame: Models.Frame, chrome: Int) {
    surface.drawFrame(frame.pixels, in: surface.bounds)
    let isHeld = hold.isHolding
    encoder.lambda = isHeld ? 0 : pacer.lambda
    let hasFence = pacer.sendsFence(at: time)
    let limit = pacer.byteLimit(for: size, at: time).map { max($0 - Self.overhead - chrome, 0) }
    var output: [UInt8] = []
    let count = encoder.encode(surface, masking: [], byteLimit: limit, into: &output)
    let lambda = max(encoder.limitedLambda, encoder.lambda)
    hold.sent(frame, lambda: lambda, at: time)
    guard count + chrome > 0 else { return }
    output.append(contentsOf: [UInt8](repeating: 0, count: Self.overhead + chrome))
    frames.append(
      Frame(
        start: time, bytes: output.count, lambda: lambda, psnr: psnr(), frame: Int(frame.serial)))
    begins.append((sent, frames.count - 1))
    ends.append((sent + output.count, frames.count - 1))
    send(output, lambda: isHeld ? nil : lambda, hasFence: hasFence)
  }

  private mutating func send(_ output: [UInt8], lambda: Double?, hasFence: Bool) {
    if hasFence { requests.append((sent + 3, Self.fenceReply)) }
    requests.append((sent + 4, Self.statusReply))
    sent += output.count
    requests.append((sent, Self.statusReply))
    pacer.frameStarted(bytes: output.count, lambda: lambda, hasFence: hasFence, at: time)
    pending = output
    isWriting = true
    write()
  }

  /// What the terminal shows compared with what it should, in decibels.
  private func psnr() -> Double {
    func square(_ first: Color, _ second: Color) -> Int {
      let red = Int(first.red) - Int(second.red)
      let green = Int(first.green) - Int(second.green)
      let blue = Int(first.blue) - Int(second.blue)
      return red * red + green * green + blue * blue
    }
    var sum = 0
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let wanted = surface[column, row]
        guard let shown = encoder.shownCell(column: column, row: row) else {
          sum += 6 * 255 * 255
          continue
        }
        // A cell that the encoder does not know as halves yet is blank.
        sum += square(shown.foreground, wanted.foreground)
        sum += square(shown.background, wanted.background)
      }
    }
    let mean = Double(sum) / Double(6 * size.rows * size.columns)
    return mean == 0 ? .infinity : 10 * log10(255 * 255 / mean)
  }
}
