/// The parts of a control sequence between CSI and its final character (ECMA-48, 5.4).
struct ControlSequence: Hashable {
  /// The private-use character in front of the parameters, one of `<=>?`.
  var prefix: UInt8?
  /// The parameters; a missing one is 0.
  var parameters: [Int] = []
  /// The sub-parameter after a colon in the second parameter: in the kitty keyboard protocol the
  /// kind of event, 3 for a key let go.
  var eventType: Int?
  var intermediates: [UInt8] = []

  /// The largest value a parameter takes; what is larger is this.
  private static let largest = 0xFF_FFFF

  /// Reads the bytes 0x20 to 0x3F of a sequence.
  ///
  /// - Returns: `nil` if they stand in an order that makes no sequence.
  init?(_ bytes: some Sequence<UInt8>) {
    var isSubparameter = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x3C...0x3F where index == 0: prefix = byte
      case 0x20...0x2F: intermediates.append(byte)
      case _ where !intermediates.isEmpty: return nil
      case 0x30...0x39:
        let digit = Int(byte) - 0x30
        if isSubparameter {
          if parameters.count == 2 { eventType = min((eventType ?? 0) * 10 + digit, Self.largest) }
        } else {
          if parameters.isEmpty { parameters.append(0) }
          let last = parameters.count - 1
          parameters[last] = min(parameters[last] * 10 + digit, Self.largest)
        }
      case 0x3A:
        if parameters.isEmpty { parameters.append(0) }
        isSubparameter = true
      case 0x3B:
        if parameters.isEmpty { parameters.append(0) }
        parameters.append(0)
        isSubparameter = false
      default: return nil
      }
    }
  }

  /// A parameter, or 0 if it is missing.
  subscript(index: Int) -> Int { index < parameters.count ? parameters[index] : 0 }

  /// The modifiers of a key that is named by the final character: `CSI 1;5 A`, and `CSI 5 A` as
  /// some old terminals have it.
  var modifiers: KeyModifiers {
    KeyModifiers(parameter: parameters.count == 1 ? self[0] : self[1])
  }
}
