import TerminalCore
import TestSupport
import Testing

/// Reports of the mouse that come faster than anybody acts on them.
@Suite struct EventMergingTests {
  private func mouse(_ kind: MouseEvent.Kind, column: Int = 0, row: Int = 0) -> TerminalEvent {
    .mouse(MouseEvent(kind, column: column, row: row))
  }

  @Test(arguments: [nil, .left, .right] as [MouseEvent.Button?])
  func latestMotionCounts(_ button: MouseEvent.Button?) {
    let motion = (0..<20_000).map { mouse(.move(button), column: $0 % 80, row: $0 % 24) }
    #expect(
      (motion + [character("q")]).joiningMouseReports
        == [mouse(.move(button), column: 79, row: 7), character("q")])
  }

  @Test func wheelReportsAddUp() {
    let down = Array(repeating: mouse(.wheel(.down)), count: 20_000)
    #expect(
      (down + [mouse(.wheel(.up)), mouse(.wheel(.up), column: 1)]).joiningMouseReports
        == [
          mouse(.wheel(.down, count: 20_000)), mouse(.wheel(.up)), mouse(.wheel(.up), column: 1),
        ])
  }

  @Test func keysAreNeitherMergedNorReordered() {
    let events = [
      mouse(.move(nil)), mouse(.press(.left)), mouse(.press(.left)), mouse(.move(.left)),
      mouse(.release(.left)), mouse(.move(nil)), character("q"), mouse(.move(nil)), .paste([0x71]),
      mouse(.move(nil)),
    ]
    #expect(events.joiningMouseReports == events)
  }

  @Test func repliesDoNotSeparateEvents() {
    let answer = TerminalEvent.reply(.deviceStatus(0))
    #expect(
      [mouse(.move(nil)), answer, mouse(.move(nil), column: 3), answer].joiningMouseReports
        == [mouse(.move(nil), column: 3), answer, answer])
  }

  /// Whatever comes together, what is left says the same, and no two events of it could be one.
  @Test func noEventIsLost() {
    for seed in Fuzz.seed..<(Fuzz.seed + 2_000) {
      var generator = SeededGenerator(seed: seed)
      let events = (0..<generator.int(0..<30)).map { _ in
        switch generator.int(0..<7) {
        case 0: character("j")
        case 1: TerminalEvent.reply(.deviceStatus(generator.int(0..<4)))
        case 2: mouse(.press(.left), column: generator.int(0..<2))
        case 3: mouse(.release(.left))
        case 4: mouse(.wheel(generator.pick([.up, .down])))
        case 5: mouse(.move(.left), column: generator.int(0..<9))
        default: mouse(.move(nil), column: generator.int(0..<9))
        }
      }
      let joined = events.joiningMouseReports
      #expect(joined.joiningMouseReports == joined, "seed \(seed)")
      #expect(pressed(joined) == pressed(events), "seed \(seed)")
      #expect(turns(joined) == turns(events), "seed \(seed)")
      #expect(lastPlaces(joined) == lastPlaces(events), "seed \(seed)")
    }
  }

  /// All but motion and the wheel.
  private func pressed(_ events: [TerminalEvent]) -> [TerminalEvent] {
    events.filter {
      guard case .mouse(let mouse) = $0 else { return true }
      switch mouse.kind {
      case .press, .release: return true
      case .move, .wheel: return false
      }
    }
  }

  /// How far the wheel was turned each way, between what was pressed.
  private func turns(_ events: [TerminalEvent]) -> [[MouseEvent.WheelDirection: Int]] {
    var turns: [[MouseEvent.WheelDirection: Int]] = [[:]]
    for event in events {
      switch event {
      case .mouse(let mouse):
        if case .wheel(let direction, let count) = mouse.kind {
          turns[turns.count - 1][direction, default: 0] += count
        } else if !pressed([event]).isEmpty {
          turns.append([:])
        }
      case .reply: break
      default: turns.append([:])
      }
    }
    return turns
  }

  /// Where the mouse was whenever something was pressed or turned.
  private func lastPlaces(_ events: [TerminalEvent]) -> [Int] {
    var places: [Int] = []
    var column = 0
    var wasWheel = false
    for event in events {
      if case .reply = event { continue }
      var isWheel = false
      if case .mouse(let mouse) = event {
        if case .move = mouse.kind { column = mouse.column }
        if case .wheel = mouse.kind { isWheel = true }
      }
      if isWheel ? !wasWheel : !pressed([event]).isEmpty { places.append(column) }
      wasWheel = isWheel
    }
    return places + [column]
  }
}
