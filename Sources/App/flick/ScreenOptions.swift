import ArgumentParser
import Graphics
import TerminalCore

/// A value with a name on the command line.
protocol NamedValue: Hashable, Sendable {
  /// In the order of the help.
  static var names: KeyValuePairs<String, Self> { get }
}

/// A value, or `auto`, which chooses by what the terminal and the link can do.
struct AutoOption<Value: NamedValue>: Hashable, ExpressibleByArgument {
  /// `nil` for `auto`.
  var value: Value?

  static var allValueStrings: [String] { ["auto"] + Value.names.map(\.key) }

  var defaultValueDescription: String { Value.names.first { $0.value == value }?.key ?? "auto" }

  init() {}

  init?(argument: String) {
    guard argument != "auto" else { return }
    guard let name = Value.names.first(where: { $0.key == argument }) else { return nil }
    value = name.value
  }
}

extension ColorDepth: NamedValue {
  static let names: KeyValuePairs<String, ColorDepth> = [
    "24bit": .trueColor, "256": .palette256, "16": .palette16, "8": .palette8, "mono": .mono,
  ]
}

extension GlyphSet: NamedValue {
  static let names: KeyValuePairs<String, GlyphSet> = [
    "half": .half, "quadrant": .quadrant, "sextant": .sextant, "octant": .octant,
    "space": .space, "ascii": .ascii,
  ]
}

extension OutputMode: NamedValue {
  static let names: KeyValuePairs<String, OutputMode> = [
    "cells": .cells, "kitty": .kitty, "sixel": .sixel,
  ]
}

extension FrameQuality: NamedValue {
  static let names: KeyValuePairs<String, FrameQuality> = [
    "low": .low, "medium": .medium, "high": .high, "exact": .exact,
  ]
}
