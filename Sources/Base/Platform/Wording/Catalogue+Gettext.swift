import CIntl

extension Catalogue {
  /// The catalogue of gettext; empty until the process has chosen a language (`Language`).
  package static let ofProcess = Catalogue(
    translation: { english in
      // The empty string translates to the file's header.
      guard !english.isEmpty else { return nil }
      return english.withCString { key in
        text(dgettext(Language.domain, key), unless: key)
      }
    },
    plural: { one, many, count in
      one.withCString { one in
        many.withCString { many in
          guard let found = dngettext(Language.domain, one, many, count.magnitude),
            UnsafePointer(found) != many
          else { return nil }
          return text(found, unless: one)
        }
      }
    })

  /// Copies the result; gettext returns the key itself if there is no translation.
  private static func text(
    _ found: UnsafeMutablePointer<CChar>?, unless key: UnsafePointer<CChar>
  ) -> String? {
    guard let found, UnsafePointer(found) != key else { return nil }
    return String(cString: found)
  }
}
