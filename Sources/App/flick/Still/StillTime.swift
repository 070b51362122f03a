import ArgumentParser
import Platform

/// A position in a clip as typed: `90`, `1:30`, `1:02:03.5`, `50%`.
enum StillTime: Hashable {
  /// Seconds since the first frame.
  case seconds(Double)
  /// A fraction of the clip, from 0 to 1.
  case fraction(Double)

  /// Reads seconds, minutes and seconds, or hours, minutes and seconds, separated by colons; or
  /// percent.
  ///
  /// - Throws: `ValidationError` for anything else.
  init(argument: String) throws {
    if argument.hasSuffix("%") {
      let digits = argument.dropLast().drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
      guard let percent = Self.number(String(digits)), percent <= 100 else {
        throw Self.problem(argument)
      }
      self = .fraction(percent / 100)
      return
    }
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Self.number(String($0)) }
    let hasWholeParts = parts.dropLast().allSatisfy { !$0.contains(".") }
    let isInRange = numbers.dropFirst().allSatisfy { $0 < 60 }
    guard numbers.count == parts.count, parts.count <= 3, hasWholeParts, isInRange else {
      throw Self.problem(argument)
    }
    self = .seconds(numbers.reduce(0) { $0 * 60 + $1 })
  }

  private static func problem(_ argument: String) -> ValidationError {
    ValidationError(
      "--at",
      takes: localized(
        "a time such as 90, 1:30 or 1:02:03.5, or a percentage of the clip such as 50%"),
      not: argument)
  }

  /// A number of at most nine digits before its point; `Double` would accept "inf" and "0x1p4",
  /// too.
  private static func number(_ text: String) -> Double? {
    guard text.allSatisfy({ "0123456789.".contains($0) }),
      text.prefix(while: { $0 != "." }).count < 10
    else { return nil }
    return Double(text)
  }
}
