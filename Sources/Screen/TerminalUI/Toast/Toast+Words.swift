import AppFeature
import Clients
import Models
import Platform

extension Toast.Message {
  /// What the toast says, and how to put it where there is less room.
  func words(
    _ symbols: SymbolSet, _ formats: LocalFormats = .plain, _ keyMap: KeyMap = .standard
  ) -> (long: String, short: String) {
    switch self {
    case .keys(let hint): hint.words(keyMap)
    case .firstUnreviewed:
      (
        keyMap.keyName(for: .undo)
          .map { localized("first without a verdict; %s undoes the last one", $0) }
          ?? localized("first without a verdict"), localized("first")
      )
    case .triageIsOff:
      Self.word(
        keyMap.keyName(for: .triageMode).map { localized("%s turns triage on", $0) }
          ?? localized("triage is off"))
    case .noSections: Self.word(localized("no sections here"))
    case .paused(true, of: _): Self.word(localized("paused"))
    case .paused(false, of: _): Self.word(localized("playing"))
    case .seek(by: let seconds, of: _): Self.seconds(seconds, symbols, formats)
    case .chapter(nil, of: _): Self.word(localized("this clip has no chapters"))
    case .chapter(let place?, of: _): place.words
    case .event(let place?, by: _, of: _):
      (
        place.isLiveliest
          ? localized(
            "lively place %1$s of %2$s", formats.count(place.number),
            formats.count(place.count))
          : localized(
            "event %1$s of %2$s", formats.count(place.number), formats.count(place.count)),
        "\(formats.count(place.number))/\(formats.count(place.count))"
      )
    case .event(nil, by: let steps, of: _):
      Self.word(
        steps > 0
          ? localized("nothing stands out after this") : localized("nothing stands out before this")
      )
    case .muted(true): Self.word(localized("muted"))
    case .muted(false): (localized("sound on"), localized("sound"))
    case .loop(let mode): Self.word(mode.words)
    case .end(.forwards): (localized("the last clip"), localized("last"))
    case .end(.backwards): (localized("the first clip"), localized("first"))
    case .volume(let percent):
      (localized("volume %s %%", percent), localized("%s %%", percent))
    case .speed(let speed):
      (localized("speed %s", speed.words(formats)), speed.words(formats))
    case .soundDelay(let delay):
      (
        localized("sound delay %s ms", Self.signed(delay, symbols)),
        localized("%s ms", Self.signed(delay, symbols))
      )
    case .fit(.fit):
      Self.word(localized("fit"))
    case .fit(.fill):
      Self.word(localized("fill"))
    case .soundIsBack:
      (localized("sound is back"), localized("sound"))
    case .soundIsMissing(let reason):
      (localized("no sound: %s", reason), localized("no sound"))
    case .soundTrack(let selection, of: _):
      if let codec = selection.undecodable {
        (localized("no sound: cannot decode %s", codec), localized("no sound"))
      } else {
        selection.words(kind: localized("sound"), none: localized("this clip has no sound"))
      }
    case .subtitles(let selection, of: _):
      selection.words(
        kind: localized("subtitles"),
        none: selection.count > 0
          ? localized("subtitles: off") : localized("this clip has no subtitles"))
    case .lotLiked(true, let count):
      Self.word(localizedPlural(count, "%s clip liked", "%s clips liked", formats.count(count)))
    case .lotLiked(false, let count):
      Self.word(
        localizedPlural(count, "%s clip not liked", "%s clips not liked", formats.count(count)))
    case .liked(true, of: _): Self.word(localized("liked"))
    case .liked(false, of: _): (localized("unliked"), localized("not liked"))
    case .findingEvents: Self.word(localized("looking for events"))
    case .findingExcerpts: Self.word(localized("looking for excerpts"))
    case .excerpts(let count):
      (
        localizedPlural(
          count, "%s excerpt: nothing else stands out", "%s excerpts", formats.count(count)),
        localizedPlural(count, "%s excerpt", "%s excerpts", formats.count(count))
      )
    case .noExcerpts(let error): (error.words, localized("no excerpts"))
    case .film: (localized("the whole film; Esc: the excerpt"), localized("whole film"))
    case .noFilm: Self.word(localized("this is the whole clip"))
    case .triage(true): Self.word(localized("triage"))
    case .triage(false): (localized("triage off: all clips"), localized("triage off"))
    case .judged(let verdict, of: let title):
      Self.word(verdict?.words ?? localized("no verdict"), of: title)
    case .rated(0, of: _): Self.word(localized("no rating"))
    case .rated(let rating, of: let title):
      Self.word(String(repeating: symbols.star, count: rating), of: title)
    case .tagged(let tag?, of: let title): Self.word(tag, of: title)
    case .tagged(nil, of: _):
      (localized("no tag for this key: see --tag"), localized("no tag"))
    case .marked(let point, let time): point.words(time, formats)
    case .unmarkable: (localized("nothing that plays"), localized("not marked"))
    case .uncaptioned: (localized("only a clip in a file has a caption"), localized("no caption"))
    case .tooEarly:
      (localized("too early: release the key, wait for the picture"), localized("too early"))
    case .lot(let count, let isUndone):
      Self.word(
        isUndone
          ? localizedPlural(count, "undone: %s clip", "undone: %s clips", formats.count(count))
          : localizedPlural(count, "%s clip", "%s clips", formats.count(count)))
    case .undone(nil): Self.word(localized("nothing to undo"))
    case .undone(let decision?):
      (localized("undone: %s", decision.words(symbols)), localized("undone"))
    case .redone(nil): Self.word(localized("nothing to redo"))
    case .redone(let decision?):
      (localized("redone: %s", decision.words(symbols)), localized("redone"))
    case .unfinishedApply(isRunning: true):
      Self.word(localized("another Flick is moving files"))
    case .unfinishedApply(isRunning: false):
      (
        localized("an apply was interrupted: see flick apply --finish, or flick undo"),
        localized("apply was interrupted")
      )
    case .applied(let result): result.words(done: localized("applied"))
    case .applyUndone(nil): Self.word(localized("nothing to undo"))
    case .applyUndone(let result?): result.words(done: localized("undone"))
    case .removed(let title): (localized("removed: %s", title), localized("removed"))
    case .refreshed(let count): Self.word(count.words(formats))
    case .copied(let text):
      (localized("copied: %s", text), localized("copied"))
    case .opened: Self.word(localized("opened"))
    case .note(let text, let short):
      (text.string.replacing("\u{A0}", with: " "), short.string)
    case .saving: (localized("saving the frame"), localized("saving"))
    case .saved(let place): Self.saved(place.string)
    case .saveFailed(let error):
      (localized("couldn't save: %s", error.words), localized("not saved"))
    case .failed(let attempt, let error): attempt.words(error)
    }
  }

