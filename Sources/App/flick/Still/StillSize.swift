import ArgumentParser
import Models
import Platform

/// The size of a still as typed: `80x24`.
struct StillSize: Hashable {
  let width: Int
  let height: Int

  /// A larger size is a typo, in cells or pixels.
  private static let most = 8192

  /// Reads two numbers with an x between them.
  ///
  /// - Throws: `ValidationError` for anything else.
  init(argument: String) throws {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy(\.isASCII) && part.count < 6 ? Int(part) : nil
    }
    guard parts.count == 2, numbers.count == 2, numbers.allSatisfy((1...Self.most).contains) else {
      throw ValidationError(
        "--size",
        takes: localized(
          "columns and rows such as 80x24, with -o pixels, each 1 to %s", Self.most),
        not: argument)
    }
    (width, height) = (numbers[0], numbers[1])
  }
}
