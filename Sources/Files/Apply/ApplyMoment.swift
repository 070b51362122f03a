/// A moment at which other programs might do something to a file that is on its way.
enum ApplyMoment: CaseIterable, Sendable {
  /// It is open, and will be copied.
  case opened
  /// The copy is complete, and has no name yet.
  case copied
  /// The copy has its name.
  case named
  /// The file has been set aside, to be removed.
  case setAside
  /// It has been found to be what was copied.
  case compared
}
