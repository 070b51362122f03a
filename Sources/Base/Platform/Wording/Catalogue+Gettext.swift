import CIntl

extension Catalogue {
  /// What gettext finds. As long as the process has chosen no language (`Language`), that is nothing.
  package static let ofProcess = Catalogue(
    translation: { english in
      // Its translation is the file's header.
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

  /// Copies what was found: gettext gives the key itself back where there is nothing.
  private static func text(
    _ found: UnsafeMutablePointer<CChar>?, unless key: UnsafePointer<CChar>
  ) -> String? {
    guard let found, UnsafePointer(found) != key else { return nil }
    return String(cString: found)
  }
}
