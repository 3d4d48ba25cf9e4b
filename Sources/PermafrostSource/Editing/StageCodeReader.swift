import Foundation
import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A reader for the code of stages as it is written, to compare it with the code at another commit. It parses each file
/// once.
package struct StageCodeReader {
    private var files: [String: Calls?] = [:]

    package init() {}

    /// Returns the tokens of the call that declares a stage, with its hooks, and without white space and comments. If a
    /// hook isn't written in the call, returns the tokens of the whole file.
    ///
    /// Returns nil if the file can't be parsed, or if no call begins at the stage's location.
    ///
    /// - Parameter contents: the contents of the file that declares the stage. They are the same for every stage of the
    ///   file.
    package mutating func tokens(of stage: DeclaredStage, in contents: Data) -> [String]? {
        let path = stage.location.file
        if files[path] == nil { files[path] = .some(try? Calls(in: SwiftFile(path: path, bytes: [UInt8](contents)))) }
        guard let calls = files[path] ?? nil, let call = calls.calls[stage.location] else { return nil }
        return Self.isWhole(call) ? Self.tokens(Syntax(call)) : calls.tokens
    }

    private static func tokens(_ code: Syntax) -> [String] { code.tokens(viewMode: .sourceAccurate).map(\.text) }

    /// The calls in a file, keyed by location, and the file's tokens.
    private struct Calls {
        let calls: [SourceLocation: FunctionCallExprSyntax]
        let tokens: [String]

        init(in file: SwiftFile) {
            let search = StageSearch(in: file)
            search.walk(file.tree)
            calls = search.found
            tokens = StageCodeReader.tokens(Syntax(file.tree))
        }
    }

    /// Returns whether each hook is a closure or `nil`.
    private static func isWhole(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.filter { $0.label.flatMap { HookMoment(rawValue: $0.plainText) } != nil }.allSatisfy {
            $0.expression.is(ClosureExprSyntax.self) || $0.expression.is(NilLiteralExprSyntax.self)
        }
    }
}

/// A search for the outermost call that begins at each location.
private final class StageSearch: SyntaxVisitor {
    private(set) var found: [SourceLocation: FunctionCallExprSyntax] = [:]
    private let file: SwiftFile

    init(in file: SwiftFile) {
        self.file = file
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let location = file.location(node.bounds.lowerBound)
        if found[location] == nil { found[location] = node }
        return .visitChildren
    }
}
