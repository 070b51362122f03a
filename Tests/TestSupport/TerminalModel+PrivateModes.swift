/// Tracks `CSI ? n ; n h` and `l` in a stream of bytes that may be split anywhere.
struct PrivateModeScanner {
  /// The modes that are currently set.
  private(set) var modes: Set<Int> = []
  /// The modes that were set at any time.
  private(set) var seen: Set<Int> = []
  /// Whether the cursor was hidden by mode 25 and not shown since.
  private(set) var hidden = false
  /// How many times mode 2026 was reset while it was set.
  private(set) var synchronizedUpdateCount = 0

  private enum State {
    case ground
    case escape
    case introducer
    case parameters
  }
  private var state = State.ground
  private var numbers: [Int] = [0]

  mutating func scan(_ bytes: [UInt8]) {
    for byte in bytes { scan(byte) }
  }

  private mutating func scan(_ byte: UInt8) {
    switch (state, byte) {
    case (_, 0x1B): state = .escape
    case (.ground, _): break
    case (.escape, UInt8(ascii: "[")): state = .introducer
    case (.escape, UInt8(ascii: "c")):
      modes = []
      hidden = false
      state = .ground
    case (.introducer, UInt8(ascii: "?")):
      numbers = [0]
      state = .parameters
    case (.parameters, UInt8(ascii: "0")...UInt8(ascii: "9")):
      let digit = Int(byte - UInt8(ascii: "0"))
      numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + digit, 99_999)
    case (.parameters, UInt8(ascii: ";")): numbers.append(0)
    case (.parameters, UInt8(ascii: "h")): change(true)
    case (.parameters, UInt8(ascii: "l")): change(false)
    default: state = .ground
    }
  }

  private mutating func change(_ isSet: Bool) {
    for number in numbers {
      if number == 25 { hidden = !isSet }
      if isSet {
        modes.insert(number)
        seen.insert(number)
      } else if modes.remove(number) != nil, number == 2_026 {
        synchronizedUpdateCount += 1
      }
    }
    state = .ground
  }
}
