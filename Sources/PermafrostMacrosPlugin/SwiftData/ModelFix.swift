import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

struct ModelFix: FixItMessage {
    var message: String
    var fixItID: MessageID { MessageID(domain: "SwiftData", id: message) }

    /// Returns a fix-it that has the given message and replaces one syntax node with another.
    static func replacing(_ old: some SyntaxProtocol, with new: some SyntaxProtocol, _ message: String) -> FixIt {
        FixIt(
            message: ModelFix(message: message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
