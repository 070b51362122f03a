import Composable
import Models

extension Overview {
  /// Places on more shelves are forgotten.
  static let maxPlaces = 1_000
}

// Sections as shelves.
extension Overview.State {
  /// The sections that are shown, as far as there are items.
  package var shownSections: [FeedSection] { rows.sections }

  /// How many shelves there are; 0 on the sheet.
  package var shelfCount: Int { rows.isShelved ? rows.sections.count : 0 }

  /// What is in sight of a section, counted from its first item; `nil` if that is all, and on the sheet.
  package func partInSight(ofSection index: Int) -> Range<Int>? {
    guard rows.isShelved, rows.sections.indices.contains(index) else { return nil }
    let section = rows.numbers(inTileRow: index)
    let part = inSight(section)
    guard part != section else { return nil }
    return (part.lowerBound - section.lowerBound)..<(part.upperBound - section.lowerBound)
  }

  /// The numbers of a row of tiles that are in sight.
  func inSight(_ row: Range<Int>) -> Range<Int> {
    guard rows.isShelved, let grid else { return row }
    let shelf = shelf(of: row.lowerBound) ?? Shelf.State()
    return shelf.inSight(of: row, columns: grid.columns)
  }

  /// The shelf with a number; `nil` if it is not around.
  func shelf(of number: Int) -> Shelf.State? {
    shelves[id: rows.isShelved ? rows.sections.index(of: number) : nil]
  }

  /// Where the cursor was on a shelf, counted from its first item.
  func place(onShelf index: Int) -> Int {
    let place = shelves[id: index]?.place ?? places[rows.sections[index].name]
    return place?.cursor ?? 0
  }

  /// Turns between the sheet and shelves, if there are sections.
  mutating func toggleShelves() {
    guard !sections.isEmpty else { return }
    isShelved.toggle()
    layOutRows()
    centre()
    showCursor()
  }

  /// Has the shelves on screen, as many before and after them, and no others; or the sheet.
  mutating func layOutShelves() {
    for shelf in shelves {
      guard let name = shelf.name else { continue }
      places[name] = shelf.place == Shelf.Place() ? nil : shelf.place
    }
    if places.count > Overview.maxPlaces { places = [:] }
    guard rows.isShelved, let grid else {
      if shelves[id: nil] == nil { shelves = [Shelf.State()] }
      return
    }
    // Each has two rows: its heading and its tiles.
    let first = top / 2
    let (start, end) = (max(first - grid.shelves, 0), first + 2 * grid.shelves)
    let around = start..<min(end, rows.sections.count)
    shelves = IdentifiedArray(
      uniqueElements: around.map { index in
        let name = rows.sections[index].name
        var shelf = shelves[id: index] ?? Shelf.State(section: index)
        if shelf.name != name { (shelf.name, shelf.place) = (name, places[name] ?? Shelf.Place()) }
        return shelf
      })
    guard let index = rows.sections.index(of: cursor) else { return }
    let section = rows.numbers(inTileRow: index)
    shelves[id: index]?.show(cursor, of: section, columns: grid.columns)
  }
}

extension Overview.Action {
  static let shelfCase = CasePath<Overview.Action, (Int?, Shelf.Action)>(
    embed: { .shelf($0.0, $0.1) },
    extract: { if case .shelf(let id, let action) = $0 { (id, action) } else { nil } })
}
