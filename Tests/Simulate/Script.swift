/// Keys and moments: what a person did in a sitting, as text that survives later commits.
///
///     1.25:next-clip*12+reject 4:undo
struct Script {
  /// Keys pressed together, and when, in seconds from the start.
  struct Press {
    var time: Double
    var commands: [String]
  }

  var presses: [Press]

  init(_ presses: [Press]) { self.presses = presses }

  /// Reads a text; `nil` if it is none.
  init?(_ text: String) {
    presses = []
    for part in text.split(separator: " ") {
      let halves = part.split(separator: ":")
      guard halves.count == 2, let time = Double(halves[0]) else { return nil }
      let commands = halves[1].split(separator: "+").flatMap { word in
        let pair = word.split(separator: "*")
        let count = pair.count == 2 ? Int(pair[1]) ?? 1 : 1
        return Array(repeating: String(pair[0]), count: count)
      }
      presses.append(Press(time: time, commands: commands))
    }
  }

  var text: String { presses.map(\.text).joined(separator: " ") }
}

extension Script.Press {
  var text: String {
    var runs: [(command: String, count: Int)] = []
    for command in commands {
      if runs.last?.command == command {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((command, 1))
      }
    }
    let words = runs.map { $0.count > 1 ? "\($0.command)*\($0.count)" : $0.command }
    return "\(time):\(words.joined(separator: "+"))"
  }
}

extension Script {
  /// The shortest script found that still does something.
  ///
  /// Leaves out ever smaller parts, and then single keys (delta debugging: Zeller and Hildebrandt,
  /// 2002).
  ///
  /// - Parameters:
  ///   - most: How many trials there may be.
  ///   - fails: Whether a script still does it.
  func shrunk(most: Int, where fails: (Script) throws -> Bool) rethrows -> Script {
    var trials = 0
    func isEnough(_ script: Script) throws -> Bool {
      trials += 1
      return try trials <= most && fails(script)
    }
    var script = self
    var size = max(script.presses.count / 2, 1)
    while true {
      var start = 0
      while start < script.presses.count {
        var shorter = script
        shorter.presses.removeSubrange(start..<min(start + size, script.presses.count))
        if try isEnough(shorter) { script = shorter } else { start += size }
      }
      if size == 1 { break }
      size /= 2
    }
    for index in script.presses.indices {
      var key = 0
      while script.presses[index].commands.count > 1, key < script.presses[index].commands.count {
        var shorter = script
        shorter.presses[index].commands.remove(at: key)
        if try isEnough(shorter) { script = shorter } else { key += 1 }
      }
    }
    return script
  }
}
