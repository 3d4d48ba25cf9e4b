import PermafrostModel

/// The parts of a finding that stay the same when the source code moves to other lines, or the file is renamed.
///
/// Several findings can have the same identity. Therefore, a baseline also contains their number.
package struct FindingIdentity: Sendable, Hashable {
    /// The rule's code, such as `PF0208`.
    package let code: String
    /// The declaration that the finding is about, such as `PostsSchemaV4 Post.slug`. Empty if there is none.
    package let subject: String
    /// A hash of the source line without its white space and trailing comment. Empty if the finding has no source line.
    package let text: String

    /// Creates an identity from the values in a baseline file.
    init(code: String, subject: String, text: String) {
        self.code = code
        self.subject = subject
        self.text = text
    }

    /// Creates the identity of a finding.
    ///
    /// - Parameter line: the source line at the finding's location, or nil if there is none.
    init(_ finding: Finding, line: Substring?) {
        code = finding.code
        // If several plans list the version, use the name that sorts first. The order of `groups` changes if files are
        // renamed.
        let declaration = finding.schema ?? finding.version ?? finding.groups.min()
        subject = [declaration, Self.part(of: finding)].compactMap(\.self).joined(separator: " ")
        text = line.map { Self.hash($0, isSwift: finding.location?.file.hasSuffix(".swift") == true) } ?? ""
    }

    /// Creates the identity of a finding for a comparison of two commits: the rule, the stage or version, and the model
    /// and property. It doesn't depend on the names of plans and types, and not on the source line.
    init(inCommit finding: Finding) {
        code = finding.code
        subject = [finding.stage ?? finding.version, Self.part(of: finding)].compactMap(\.self).joined(separator: " ")
        text = ""
    }

    /// Returns whether findings in a file have a source line. Findings about a fixture or a folder don't have one.
    static func hasText(_ file: String) -> Bool {
        file.hasSuffix(".swift") || file.hasSuffix(".xcdatamodel/contents")
    }

    /// Returns the part of the declaration that the finding is about, such as `Post.slug`. Nil if the finding is about
    /// a plan, or isn't about a part.
    private static func part(of finding: Finding) -> String? {
        switch finding.subject {
        case .difference(let change, _): change.subject
        case .typeEdit(let edit): edit.type
        case .step(let judged): judged.change.subject
        case .question(let question): [question.entity, question.oldName].compactMap(\.self).joined(separator: ".")
        case .plan, nil: nil
        }
    }

    /// Returns a hash of a line that doesn't depend on indentation, spacing, or a trailing comment.
    private static func hash(_ line: Substring, isSwift: Bool) -> String {
        let code = isSwift ? withoutComment(line) : line
        let normalized = code.filter { !$0.isWhitespace }
        return String(Digest.hex(Digest.sha256(Array(normalized.utf8))).prefix(16))
    }

    /// Returns a line up to a comment. Slashes in a string literal don't start a comment.
    private static func withoutComment(_ line: Substring) -> Substring {
        var isString = false
        var previous: Character?
        for index in line.indices {
            let character = line[index]
            if character == "\"", previous != "\\" { isString.toggle() }
            if !isString, previous == "/", character == "/" || character == "*" {
                return line[..<line.index(before: index)]
            }
            previous = previous == "\\" && character == "\\" ? nil : character
        }
        return line
    }
}
