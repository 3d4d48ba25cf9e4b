import Foundation
import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A reader for the code of a stage as it is written, to compare it with the code at another commit.
package enum StageCodeReader {
    /// Returns the tokens of the call that declares a stage, with its hooks, and without white space and comments. If a
    /// hook isn't written in the call, returns the tokens of the whole file.
    ///
    /// Returns nil if the file can't be parsed, or if no call begins at the stage's location.
    ///
    /// - Parameter contents: the contents of the file that declares the stage.
    package static func tokens(of stage: DeclaredStage, in contents: Data) -> [String]? {
        guard let file = try? SwiftFile(path: stage.location.file, bytes: [UInt8](contents)) else { return nil }
        let search = StageSearch(stage.location, in: file)
        search.walk(file.tree)
        guard let call = search.found else { return nil }
        let code = isWhole(call) ? Syntax(call) : Syntax(file.tree)
        return code.tokens(viewMode: .sourceAccurate).map(\.text)
    }

    /// Returns whether each hook is a closure or `nil`.
    private static func isWhole(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.filter { $0.label.flatMap { HookMoment(rawValue: $0.plainText) } != nil }.allSatisfy {
            $0.expression.is(ClosureExprSyntax.self) || $0.expression.is(NilLiteralExprSyntax.self)
        }
    }
}

/// A search for the outermost call that begins at a location.
private final class StageSearch: SyntaxVisitor {
    private(set) var found: FunctionCallExprSyntax?
    private let location: SourceLocation
    private let file: SwiftFile

    init(_ location: SourceLocation, in file: SwiftFile) {
        self.location = location
        self.file = file
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if found == nil, file.location(node.bounds.lowerBound) == location { found = node }
        return found == nil ? .visitChildren : .skipChildren
    }
}
