import FoundationEssentials
import IssueReporting
import Platform

/// Makes unique identifiers.
package struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator.
  package init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Always the same identifier.
  package static func constant(_ uuid: UUID) -> Self { Self { uuid } }

  /// 00000000-0000-0000-0000-000000000000, then …0001, and so on: for tests.
  package static var incrementing: Self {
    let next = Lock(0)
    return Self {
      UUID(
        next.withLock { value in
          defer { value += 1 }
          return value
        })
    }
  }

  /// A new identifier.
  package func callAsFunction() -> UUID { generate() }
}

extension UUID {
  /// The identifier whose last twelve digits are a number, for tests.
  package init(_ number: Int) {
    var bytes = uuid_t(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &bytes) { buffer in
      var rest = UInt64(bitPattern: Int64(number))
      for index in (8..<16).reversed() {
        buffer[index] = UInt8(truncatingIfNeeded: rest)
        rest >>= 8
      }
    }
    self.init(uuid: bytes)
  }
}

extension DependencyValues {
  /// What makes unique identifiers.
  package var uuid: UUIDGenerator {
    get { self[UUIDGenerator.self] }
    set { self[UUIDGenerator.self] = newValue }
  }
}

extension UUIDGenerator: DependencyKey {
  package static let liveValue = Self { UUID() }
  package static let testValue = Self {
    unimplemented("DependencyValues.uuid", placeholder: UUID(0))
  }
}
