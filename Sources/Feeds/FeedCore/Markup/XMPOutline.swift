import Models

/// What a document has to look like to be XMP: one `rdf:RDF`, alone, or in one element (XMP
/// Specification, part 1, 7.3 and 7.4).
package enum XMPOutline {
  /// The deepest nesting of elements: that of XMP is about ten.
  private static let depthLimit = 64

  /// Whether a document has this outline: one without holds what XMP cannot.
  ///
  /// - Parameter bytes: The document, in UTF-8.
  package static func isMet(by bytes: [UInt8]) -> Bool {
    var reader = XMLReader(bytes, depthLimit: depthLimit)
    // The names of the open elements, and of those that were closed outside of RDF.
    var open: [String] = []
    var closed: [String] = []
    do throws(FeedError) {
      while true {
        switch try reader.next() {
        case .start(let element, let isEmpty):
          if !open.contains(root) {
            // Before and after RDF there is nothing.
            guard closed.isEmpty, open.isEmpty || element.name == root else { return false }
          }
          if !isEmpty {
            open.append(element.name)
          } else if !open.contains(root) {
            closed.append(element.name)
          }
        case .end:
          let name = open.popLast()
          if let name, !open.contains(root) { closed.append(name) }
        case .finished:
          return closed.first == root && closed.count <= 2
        }
      }
    } catch {
      return false
    }
  }

  private static let root = "rdf:RDF"
}
