import Foundation
import Models
import Network

/// The program's only way to web servers.
enum WebAccess {
  /// Shared by clips and feeds, so that they share connections.
  static let source: any WebSource = CurlSource(configuration)

  /// The proxies that the environment names.
  static let proxies = WebProxies(ProcessInfo.processInfo.environment)

  private static var configuration: WebConfiguration {
    var configuration = WebConfiguration(userAgent: "Flick/\(Version.current)")
    configuration.proxies = proxies
    return configuration
  }
}
