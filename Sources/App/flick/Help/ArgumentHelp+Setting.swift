import ArgumentParser
import Settings

extension ArgumentHelp {
  /// The help of an option that is also a setting in the configuration file.
  ///
  /// - Parameters:
  ///   - name: The option's.
  ///   - value: What its value is called; `nil` for a flag.
  static func setting(_ name: String, _ value: String? = nil) -> ArgumentHelp {
    var help = ArgumentHelp(valueName: value)
    guard let setting = Setting.named(name) else { return help }
    help.abstract = setting.summary
    if case .size = setting.kind { help.abstract += " It is written as 500K or 2M." }
    return help
  }
}
