import Composable
import FoundationEssentials

extension DateGenerator {
  /// Always the same date.
  package static func constant(_ date: Date) -> Self { Self { date } }
}
