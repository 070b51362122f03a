import AppFeature
import Platform
import TerminalCore

/// What a key does: a row of the table of commands (docs/decisions/screen-keys.md).
///
/// Dispatch, help, README, manual and configuration read the same row.
package struct Command: Sendable {
  /// The name in a configuration file and for `--key`: stable across versions.
  package let name: String
  /// Its name in earlier versions.
  var alias: String?
  package let group: Group
  /// Its keys by default.
  let keys: [KeyEvent]
  let effect: Effect
  var contexts: Contexts = [.page, .overview]
  /// What it does in the overview, if something else than on a page.
  var inOverview: Overview.Action?
  /// What it does in an overlay and, if it is for a clip, in an article.
  var inText: TextMove?
  /// What it does, in English, short enough for the help; `%s` stands for the number.
  let label: String
  var number: Int?
  /// What it does, in a few words for a table, if that says more than the label.
  var summary: String?
  /// The label of a line that it shares with others in the help.
  var line: String?
  /// How a table names its keys and those of the commands that follow, which have no row there.
  var keyNames: String?

  enum Effect: Sendable {
    /// Turns pages, backwards if negative; what one read brings is one turn.
    case swipe(Int)
    case send(App.Action)
    /// Is for the clip on screen.
    case clip(ClipItem.Action)
    case redraw
    case suspend
  }

  /// Where it holds.
  struct Contexts: OptionSet {
    let rawValue: Int

    static let page = Contexts(rawValue: 1)
    static let overview = Contexts(rawValue: 2)
    /// Over a list of files or chapters. Under other overlays, keys keep their meaning.
    static let list = Contexts(rawValue: 4)
    static let typing = Contexts(rawValue: 8)
    static let everywhere: Contexts = [.page, .overview, .list, .typing]
  }

  /// The groups of commands in the help.
  package enum Group: CaseIterable, Sendable {
    case feed
    /// Its keys are in force only while triage is on.
    case triage
    case playing
    case sound
    case clip
    case screen

    package var title: String {
      switch self {
      case .feed: localized("Feed")
      case .triage: localized("Triage")
      case .playing: localized("Playing")
      case .sound: localized("Sound")
      case .clip: localized("Clip")
      case .screen: localized("Screen")
      }
    }
  }
}

extension Command {
  /// The label, in the user's language.
  package var localizedLabel: String { text(label) }

  var localizedLine: String { text(line ?? label) }

  /// The index of the tag that it gives; `nil` if it gives none.
  var tagIndex: Int? {
    if case .send(.feed(.triage(.tagged(let index)))) = effect { index } else { nil }
  }

  /// Whether it leads to another page.
  var turnsPages: Bool { group == .feed && inText != nil }

  private func text(_ text: String) -> String {
    localized(marked: text, arguments: number.map { [$0] } ?? [])
  }
}

extension Command: Hashable {
  package static func == (left: Command, right: Command) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
