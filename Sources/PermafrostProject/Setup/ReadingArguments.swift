/// The options that say what of a project is read, as another checkout takes them: paths are relative.
package struct ReadingArguments: Sendable, Hashable {
    /// The fixture tree, relative to the project's folder; nil if nobody named one.
    package var fixtures: String?
    /// Every other option with its value. A model's path is relative to the project's folder.
    package var others: [String]

    /// Options of a project.
    package init(fixtures: String? = nil, others: [String] = []) {
        self.fixtures = fixtures
        self.others = others
    }

    /// The options for a command that runs in the project's folder.
    package var words: [String] { words(from: "") }

    /// The options for a command that runs in a folder above.
    ///
    /// - Parameter prefix: the project's folder relative to that one, with a `/` at the end.
    func words(from prefix: String) -> [String] {
        (fixtures.map { ["--fixtures", $0.hasPrefix("/") ? $0 : prefix + $0] } ?? []) + others
    }
}
