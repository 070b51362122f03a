import Glibc

extension LocalFormats {
  /// Reads the formats that the environment requests. The process's own locale stays unchanged:
  /// numbers for other programs, and the libraries that write some, require the C locale.
  ///
  /// - Parameter environment: Reads a variable.
  package init(environment: (String) -> String?) {
    self.init()
    Self.read("LC_NUMERIC", LC_NUMERIC_MASK, environment) { item in
      guard let decimal = item(RADIXCHAR), !decimal.isEmpty, let group = item(THOUSEP) else {
        return
      }
      decimalSeparator = decimal
      groupSeparator = group
      let sizes = item(__GROUPING).map { $0.utf8.map(Int.init) } ?? []
      groups = sizes.isEmpty ? [3] : sizes.map { $0 < 10 ? $0 : 0 }
    }
    Self.read("LC_TIME", LC_TIME_MASK, environment) { item in
      func names(from first: Int, _ count: Int) -> [String] {
        (first..<first + count).compactMap { item($0) }.filter { !$0.isEmpty }
      }
      shortMonths = names(from: ABMON_1, 12)
      months = names(from: MON_1, 12)
      if let format = item(D_FMT), Self.isKnown(format) { date = format }
      if let format = item(T_FMT) {
        timeSeparator = Self.timeSeparator(in: format)
        if let morning = item(AM_STR), let afternoon = item(PM_STR), !morning.isEmpty,
          ["%r", "%I", "%l"].contains(where: format.contains)
        {
          halves = [morning, afternoon]
        }
      }
    }
  }

  /// The separator before the minutes in a time format: a point in some countries, otherwise a
  /// colon.
  static func timeSeparator(in format: String) -> String {
    format.contains(".%M") ? "." : ":"
  }

  /// Reads a category of the locale in the environment, if the system has it and it belongs to a
  /// country.
  private static func read(
    _ category: String, _ mask: Int32, _ environment: (String) -> String?,
    _ body: (_ item: (Int) -> String?) -> Void
  ) {
    let name = LocaleVariables.name(of: category, in: environment)
    guard !LocaleVariables.isPlain(name), let locale = newlocale(mask, name, nil) else { return }
    defer { freelocale(locale) }
    body { item in
      // In the locale's own encoding; anything but UTF-8 is ignored.
      nl_langinfo_l(nl_item(item), locale).flatMap { String(validatingCString: $0) }
        .flatMap { MessageFormat.isClean($0, like: "") ? $0 : nil }
    }
  }
}
