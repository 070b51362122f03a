/// The parts of a control sequence between CSI and its final character (ECMA-48, 5.4).
struct ControlSequence: Hashable {
  /// The private-use character in front of the parameters, one of `<=>?`.
  var prefix: UInt8?
  /// The parameters; missing ones are 0.
  var parameters: [Int] = []
  /// The sub-parameter after a colon in the second parameter: the event type of the kitty keyboard
  /// protocol, 3 for a key release.
  var eventType: Int?
  var intermediates: [UInt8] = []

  /// The maximum value of a parameter; larger ones are clamped.
  private static let largest = 0xFF_FFFF

  /// Reads the bytes 0x20 to 0x3F of a sequence.
  ///
  /// - Returns: `nil` if their order is invalid.
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

  /// The modifiers of a key identified by the final character: `CSI 1;5 A`, or `CSI 5 A` in some
  /// old terminals.
  var modifiers: KeyModifiers {
    KeyModifiers(parameter: parameters.count == 1 ? self[0] : self[1])
  }
}
