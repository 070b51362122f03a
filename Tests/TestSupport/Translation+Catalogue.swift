import Platform

extension Translation {
  /// The translation as a catalogue of the program, for a language with one form for one and
  /// another for all other numbers.
  package var catalogue: Catalogue {
    let texts = texts
    return Catalogue(
      translation: { texts[$0]?.first },
      plural: { one, _, count in
        texts[one].flatMap { $0.count == 2 ? $0[count == 1 ? 0 : 1] : nil }
      })
  }
}