  /// Whether the message applies while a page is on screen.
  func concerns(_ page: PageID?) -> Bool {
    switch self {
    case .paused(_, of: let id), .seek(_, of: let id), .chapter(_, of: let id),
      .event(_, by: _, of: let id), .findingEvents(of: let id), .liked(_, of: let id),
      .soundTrack(_, of: let id), .subtitles(_, of: let id):
      id == page
    default: true
    }
  }

  /// Whether it has details after a colon: a reason, or a location.
  var hasDetail: Bool {
    switch self {
    case .judged, .rated, .failed, .saveFailed, .copied, .soundIsMissing,
      .saved, .removed, .applied, .chapter:
      true
    default: false
    }
  }

  /// A saved file: `saved in ~/clips: river-1m05.20s.png`.
  private static func saved(_ place: String) -> (String, String) {
    guard let slash = place.lastIndex(of: "/") else {
      return (localized("saved: %s", place), localized("saved"))
    }
    let folder = slash == place.startIndex ? "/" : String(place[..<slash])
    let name = place[place.index(after: slash)...]
    return (localized("saved in %1$s: %2$s", folder, name), localized("saved in %s", folder))
  }

  /// A seek: `+5 s`, `\u{2212}30 s`.
  private static func seconds(
    _ seconds: Double, _ symbols: SymbolSet, _ formats: LocalFormats
  ) -> (String, String) {
    let minus = symbols.hasArrows ? "\u{2212}" : "-"
    let number = (seconds < 0 ? minus : "+") + formats.decimal(seconds.magnitude)
    return word(localized("%s s", number))
  }

  private static func signed(_ number: Int, _ symbols: SymbolSet) -> String {
    (number < 0 ? symbols.hasArrows ? "\u{2212}" : "-" : "") + "\(number.magnitude)"
  }

  /// A text without a short form, but for the title of the clip that it is about.
  private static func word(_ text: String, of title: CleanText? = nil) -> (String, String) {
    (title.map { "\(text): \($0)" } ?? text, text)
  }
}

