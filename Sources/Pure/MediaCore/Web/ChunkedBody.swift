/// Takes the chunks of a body apart (RFC 9112, 7.1), however the bytes arrive.
package struct ChunkedBody: Hashable, Sendable {
  private enum Phase: Hashable {
    case size(digits: Int, value: Int64)
    /// What follows the size on its line.
    case sizeLine(Int64)
    case data(left: Int64)
    /// The line end behind a chunk.
    case dataEnd
    /// A line behind the last chunk, and how long it is so far.
    case trailer(length: Int)
    case finished
    case broken
  }

  private var phase = Phase.size(digits: 0, value: 0)
  /// Bytes that were neither data nor size in this line or trailer.
  private var idle = 0

  /// Creates a decoder at the beginning of a body.
  package init() {}

  /// Whether the last chunk and its trailer have been read.
  package var isFinished: Bool { phase == .finished }

  /// Whether the bytes are not those of chunks; nothing is taken any more.
  package var isBroken: Bool { phase == .broken }

  /// Sizes, line ends and trailers longer than this are not taken for chunks.
  private static let largestIdle = 16_384

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - input: As they come; what follows the body is left alone.
  ///   - output: The data among them is appended.
  /// - Returns: How many bytes were taken.
  package mutating func decode(_ input: ArraySlice<UInt8>, into output: inout [UInt8]) -> Int {
    var position = input.startIndex
    while position < input.endIndex, !isFinished, !isBroken {
      if case .data(let left) = phase {
        let count = Int(min(left, Int64(input.endIndex - position)))
        output += input[position..<position + count]
        position += count
        phase = left == Int64(count) ? .dataEnd : .data(left: left - Int64(count))
        idle = 0
        continue
      }
      take(input[position])
      position += 1
      idle += 1
      if idle > Self.largestIdle { phase = .broken }
    }
    return position - input.startIndex
  }

  private mutating func take(_ byte: UInt8) {
    let isLineEnd = byte == 0x0A
    switch phase {
    case .size(let digits, let value):
      if let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digits < 15 {
        phase = .size(digits: digits + 1, value: value << 4 | Int64(digit))
      } else if digits == 0 || Character(Unicode.Scalar(byte)).isHexDigit {
        phase = .broken
      } else {
        phase = isLineEnd ? Self.begin(value) : .sizeLine(value)
      }
    case .sizeLine(let value):
      if isLineEnd { phase = Self.begin(value) }
    case .dataEnd:
      if isLineEnd {
        phase = .size(digits: 0, value: 0)
      } else if byte != 0x0D {
        phase = .broken
      }
    case .trailer(let length):
      if isLineEnd {
        phase = length == 0 ? .finished : .trailer(length: 0)
      } else if byte != 0x0D {
        phase = .trailer(length: length + 1)
      }
    case .data, .finished, .broken: break
    }
  }

  private static func begin(_ size: Int64) -> Phase {
    size == 0 ? .trailer(length: 0) : .data(left: size)
  }
}
