import Glibc
import Models
import Platform

extension FilePath {
  /// Checks that the file is no symbolic link: one in another user's folder may lead anywhere, and
  /// what is written to it would be written there.
  package func checkLeadsNowhere() throws(FileError) {
    guard (try? FileStatus(self, followsLinks: false).kind) != .link else {
      throw FileError(
        self, number: ELOOP, words: localized("a symbolic link, which is not written through"))
    }
  }
}
