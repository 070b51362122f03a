import Models

// Ids as numbers: of the item, its page, its player.

extension ItemID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension PageID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(rawValue: value) }

  /// The page of an item.
  package init(rawValue: Int) { self = .item(ItemID(rawValue: rawValue)) }

  /// The number of its item; of a notice, a negative one.
  package var rawValue: Int {
    if case .notice(let direction) = self { return direction == .forwards ? -1 : -2 }
    return item?.rawValue ?? 0
  }
}

extension PlayerID: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) { self.init(rawValue: value) }

  /// The player of an item's page.
  package init(rawValue: Int) { self.init(PageID(rawValue: rawValue)) }

  /// The number of its item.
  package var rawValue: Int { page.rawValue }
}
