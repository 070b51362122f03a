/// The values in force, and where each comes from.
package struct EffectiveSettings: Hashable, Sendable {
  /// By the options' names; those nobody gives a value are not there.
  package private(set) var entries: [String: SettingLayer.Entry] = [:]
  /// What was found wrong on the way.
  package private(set) var problems: [SettingProblem]

  private let commandLine: CommandLineSettings

  /// Merges what is said in different places.
  ///
  /// - Parameters:
  ///   - layers: From what counts least to what counts more.
  ///   - commandLine: What counts most.
  package init(_ layers: [SettingLayer], commandLine: CommandLineSettings) {
    self.commandLine = commandLine
    let layers = layers + [commandLine.layer]
    problems = layers.flatMap(\.problems)
    for layer in layers {
      // Whoever says where to begin today does not mean the place of every day.
      for (first, second) in Setting.rivals {
        if layer.entries[first]?.value.isSet == true { entries[second] = nil }
        if layer.entries[second]?.value.isSet == true { entries[first] = nil }
      }
      entries.merge(layer.entries) { _, new in new }
    }
    dropWhatPathsReplace()
  }

  /// A value, whoever it comes from; `nil` if there is none.
  package func value(of setting: Setting) -> SettingValue? {
    entries[setting.name]?.value ?? setting.standardValue
  }

  /// Where a value comes from.
  package func origin(of setting: Setting) -> SettingOrigin {
    entries[setting.name]?.origin ?? .standard
  }

  /// The command line that says all of it.
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

  /// Paths on the command line are the feed: what stands elsewhere for want of paths does not count,
  /// nor how lists are separated where there are none.
  private mutating func dropWhatPathsReplace() {
    for name in ["liked", "files-from"] where commandLine.hasPaths {
      if entries[name]?.origin != .commandLine { entries[name] = nil }
    }
    guard !commandLine.readsInput, entries["files-from"]?.value.isSet != true,
      entries["null"]?.origin != .commandLine
    else { return }
    entries["null"] = nil
  }
}
