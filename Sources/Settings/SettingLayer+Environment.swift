import Platform

extension SettingLayer {
  /// The prefix of all the program's variables.
  private static let prefix = "FLICK_"
  /// The variable that names the configuration file.
  package static let fileVariable = "FLICK_CONFIG"

  /// Reads the environment. Empty variables are ignored.
  package init(environment: [String: String]) {
    for (variable, text) in environment.sorted(by: { $0.key < $1.key }) {
      guard variable.hasPrefix(Self.prefix), variable != Self.fileVariable, !text.isEmpty else {
        continue
      }
      let origin = SettingOrigin.environment(variable)
      let name = variable.dropFirst(Self.prefix.count).lowercased()
        .map { $0 == "_" ? "-" : String($0) }.joined()
      guard let (setting, isOpposite) = Self.find(name), let known = setting.variable else {
        problems.append(Self.unknown(variable, at: origin))
        continue
      }
      do {
        let value = try setting.value(ofText: text)
        note(isOpposite ? value.negated : value, for: setting, as: known, at: origin)
      } catch {
        problems.append(SettingProblem(origin, "\(error)"))
      }
    }
    checkRivals()
  }

  /// Other programs may use the prefix, too.
  private static func unknown(_ variable: String, at origin: SettingOrigin) -> SettingProblem {
    let nearest = NearestName.of(variable, among: Setting.all.compactMap(\.variable))
    let words = nearest.map { localized("unknown option: did you mean %s?", $0) }
    return SettingProblem(origin, words ?? localized("unknown option"), isError: false)
  }
}
