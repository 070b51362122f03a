import Glibc
import Models

/// Command-line arguments as lossless strings.
///
/// The argument parser takes strings, but a path may be any bytes. Bytes that are not UTF-8 are
/// mapped to private-use characters, and so are those characters themselves, so that every argument
/// can be converted back.
enum Arguments {
  /// U+F0000 + byte stands for a byte that is not part of valid UTF-8.
  private static let escapes: ClosedRange<UInt32> = 0xF0000...0xF00FF

  /// The arguments of this process, without its own name.
  static var ofProcess: [String] {
    (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        string(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      }
    }
  }

  /// The string for an argument's bytes.
  static func string(_ bytes: some Sequence<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while let first = rest.first {
      let count = max(1, first.leadingBitCount == 0 ? 1 : first.leadingBitCount)
      let candidate = rest.prefix(count)
      if let decoded = String(validating: candidate, as: UTF8.self)?.unicodeScalars.first,
        !escapes.contains(decoded.value)
      {
        scalars.append(decoded)
        rest = rest.dropFirst(count)
      } else {
        Unicode.Scalar(escapes.lowerBound + UInt32(first)).map { scalars.append($0) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The bytes of a string made by `string(_:)`.
  static func bytes(_ string: String) -> [UInt8] {
    string.unicodeScalars.flatMap { scalar in
      escapes.contains(scalar.value)
        ? [UInt8(scalar.value - escapes.lowerBound)] : Array(String(scalar).utf8)
    }
  }
}

extension UInt8 {
  /// The number of leading one bits: 0 for ASCII, 2 to 4 for the first byte of a longer UTF-8
  /// sequence.
  fileprivate var leadingBitCount: Int { (~self).leadingZeroBitCount }
}
