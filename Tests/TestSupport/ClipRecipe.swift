/// How the ffmpeg command makes a clip of all its inputs.
package struct ClipRecipe {
  /// The name of the file; its extension determines the container.
  package var name: String
  /// The arguments of each input.
  package var inputs: [[String]]
  /// The arguments of the output.
  package var arguments: [String]

  package init(name: String, inputs: [[String]], arguments: [String]) {
    (self.name, self.inputs, self.arguments) = (name, inputs, arguments)
  }

  /// What distinguishes it from others.
  var parts: [String] { [name] + inputs.joined() + arguments }
}
