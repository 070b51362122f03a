import ArgumentParser
import Platform
import Settings

extension ByteCount {
  /// Reads an amount as the command line has it.
  ///
  /// - Throws: `ValidationError` if it is none.
  init(argument: String) throws {
    do throws(Refusal) {
      try self.init(argument)
    } catch {
      throw ValidationError(error.words)
    }
  }
}

extension ByteCount.Refusal {
  fileprivate var words: String {
    switch self {
    case .unreadable: localized("It takes a number with K, M or G behind it, such as 256M.")
    case .tooMuch: localized("The most is 1024G.")
    }
  }
}
