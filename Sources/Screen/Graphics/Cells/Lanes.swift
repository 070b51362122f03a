/// A number for each of four cells.
///
/// The standard library converts vectors a lane at a time. Here, numbers are made from bits and bits
/// from numbers in whole vectors.
typealias Lanes = SIMD4<Float>

extension Lanes {
  /// 2^23: in its sum with a whole number from 0 to 255, that is the lowest byte.
  private static var wholeNumbers: Float { 8_388_608 }

  @inline(__always)
  fileprivate init(bits: SIMD4<UInt32>) {
    self = unsafeBitCast(bits, to: Lanes.self)
  }

  @inline(__always)
  fileprivate var bits: SIMD4<UInt32> { unsafeBitCast(self, to: SIMD4<UInt32>.self) }

  /// The numbers in the lowest byte of each lane.
  @inline(__always)
  init(lowestByteOf words: SIMD4<UInt32>) {
    let base = SIMD4<UInt32>(repeating: Self.wholeNumbers.bitPattern)
    let byte = words & SIMD4<UInt32>(repeating: 0xFF)
    self = Lanes(bits: base | byte) - Lanes(bits: base)
  }

  /// The nearest whole numbers, from 0 to 255.
  @inline(__always)
  var bytes: SIMD4<UInt32> {
    (self + Lanes(repeating: Self.wholeNumbers)).bits & SIMD4<UInt32>(repeating: 0xFF)
  }
}

/// A choice for each of four cells: all bits of a lane are set, or none.
struct LaneMask {
  private let bits: SIMD4<UInt32>

  @inline(__always)
  init(_ mask: SIMDMask<SIMD4<Int32>>) {
    bits = unsafeBitCast(mask, to: SIMD4<UInt32>.self)
  }

  /// The lanes of which any bit is set.
  @inline(__always)
  init(_ words: SIMD4<UInt32>) {
    self.init(words .!= SIMD4())
  }

  @inline(__always)
  private init(bits: SIMD4<UInt32>) {
    self.bits = bits
  }

  @inline(__always)
  func and(_ other: LaneMask) -> LaneMask { LaneMask(bits: bits & other.bits) }

  /// Zero where the mask is not set.
  @inline(__always)
  func masked(_ value: SIMD4<UInt32>) -> SIMD4<UInt32> { value & bits }

  /// Zero where the mask is not set.
  @inline(__always)
  func masked(_ value: Lanes) -> Lanes { Lanes(bits: value.bits & bits) }

  @inline(__always)
  func choose(_ value: SIMD4<UInt32>, or other: SIMD4<UInt32>) -> SIMD4<UInt32> {
    value & bits | other & ~bits
  }

  @inline(__always)
  func choose(_ value: Lanes, or other: Lanes) -> Lanes {
    Lanes(bits: choose(value.bits, or: other.bits))
  }
}
