/// The values in force, and where each comes from.
package struct EffectiveSettings: Hashable, Sendable {
  /// By option name; options without a value are missing.
  package private(set) var entries: [String: SettingLayer.Entry] = [:]
  package private(set) var problems: [SettingProblem]

  private let commandLine: CommandLineSettings

  /// Merges settings from several sources.
  ///
  /// - Parameters:
  ///   - layers: Lowest precedence first.
  ///   - commandLine: The highest precedence.
  package init(_ layers: [SettingLayer], commandLine: CommandLineSettings) {
    self.commandLine = commandLine
    let layers = layers + [commandLine.layer]
    problems = layers.flatMap(\.problems)
    for layer in layers {
      // A start given for this run overrides a permanent `resume`, for instance.
      for (first, second) in Setting.rivals {
        if layer.entries[first]?.value.isSet == true { entries[second] = nil }
        if layer.entries[second]?.value.isSet == true { entries[first] = nil }
      }
      entries.merge(layer.entries) { _, new in new }
    }
    dropWhatPathsReplace()
  }

  /// A value, wherever it comes from; `nil` if there is none.
  package func value(of setting: Setting) -> SettingValue? {
    entries[setting.name]?.value ?? setting.standardValue
  }

  package func origin(of setting: Setting) -> SettingOrigin {
    entries[setting.name]?.origin ?? .standard
  }

  /// A command line equivalent to these settings.
  package var arguments: [String] {
    Setting.all.flatMap(arguments) + commandLine.arguments
  }

  private func arguments(_ setting: Setting) -> [String] {
    guard let entry = entries[setting.name], entry.value != setting.standardValue else { return [] }
    switch entry.value {
    case .flag: return [setting.flag]
    case .text(let text):
      return entry.origin == .commandLine ? [] : ["--\(setting.name)=\(text)"]
    case .texts(let texts):
      return entry.origin == .commandLine ? [] : texts.map { "--\(setting.name)=\($0)" }
    }
  }

  /// Paths on the command line are the feed: defaults for runs without paths do not apply, and
  /// neither does the separator of lists if there are no lists.
  private mutating func dropWhatPathsReplace() {
    for name in ["liked", "show", "files-from"] where commandLine.hasPaths {
      if entries[name]?.origin != .commandLine { entries[name] = nil }
    }
    guard !commandLine.readsInput, entries["files-from"]?.value.isSet != true,
      entries["null"]?.origin != .commandLine
    else { return }
    entries["null"] = nil
  }
}
