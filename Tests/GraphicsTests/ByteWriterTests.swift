import TestSupport
import Testing

@testable import Graphics

@Suite struct ByteWriterTests {
  /// What is written into memory that is as large as it has to be.
  private func written(_ body: (inout ByteWriter) -> Void) -> [UInt8] {
    ByteWriter.decimalTable.withUnsafeBufferPointer { table in
      withUnsafeTemporaryAllocation(byteCount: 4_096 + ByteWriter.spare, alignment: 8) { memory in
        guard let base = memory.baseAddress, let decimals = table.baseAddress else { return [] }
        var writer = ByteWriter(base: base, decimals: decimals)
        body(&writer)
        return Array(memory.prefix(writer.count))
      }
    }
  }

  @Test func parametersAreWrittenWithSemicolons() {
    for value in UInt8.min ... .max {
      #expect(written { $0.appendParameter(value) } == Array(";\(value)".utf8))
    }
  }

  @Test func numbersAreWrittenInDecimal() {
    for value in Array(0...1_100) + [9_999, 10_000, 65_535, .max] {
      #expect(written { $0.appendDecimal(value) } == Array("\(value)".utf8))
    }
  }

  /// Every so many-th, and those where the number of bytes changes.
  @Test func scalarsAreWrittenInUTF8() {
    let edges: [UInt32] = [0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x1_0000, 0x10_FFFF]
    for value in Array(stride(from: UInt32(1), to: 0x11_0000, by: 61)) + edges {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(written { $0.appendScalar(value) } == Array(String(scalar).utf8))
    }
  }

  @Test func writesAreConcatenated() {
    let bytes = written { writer in
      writer.beginSequence()
      writer.appendDecimal(12)
      writer.appendParameter(3)
      writer.append(0x0048_3233, length: 3)
      writer.appendScalar(0x2580)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[12;332H\u{2580}")
  }
}
