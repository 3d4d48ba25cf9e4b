import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The code outside of a version's model classes that may use them, in the app and in its tests.
///
/// A declaration may use the classes if it mentions the version's type, or anything whose type or value mentions it: a
/// typealias, a property, or a function with such a parameter or result. Names are compared without their types, so
/// that more code is found than uses the classes, but not less.
struct VersionUses {
    /// The names that the code mentions.
    private(set) var names = MentionedNames()

    /// Finds the code that may use a version's classes.
    ///
    /// - Parameters:
    ///   - pieces: the version's declaration and extensions. Their members always count, except `models`.
    ///   - versions: the unqualified names of the version's type, and of other versions that list its classes.
    ///   - silent: names that don't lead to the classes: those of all versions and plans, and of a plan's members.
    ///   - isOmitted: returns true for the declarations that the result must not include, which are the classes.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    init(
        of pieces: VersionPieces, _ versions: Set<String>, silent: Set<String>, _ declarations: DeclarationItems,
        besides isOmitted: (Syntax, SwiftFile) -> Bool
    ) throws {
        var open = versions
        var known = versions
        var found: Set<DeclarationItems.Item.ID> = []
        while !open.isEmpty {
            var next: Set<String> = []
            for item in try declarations.items(mentioning: open.sorted())
                + (open == versions ? declarations.own(pieces) : [])
            where !found.contains(item.id) && !isOmitted(item.node, item.file) {
                let isOwn = pieces.contains(item.node.bounds.lowerBound, of: item.file.path)
                guard isOwn || !item.names.isDisjoint(with: known) else { continue }
                found.insert(item.id)
                guard !item.listsModels else { continue }
                names.add(item.node, in: item.file)
                next.formUnion(LeakedNames.of(item.node, mentioning: known))
            }
            // An item that was searched before a name was known is searched again for that name.
            open = next.subtracting(known).subtracting(silent)
            known.formUnion(open)
        }
    }
}

/// A visitor that finds the names through which other code can reach a version's classes: declarations whose signature
/// or type mentions one of the given names.
private final class LeakedNames: SyntaxVisitor {
    private let known: Set<String>
    private var found: Set<String> = []

    private init(_ known: Set<String>) {
        self.known = known
        super.init(viewMode: .sourceAccurate)
    }

    static func of(_ node: Syntax, mentioning known: Set<String>) -> Set<String> {
        let visitor = LeakedNames(known)
        visitor.walk(node)
        return visitor.found
    }

    private func mentions(_ node: (some SyntaxProtocol)?) -> Bool {
        node?.tokens(viewMode: .sourceAccurate).contains { token in
            if case .identifier = token.tokenKind { known.contains(MentionedNames.name(of: token)) } else { false }
        } ?? false
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        if mentions(node.initializer) { found.insert(MentionedNames.name(of: node.name)) }
        return .skipChildren
    }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        if mentions(node.signature) || mentions(node.genericWhereClause) || mentions(node.genericParameterClause) {
            found.insert(MentionedNames.name(of: node.name))
        }
        return .skipChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        for binding in node.bindings {
            let isLeak = binding.typeAnnotation.map { mentions($0) } ?? mentions(binding.initializer)
            guard isLeak else { continue }
            for token in binding.pattern.tokens(viewMode: .sourceAccurate) {
                if case .identifier = token.tokenKind { found.insert(MentionedNames.name(of: token)) }
            }
        }
        return .skipChildren
    }

    override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
        if mentions(node.parameterClause) { found.insert(MentionedNames.name(of: node.name)) }
        return .skipChildren
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { inherits(node, node.name) }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { inherits(node, node.name) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { inherits(node, node.name) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { inherits(node, node.name) }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { inherits(node, node.name) }

    private func inherits(_ node: some DeclGroupSyntax, _ name: TokenSyntax) -> SyntaxVisitorContinueKind {
        if mentions(node.inheritanceClause) { found.insert(MentionedNames.name(of: name)) }
        return .visitChildren
    }

    override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
