import Models
import Platform

extension FileError {
  /// Calls a function, and says of an error of the system which file it is about.
  static func about<Value>(
    _ path: FilePath, _ body: () throws(SystemError) -> Value
  ) throws(FileError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw FileError(path, number: error.number)
    }
  }
}
