import Graphics
import Models
import TerminalCore

/// Sends the images of surfaces to the terminal, by the available method.
@MainActor final class ImageOutput {
  /// The output method; set by `use`.
  private(set) var means = OutputMethod.cells

  /// The cells in which an image is visible: the encoder skips them.
  private(set) var cells: [CellRect] = []

  let shared = SharedImages()
  private var parts: [[CellRect]] = []
  private var kitty = KittyScreen()
  private var steps: [KittyScreen.Step] = []
  private lazy var deflater = Deflater()
  private var sixel = SixelScreen()
  private var pieces: [SixelScreen.Piece] = []
  private var encoder = SixelEncoder(registers: 0)

  /// How many pixels of an image are sent as one, across and down: as few as the limit allows.
  private var reduction = 1
  private static let largestReduction = 8
  /// The bytes of the last frame that was sent as a whole.
  private var wholeCount = 0

  /// Changes the output method. The screen content must be forgotten with the next frame.
  func use(_ means: OutputMethod) {
    self.means = means
    reduction = 1
    if case .sixel(let registers) = means { encoder = SixelEncoder(registers: registers) }
  }

  /// Whether the screen shows images, or is about to.
  func isNeeded(for surface: Surface) -> Bool {
    means != .cells && !(surface.images.isEmpty && kitty.isEmpty && sixel.isEmpty)
  }

  /// Whether untracked images may be left on screen.
  private(set) var mayHaveLeft = false

  /// Forgets the screen content.
  func forget() {
    mayHaveLeft = !kitty.isEmpty
    kitty.forget()
    sixel.forget()
  }

  /// Determines where images are visible.
  func lookAt(_ surface: Surface, under covers: [CellRect]) {
    cells.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    guard means != .cells else { return }
    for index in surface.images.indices {
      let first = cells.count
      surface.appendSeenParts(ofImage: index, under: covers, to: &cells)
      parts.append(Array(cells[first...]))
    }
  }

  /// Appends the bytes that show the images of the last surface looked at. Cursor and pen are
  /// unknown afterwards.
  ///
  /// - Parameters:
  ///   - surface: The target screen.
  ///   - byteLimit: The byte limit; frames become coarser to meet it.
  ///   - frame: Where the bytes go.
  ///   - onPart: Called with the frame whenever there is more of it, unless there is a byte limit.
  func compose(
    _ surface: Surface, byteLimit: Int?, into frame: inout [UInt8],
    onPart: (([UInt8]) -> Void)? = nil
  ) {
    let limit = byteLimit ?? .max
    let start = frame.count
    while true {
      let (oldKitty, oldSixel) = (kitty, sixel)
      // A frame that may become too large is not begun.
      append(surface, into: &frame, onPart: byteLimit == nil ? onPart : nil)
      let count = frame.count - start
      if isWhole { wholeCount = count }
      if count <= limit || reduction == Self.largestReduction {
        // Twice the resolution takes up to four times the bytes.
        if count > 0, wholeCount < limit / 5, reduction > 1 { reduction /= 2 }
        return
      }
      frame.removeLast(count)
      (kitty, sixel) = (oldKitty, oldSixel)
      reduction *= 2
    }
  }

  var isSixel: Bool { if case .sixel = means { true } else { false } }

  /// Whether nothing was left out because it is on screen already.
  private var isWhole: Bool {
    !isSixel || !pieces.isEmpty && pieces.allSatisfy { !$0.isShown }
  }

  private func append(
    _ surface: Surface, into frame: inout [UInt8], onPart: (([UInt8]) -> Void)?
  ) {
    switch means {
    case .cells: break
    case .kitty(let isShared):
      steps.removeAll(keepingCapacity: true)
      kitty.show(surface, parts: parts, reduction: reduction, into: &steps)
      for step in steps {
        switch step {
        case .transmit(let id, let index):
          let reader = ImageReader(surface.images[index], reduction: reduction)
          if !(isShared && share(reader, id, into: &frame)) { send(reader, id, into: &frame) }
        case .place(let id, let placement, let source, let cells):
          KittyGraphics.place(
            id: id, placement: placement, source: source, cells: cells, into: &frame)
        case .deletePlacement(let id, let placement):
          KittyGraphics.delete(id: id, placement: placement, into: &frame)
        case .delete(let id): KittyGraphics.delete(id: id, into: &frame)
        }
      }
    case .sixel:
      pieces.removeAll(keepingCapacity: true)
      sixel.show(surface, parts: parts, reduction: reduction, into: &pieces)
      for piece in pieces {
        frame.append(
          contentsOf: "\u{1B}[\(piece.cells.row + 1);\(piece.cells.column + 1)H".utf8)
        encoder.encode(
          ImageReader(surface.images[piece.imageIndex], reduction: reduction), cells: piece.cells,
          over: piece.isShown, into: &frame, onBand: onPart)
      }
    }
  }

  /// Passes an image in shared memory.
  ///
  /// - Returns: Whether there was room.
  private func share(_ reader: ImageReader, _ id: UInt32, into frame: inout [UInt8]) -> Bool {
    guard shared.hasRoom else { return false }
    let size = reader.size
    let name = shared.make(byteCount: size.width * size.height * 4) { memory in
      let pixels = memory.bindMemory(to: UInt32.self)
      for row in 0..<size.height {
        let target = UnsafeMutableBufferPointer(
          rebasing: pixels[(row * size.width)..<((row + 1) * size.width)])
        reader.read(row: row, columns: 0..<size.width, into: target)
        for index in 0..<size.width { target[index] |= 0xFF00_0000 }
      }
    }
    guard let name else { return false }
    KittyGraphics.transmit(id: id, size: size, sharedMemory: name, into: &frame)
    return true
  }

  /// Compresses an image and sends it as part of the frame.
  private func send(_ reader: ImageReader, _ id: UInt32, into frame: inout [UInt8]) {
    guard let packed = deflater.compress(reader) else { return }
    KittyGraphics.transmit(id: id, size: reader.size, compressed: packed, into: &frame)
  }
}
