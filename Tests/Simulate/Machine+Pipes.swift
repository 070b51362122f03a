import Glibc

extension Machine {
  /// The other ends of a program's input, output and errors. None of them ever blocks.
  final class Pipes {
    private let input: Int32
    private let output: Int32
    private let errors: Int32

    /// - Parameter process: The one that starts the program: it shows them under these numbers.
    init(of process: pid_t) {
      func open(_ number: Int, _ mode: Int32) -> Int32 {
        Glibc.open("/proc/\(process)/fd/\(700 + number)", mode | O_NONBLOCK | O_CLOEXEC)
      }
      input = open(0, O_RDONLY)
      // To read, too, so that writing to them never fails.
      output = open(1, O_RDWR)
      errors = open(2, O_RDWR)
    }

    deinit { for descriptor in [input, output, errors] { close(descriptor) } }

    /// What was written to the program; `nil` if nothing more will be.
    func read() -> [UInt8]? {
      var all: [UInt8] = []
      var bytes = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = Glibc.read(input, &bytes, bytes.count)
        if count == 0, all.isEmpty { return nil }
        guard count > 0 else { return all }
        all += bytes.prefix(count)
      }
    }

    /// Writes what there is room for, and removes it.
    func write(_ bytes: inout [UInt8]) {
      while !bytes.isEmpty {
        let count = Glibc.write(output, bytes, bytes.count)
        guard count > 0 else { return }
        bytes.removeFirst(count)
      }
    }

    func say(_ line: String) { _ = Glibc.write(errors, line, line.utf8.count) }
  }
}
