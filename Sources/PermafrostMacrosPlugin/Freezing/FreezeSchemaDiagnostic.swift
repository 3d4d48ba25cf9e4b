import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// An error in the use of `@FreezeSchema`.
enum FreezeSchemaDiagnostic: DiagnosticMessage {
    /// The version isn't a string literal, or contains an interpolation.
    case notALiteral
    /// The version isn't a safe folder name.
    case unsafeVersion(String, VersionNameRule.Rejection)
    /// The type's declaration lists neither `VersionedSchema` nor a protocol that may inherit from it.
    case notASchema(name: String)

    var message: String {
        switch self {
        case .notALiteral:
            "the version of '@FreezeSchema' must be a string literal without interpolation, so that the permafrost "
                + "tool can read it"
        case .unsafeVersion(let name, .empty):
            "'\(name)' can't be the name of a frozen version: it is empty"
        case .unsafeVersion(let name, .leadingCharacter):
            "'\(name)' can't be the name of a frozen version: it starts with '-' or '.', as options and hidden folders do"
        case .unsafeVersion(let name, .unsafeCharacter):
            "'\(name)' can't be the name of a frozen version: '/', '\\', '..' and control characters can't be part of a "
                + "folder's name"
        case .unsafeVersion(let name, .tooLong):
            "'\(name.prefix(20))…' can't be the name of a frozen version: it is longer than 200 bytes"
        case .notASchema(let name): "'@FreezeSchema' requires a VersionedSchema; '\(name)' isn't one"
        }
    }

    var diagnosticID: MessageID {
        let name =
            switch self {
            case .notALiteral: "notALiteral"
            case .unsafeVersion: "unsafeVersion"
            case .notASchema: "notASchema"
            }
        return MessageID(domain: "Permafrost", id: name)
    }

    var severity: DiagnosticSeverity { .error }
}

extension FreezeSchemaDiagnostic {
    /// A fix-it that replaces a syntax node with another one.
    struct Fix: FixItMessage {
        let message: String
        let change: FixIt.Change

        init(_ message: String, replacing old: some SyntaxProtocol, with new: some SyntaxProtocol) {
            self.message = message
            change = .replace(oldNode: Syntax(old), newNode: Syntax(new))
        }

        var fixItID: MessageID { MessageID(domain: "Permafrost", id: message) }
    }
}

extension MacroExpansionContext {
    func report(
        _ message: FreezeSchemaDiagnostic, at node: some SyntaxProtocol, _ fixes: [FreezeSchemaDiagnostic.Fix] = []
    ) {
        diagnose(
            Diagnostic(
                node: Syntax(node), message: message, fixIts: fixes.map { FixIt(message: $0, changes: [$0.change]) }))
    }
}
