import CLibAV
import Models

/// Something that libav has allocated, freed with the object.
final class Allocated<Value> {
  let pointer: UnsafeMutablePointer<Value>
  private let free: (UnsafeMutablePointer<UnsafeMutablePointer<Value>?>?) -> Void

  /// Takes over what libav gives.
  ///
  /// - Parameters:
  ///   - pointer: `nil` if there was no memory for it.
  ///   - free: What gives it back.
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
