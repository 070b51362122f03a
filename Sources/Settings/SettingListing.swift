import Platform

/// Writes values as TOML.
package enum SettingListing {
  /// The keys of an action in a listing.
  package struct KeyLine: Hashable, Sendable {
    package var action: String
    package var keys: [String]
    package var origin: SettingOrigin
    package var summary: String

    package init(action: String, keys: [String], origin: SettingOrigin, summary: String) {
      self.action = action
      self.keys = keys
      self.origin = origin
      self.summary = summary
    }
  }

  /// Lists the values in force; a comment after each says where it comes from.
  ///
  /// - Parameters:
  ///   - settings: The values.
  ///   - problems: Problems that do not prevent a start.
  ///   - keys: The keys of all actions.
  ///   - file: The configuration file.
  ///   - isThere: Whether it exists.
  package static func effective(
    _ settings: EffectiveSettings, problems: [SettingProblem], keys: [KeyLine], file: String,
    exists: Bool
  ) -> String {
    var lines = [
      "# "
        + (exists
          ? localized("In effect now. File: %s", comment(file))
          : localized("In effect now. File: %s (not found)", comment(file)))
    ]
    for problem in problems {
      lines.append("# \(comment("\(problem)"))")
    }
    for group in Setting.Group.allCases {
      lines += ["", "# \(group.rawValue)"]
      lines += aligned(
        Setting.all.filter { $0.group == group }.map { setting in
          guard let value = settings.value(of: setting) else {
            return ("# \(setting.name) =", localized("not set"))
          }
          return (
            "\(setting.name) = \(text(value, of: setting))", "\(settings.origin(of: setting))"
          )
        })
    }
    lines += ["", "[\(SettingLayer.keyTable)]"]
    lines += aligned(keys.map { ("\($0.action) = \(list($0.keys))", "\($0.origin)") })
    return lines.joined(separator: "\n") + "\n"
  }

  /// An initial file: every option, documented and commented out.
  package static func template(keys: [KeyLine]) -> String {
    var lines = [
      "# " + localized("Flick's configuration. Uncomment a line to change it."),
      "# "
        + localized(
          "Environment variables (FLICK_VOLUME=50) and the command line (--volume 50) take precedence."
        ),
      "# "
        + localized(
          "`flick config` prints the settings in effect, `flick config --path` the path of this file."
        ),
    ]
    for group in Setting.Group.allCases {
      for setting in Setting.all where setting.group == group {
        let summary = localized(marked: setting.summary)
        let words =
          setting.kind == .flag
          ? summary : localized("%1$s Takes %2$s.", summary, setting.allowed)
        let value = setting.standardValue.map { text($0, of: setting) } ?? quoted("")
        lines += ["", "# \(words)", "# \(setting.name) = \(value)"]
      }
    }
    lines += [
      "",
      "# "
        + localized(
          "Keys replace the action's default keys; [] removes them all."),
      "[\(SettingLayer.keyTable)]",
    ]
    lines += aligned(keys.map { ("# \($0.action) = \(list($0.keys))", $0.summary) })
    return lines.joined(separator: "\n") + "\n"
  }

  /// A value as written in a file.
  package static func text(_ value: SettingValue, of setting: Setting) -> String {
    switch value {
    case .flag(let flag): "\(flag)"
    case .texts(let texts): list(texts)
    case .text(let text):
      switch setting.kind {
      case .integer, .number: text
      case .start: Int(text) == nil ? quoted(text) : text
      default: quoted(text)
      }
    }
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ", "))]"
  }

  /// A TOML basic string.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
        quoted += "\\u00" + (scalar.value < 16 ? "0" : "")
        quoted += String(scalar.value, radix: 16, uppercase: true)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Text that stays on its line.
  private static func comment(_ text: String) -> String {
    String(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "?" : Character($0) })
  }

  /// Lines with aligned comments, unless a line is very long.
  private static func aligned(_ lines: [(text: String, comment: String)]) -> [String] {
    let widest = min(lines.map(\.text.count).max() ?? 0, 40)
    return lines.map { line in
      let gap = String(repeating: " ", count: max(widest - line.text.count, 0))
      return "\(line.text)\(gap)  # \(comment(line.comment))"
    }
  }
}
