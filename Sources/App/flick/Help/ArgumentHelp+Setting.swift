import ArgumentParser
import Settings

extension ArgumentHelp {
  /// The help of an option that configuration files have, too.
  ///
  /// - Parameters:
  ///   - name: The option's.
  ///   - value: What its value is called; `nil` for a flag.
  static func setting(_ name: String, _ value: String? = nil) -> ArgumentHelp {
    var help = ArgumentHelp(valueName: value)
    help.abstract = Setting.named(name)?.summary ?? ""
    return help
  }
}
