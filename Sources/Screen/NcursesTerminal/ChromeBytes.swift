/// Shortens the output of ncurses.
///
/// ncurses sets each colour in a separate sequence, ends every update with the cursor at home and a
/// pen reset in three ways, and selects ASCII, which nothing here ever leaves. For a step of the
/// seek bar that is half of the bytes.
enum ChromeBytes {
  /// Merges consecutive colour sequences, and removes colours that are reset at once, ASCII
  /// selections, and home moves followed by another move; the pen is reset where the next colours
  /// are set.
  ///
  /// - Parameters:
  ///   - bytes: Complete sequences from `start` on. The rest has the same effect on the screen; the
  ///     cursor may end up anywhere.
  ///   - start: Where to begin.
  static func shorten(_ bytes: inout [UInt8], from start: Int) {
    var (read, end) = (start, start)
    // Where the parameters of the last written colours start.
    var colors: Int?
    var isHomePending = false
    while read < bytes.count {
      let token = Token(bytes[read...])
      let next = read + token.count
      defer { read = next }
      switch token.kind {
      case .selectsASCII: continue
      case .home:
        // It is written after the colours, if at all.
        isHomePending = true
        continue
      case .colors:
        let parameters = (read + 2)..<(next - 1)
        let isReset = parameters.isEmpty || bytes[parameters.lowerBound] == UInt8(ascii: "0")
        if let previous = colors, isReset {
          end = previous - 2
        } else if let previous = colors,
          separators(bytes[previous..<end]) + separators(bytes[parameters]) < maxSeparators
        {
          // "m" becomes ";", and the "0" it implies is dropped.
          if previous == end - 1 {
            bytes[previous] = UInt8(ascii: "0")
            end += 1
          }
          bytes[end - 1] = UInt8(ascii: ";")
          copy(parameters.lowerBound..<next, to: &end, in: &bytes)
          continue
        }
        colors = end + 2
      case .place:
        isHomePending = false
        if let previous = colors, previous == end - 1 {
          // If the pen is reset before a cursor move, the colours after it do the reset.
          end -= Self.plainPen.count
          copy(read..<next, to: &end, in: &bytes)
          for byte in Self.plainPen {
            bytes[end] = byte
            end += 1
          }
          colors = end - 1
          continue
        }
        colors = nil
      case .other:
        if isHomePending {
          // There is room: it was removed before.
          for (offset, byte) in Self.home.enumerated() { bytes[end + offset] = byte }
          end += Self.home.count
        }
        isHomePending = false
        colors = nil
      }
      copy(read..<next, to: &end, in: &bytes)
    }
    bytes.removeLast(bytes.count - end)
  }

  private static let home = Array("\u{1B}[H".utf8)
  private static let plainPen = Array("\u{1B}[m".utf8)
  /// Old terminals take 16 parameters.
  private static let maxSeparators = 15

  private static func separators(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 == UInt8(ascii: ";") }
  }

  private static func copy(_ range: Range<Int>, to end: inout Int, in bytes: inout [UInt8]) {
    for index in range {
      bytes[end] = bytes[index]
      end += 1
    }
  }

  /// A control sequence, or any other byte.
  private struct Token {
    enum Kind {
      /// SGR.
      case colors
      /// CUP without parameters.
      case home
      /// CUP to a position.
      case place
      case selectsASCII
      case other
    }

    let kind: Kind
    let count: Int

    init(_ bytes: ArraySlice<UInt8>) {
      let start = bytes.startIndex
      if bytes.starts(with: "\u{1B}(B".utf8) {
        (kind, count) = (.selectsASCII, 3)
        return
      }
      guard bytes.starts(with: "\u{1B}[".utf8) else {
        (kind, count) = (.other, 1)
        return
      }
      let parameters = bytes[(start + 2)...].prefix { 0x30..<0x3C ~= $0 }
      guard parameters.endIndex < bytes.endIndex else {
        (kind, count) = (.other, bytes.count)
        return
      }
      count = parameters.endIndex + 1 - start
      kind =
        switch bytes[parameters.endIndex] {
        case UInt8(ascii: "m"): .colors
        case UInt8(ascii: "H"): parameters.isEmpty ? .home : .place
        default: .other
        }
    }
  }
}
