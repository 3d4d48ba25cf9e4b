/// The options that select what to read in a project. Paths inside the project are relative, so that they are also
/// valid in other checkouts.
package struct ReadingArguments: Sendable, Hashable {
    /// The path of the fixture tree relative to the project's folder, or an absolute path if the tree is outside
    /// the project. Nil if the user didn't specify the tree.
    package var fixtures: String?
    /// All other options, with their values. The path of a model is relative to the project's folder.
    package var others: [String]

    package init(fixtures: String? = nil, others: [String] = []) {
        self.fixtures = fixtures
        self.others = others
    }

    /// The options for a command that runs in the project's folder.
    package var words: [String] { words(from: "") }

    /// Returns the options for a command that runs in a folder above the project.
    ///
    /// - Parameter prefix: the path of the project's folder relative to that folder. It ends with `/`.
    func words(from prefix: String) -> [String] {
        (fixtures.map { ["--fixtures", $0.hasPrefix("/") ? $0 : prefix + $0] } ?? []) + others
    }
}
