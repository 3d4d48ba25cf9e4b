import PermafrostModel

/// One element of a model file, with its place.
struct XMLElement: Sendable {
    /// The element's name: `entity`, `attribute`.
    let name: String
    /// Its attributes, as written.
    let attributes: [String: String]
    /// Where its tag starts.
    let location: SourceLocation
    /// The elements within, in order.
    var children: [XMLElement] = []
    /// The text within, where the reader keeps it.
    var text = ""

    subscript(attribute: String) -> String? { attributes[attribute] }

    /// The text of an attribute; nil if it is absent or empty, which Xcode does not tell apart.
    func text(_ attribute: String) -> String? { attributes[attribute].flatMap { $0.isEmpty ? nil : $0 } }

    /// The elements of that name within.
    func children(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// An issue at this element.
    func issue(_ problem: ModelFileProblem) -> SourceIssue { SourceIssue(.modelFile(problem), at: location) }
}
