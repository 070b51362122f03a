import Graphics
import Models

/// What a terminal has said about images. Until it has, it has none.
package struct PixelSupport: Hashable, Sendable {
  /// Whether it shows images of the kitty graphics protocol that are sent to it.
  package var hasKittyGraphics = false

  /// Whether it finds them in shared memory, too: then it runs on the same machine.
  package var sharesMemory = false

  /// Whether it shows sixels.
  package var hasSixel = false

  /// How many colours sixels can have; 16 is what a VT340 has.
  package var colorRegisters = 16

  /// The size of a cell.
  package var cellPixels: PixelSize?

  /// Creates what is known before the first answer.
  package init() {}

  /// The names under which images are asked about, and never sent.
  private static let directID = 4201
  private static let sharedID = 4202

  /// The questions about images of the kitty graphics protocol: a pixel sent, and one shared.
  ///
  /// - Parameter sharedMemory: Where the terminal finds a pixel of three bytes, in base 64; `nil`
  ///   does not ask.
  static func kittyQuestions(sharedMemory: String?) -> String {
    let sent = "\u{1B}_Gi=\(directID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    guard let sharedMemory else { return sent }
    return sent + "\u{1B}_Gi=\(sharedID),s=1,v=1,a=q,t=s,f=24;\(sharedMemory)\u{1B}\\"
  }

  /// The question how many colours sixels can have.
  static let sixelQuestion = "\u{1B}[?1;1;0S"

  /// Asks for 256 colours, and is answered with how many there are then. It is for terminals that
  /// have fewer, and is not taken back: that would be answered, too, after nobody listens any more.
  package static let moreColors = Array("\u{1B}[?1;3;256S".utf8)

  /// Takes an answer.
  package mutating func note(_ reply: TerminalReply) {
    switch reply {
    case .applicationProgram(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      if text == "Gi=\(Self.directID);OK" { hasKittyGraphics = true }
      if text == "Gi=\(Self.sharedID);OK" { sharesMemory = true }
    case .attributes(let list):
      // The first number names the kind of terminal: of those with sixels 62 to 65. 4 is sixels.
      hasSixel = list.first.map { $0 >= 60 } ?? false && list.dropFirst().contains(4)
    case .graphics(let list):
      // Item 1 is the number of colour registers, status 0 means success.
      if list.count >= 3, list[0] == 1, list[1] == 0, list[2] > 0 { colorRegisters = list[2] }
    case .window(let list):
      guard list.count == 3, list[0] == 6, let size = Self.cell(width: list[2], height: list[1])
      else { return }
      cellPixels = size
    default: break
    }
  }

  /// The size of a cell, if it is one that a character can have.
  package static func cell(width: Int, height: Int) -> PixelSize? {
    (2...128).contains(width) && (4...256).contains(height)
      ? PixelSize(width: width, height: height) : nil
  }
}