extension Toast.Attempt {
  /// What could not be done and why, and its short form.
  fileprivate func words(_ error: FeedError) -> (String, String) {
    let reason = error.words
    return switch self {
    case .like: (localized("couldn't save the like: %s", reason), localized("not saved"))
    case .rotation: (localized("couldn't save the rotation: %s", reason), localized("not saved"))
    case .review: (localized("couldn't save the decision: %s", reason), localized("not saved"))
    case .caption:
      (localized("couldn't edit with %1$s: %2$s", error.place, reason), localized("not edited"))
    case .apply: (localized("couldn't look at the files: %s", reason), localized("not applied"))
    case .refresh: (localized("couldn't refresh: %s", reason), localized("not refreshed"))
    case .login:
      (
        localized("couldn't connect to %1$s: %2$s", error.place, reason),
        localized("not connected")
      )
    case .jump: (localized("not found: %s", reason), localized("not found"))
    case .open: (localized("couldn't open: %s", reason), localized("not opened"))
    }
  }
}

extension ChapterPlace {
  /// Its number and title.
  fileprivate var words: (String, String) {
    let place = localized("chapter %1$s of %2$s", number, count)
    return (chapter.title.isEmpty ? place : "\(place): \(chapter.title)", "\(number)/\(count)")
  }
}

extension Review.Verdict {
  /// What the verdict makes of a clip.
  var words: String {
    switch self {
    case .keep: localized("kept")
    case .reject: localized("rejected")
    }
  }
}

extension Review.Point {
  /// What was marked, and where.
  fileprivate func words(_ time: Double?, _ formats: LocalFormats) -> (String, String) {
    guard let time else {
      return self == .in
        ? (localized("in point removed"), localized("no in point"))
        : (localized("out point removed"), localized("no out point"))
    }
    let clock = formats.exactClock(time)
    return self == .in
      ? (localized("in point at %s", clock), localized("in %s", clock))
      : (localized("out point at %s", clock), localized("out %s", clock))
  }
}

extension ApplyResult {
  /// How it went: the first problem matters most.
  fileprivate func words(done: String) -> (String, String) {
    let files = localizedPlural(files, "%s file", "%s files", files)
    guard let problem else { return ("\(done): \(files)", done) }
    let stayed = localizedPlural(
      failures, "%s clip stays where it was", "%s clips stay where they were", failures)
    return ("\(stayed): \(problem)", stayed)
  }
}

extension Decision {
  /// What was decided about which item.
  fileprivate func words(_ symbols: SymbolSet) -> String {
    var parts: [String] = []
    if before.verdict != after.verdict {
      parts.append(after.verdict?.words ?? localized("no verdict"))
    }
    if before.rating != after.rating {
      parts.append(
        after.rating == 0
          ? localized("no rating") : String(repeating: symbols.star, count: after.rating))
    }
    if before.inPoint != after.inPoint
      || before.outPoint != after.outPoint
    {
      parts.append(localized("marked part"))
    }
    let tags = after.tags.filter { !before.tags.contains($0) }
    parts += tags.isEmpty && before.tags != after.tags ? [localized("tags")] : tags
    return "\(parts.joined(separator: ", ")) (\(title))"
  }
}

extension ChangeCount {
  /// The result of a refresh.
  fileprivate func words(_ formats: LocalFormats) -> String {
    var parts: [String] = []
    if new > 0 { parts.append(localizedPlural(new, "%s new", "%s new", formats.count(new))) }
    if gone > 0 { parts.append(localizedPlural(gone, "%s gone", "%s gone", formats.count(gone))) }
    return parts.isEmpty ? localized("up to date") : parts.joined(separator: ", ")
  }
}

extension SnapshotError {
  /// The problem, in as few words as possible.
  fileprivate var words: String {
    switch self {
    case .noFrame: localized("there is no frame")
    case .media(let error): error.description
    case .file(let place, let reason): "\(place): \(reason)"
    }
  }
}

extension FeedError {
  /// The problem, in as few words as possible.
  fileprivate var words: String {
    detail.isEmpty ? reason.words : detail.string
  }
}

extension LoopMode {
  /// The common name for what happens at the end of a clip.
  var words: String {
    switch self {
    case .one: localized("loop: one")
    case .feed: localized("loop: feed")
    case .off: localized("loop: off")
    }
  }
}

extension PlaybackSpeed {
  /// The factor in words, such as `1.5x`.
  func words(_ formats: LocalFormats) -> String {
    "\(formats.decimal((factor * 100).rounded() / 100))x"
  }
}

extension TrackSelection {
  fileprivate func words(kind: String, none: String) -> (long: String, short: String) {
    guard let track else { return (none, none) }
    let place = count > 1 ? "\(kind) \(number)/\(count)" : kind
    let named = [track.language, track.title].filter { !$0.isEmpty }
    let parts = (named.isEmpty ? [track.codec] : named).map(\.string)
    return ("\(place): \(parts.joined(separator: ", "))", place)
  }
}
