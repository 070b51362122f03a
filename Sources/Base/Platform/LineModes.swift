import CPlatform
import Glibc

/// The modes of a terminal line (`termios`).
package struct LineModes: Sendable {
  let modes: termios

  private init(modes: termios) {
    self.modes = modes
  }

  /// Reads the modes of a terminal. `nil`, with `errno` set, if the descriptor is not a terminal.
  package init?(of fileDescriptor: Int32) {
    var modes = termios()
    guard tcgetattr(fileDescriptor, &modes) == 0 else { return nil }
    self.modes = modes
  }

  /// The same modes in raw form: every byte is passed through in both directions, without echo,
  /// line editing, signals from keys, flow control or CR before LF.
  package var raw: LineModes {
    var modes = modes
    cfmakeraw(&modes)
    withUnsafeMutableBytes(of: &modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return LineModes(modes: modes)
  }

  /// Applies these modes to a terminal at once.
  package func apply(to fileDescriptor: Int32) {
    var modes = modes
    while tcsetattr(fileDescriptor, TCSANOW, &modes) != 0, errno == EINTR {}
  }
}

extension LineModes: Equatable {
  package static func == (left: LineModes, right: LineModes) -> Bool {
    left.fields == right.fields
  }

  /// All fields: flags, speeds and special characters.
  private var fields: [UInt32] {
    let flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    let characters = withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
    return flags + [modes.c_ispeed, modes.c_ospeed] + characters
  }
}
