import Composable
import FoundationEssentials

extension DateGenerator {
  /// A generator that always returns the same date.
  package static func constant(_ date: Date) -> Self { Self { date } }
}
