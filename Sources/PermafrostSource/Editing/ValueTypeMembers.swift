import SwiftSyntax

/// The members of a value type or of its extension. A frozen version omits the members that mention model classes.
///
/// These members might not compile, because their code may use members that the frozen classes don't have. The stored
/// data doesn't change, because a stored value can't contain a model.
struct ValueTypeMembers {
    private let members: [MemberBlockItemSyntax]
    /// The inheritance clauses of the type and of the types nested in it.
    private let inheritance: [InheritanceClauseSyntax]

    init(_ node: DeclSyntax) {
        members = Self.all(in: node)
        inheritance = ([node] + members.map(\.decl)).compactMap {
            $0.asProtocol((any DeclGroupSyntax).self)?.inheritanceClause
        }
    }

    /// Returns the members of a type and of the types nested in it, except for nested classes.
    private static func all(in node: DeclSyntax) -> [MemberBlockItemSyntax] {
        (node.typeMembers?.members ?? []).flatMap { item in
            item.decl.is(ClassDeclSyntax.self) ? [] : [item] + all(in: item.decl)
        }
    }

    /// Returns the edits that remove the members whose code mentions one of the classes. The edits also remove the
    /// members that use a removed member, and the conformances to protocols that require one.
    func edits(omitting omission: MemberOmission) -> TextEdits {
        var open = omission.classes
        var omitted: [MemberBlockItemSyntax] = []
        let code = code
        while true {
            let more = code.filter { item in !omitted.contains(item) && Self.mentions(open, in: item) }
            if more.isEmpty { break }
            omitted += more
            open.formUnion(more.flatMap { Self.names(of: $0.decl) }.filter { $0 != "init" })
        }
        var edits = TextEdits()
        for item in omitted {
            let start = item.previousToken(viewMode: .sourceAccurate)?.endPositionBeforeTrailingTrivia.utf8Offset
            edits.replace((start ?? item.bounds.lowerBound)..<item.endWithComment, with: "")
        }
        let gone = Set(omitted.flatMap { Self.names(of: $0.decl) })
        for clause in inheritance {
            let names = clause.inheritedTypes.map(\.type.trimmedDescription)
            let kept = names.filter { omission.requirements[$0, default: []].isDisjoint(with: gone) }
            guard kept.count < names.count else { continue }
            edits.replace(clause.bounds, with: kept.isEmpty ? "" : ": " + kept.joined(separator: ", "))
        }
        return edits
    }

    /// The members that may be removed: functions, subscripts, initializers, computed properties, and the static
    /// properties that no other property, case or nested type uses.
    private var code: [MemberBlockItemSyntax] {
        let (code, stored) = (members.filter { Self.isCode($0.decl) }, members.filter { !Self.isCode($0.decl) })
        return code
            + stored.filter { item in
                let names = Set(Self.names(of: item.decl))
                return Self.isStatic(item.decl) && !stored.contains { $0 != item && Self.mentions(names, in: $0) }
            }
    }

    private static func isStatic(_ node: DeclSyntax) -> Bool {
        node.as(VariableDeclSyntax.self)?.modifiers.contains { $0.name.text == "static" } ?? false
    }

    /// Returns whether a declaration is a function, a subscript, an initializer or a computed property.
    private static func isCode(_ node: DeclSyntax) -> Bool {
        if let variable = node.as(VariableDeclSyntax.self) {
            return variable.bindings.allSatisfy { $0.accessorBlock != nil && $0.initializer == nil }
        }
        return node.is(FunctionDeclSyntax.self) || node.is(InitializerDeclSyntax.self)
            || node.is(SubscriptDeclSyntax.self)
    }

    private static func mentions(_ names: Set<String>, in item: MemberBlockItemSyntax) -> Bool {
        item.tokens(viewMode: .sourceAccurate).contains { token in
            guard names.contains(token.text), case .identifier = token.tokenKind else { return false }
            return token.isTypeReference || token.parent?.is(DeclReferenceExprSyntax.self) == true
        }
    }

    fileprivate static func names(of node: DeclSyntax) -> [String] {
        if let function = node.as(FunctionDeclSyntax.self) { return [function.name.text] }
        if node.is(InitializerDeclSyntax.self) { return ["init"] }
        return node.as(VariableDeclSyntax.self)?.bindings.map(\.pattern.trimmedDescription) ?? []
    }
}

/// The model classes that a frozen version's value types can't mention, and the requirements of the project's
/// protocols.
struct MemberOmission {
    /// The names of the classes, including aliases.
    let classes: Set<String>
    /// The names of the members that each protocol requires, keyed by the protocol's name.
    fileprivate let requirements: [String: Set<String>]

    /// Finds the requirements of the project's protocols. Throws `UnreadableFile` if a file can't be read or
    /// parsed.
    init(of classes: Set<String>, in sources: SourceSet) throws {
        self.classes = classes
        var requirements: [String: Set<String>] = [:]
        for file in try sources.files(try sources.paths(with: ["protocol "])) {
            for item in file.tree.statements {
                guard let node = item.item.as(ProtocolDeclSyntax.self) else { continue }
                requirements[node.name.text] = Set(
                    node.memberBlock.members.flatMap { ValueTypeMembers.names(of: $0.decl) })
            }
        }
        self.requirements = requirements
    }
}
