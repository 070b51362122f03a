import CLibAV
import Models

/// An object allocated by libav, freed on deinit.
final class Allocated<Value> {
  let pointer: UnsafeMutablePointer<Value>
  private let free: (UnsafeMutablePointer<UnsafeMutablePointer<Value>?>?) -> Void

  /// Takes ownership of a pointer from libav.
  ///
  /// - Parameters:
  ///   - pointer: `nil` if there was no memory for it.
  ///   - free: Frees it.
  /// - Throws: `.tooLarge`.
  init(
    _ pointer: UnsafeMutablePointer<Value>?,
    _ free: @escaping (UnsafeMutablePointer<UnsafeMutablePointer<Value>?>?) -> Void
  ) throws(MediaError) {
    guard let pointer else { throw .tooLarge }
    self.pointer = pointer
    self.free = free
  }

  deinit {
    var pointer: UnsafeMutablePointer<Value>? = pointer
    free(&pointer)
  }
}
