import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The declaration of a version or a plan, and its extensions.
struct VersionPieces {
    /// The type's qualified name.
    let type: String
    /// The declaration of the type, followed by its extensions.
    let all: [VersionPiece]

    /// The type's unqualified name.
    var name: String { Self.lastName(type) }

    /// Finds the declaration of a type, and the type's extensions.
    ///
    /// - Throws: `NextVersionDraft.Problem` if the type isn't at the given location, or `UnreadableFile` if a file
    ///   can't be read or parsed.
    init(of type: String, at location: SourceLocation, in sources: SourceSet) throws {
        self.type = type
        let file = try sources.file(location.file)
        guard let node = file.declaration(named: location) else { throw NextVersionProblem.moved(type, location) }
        var pieces = [VersionPiece(file: file, node: node)]
        for path in try sources.paths(with: ["extension"]) {
            let file = try sources.file(path)
            for item in file.tree.statements {
                guard let part = item.item.as(ExtensionDeclSyntax.self) else { continue }
                let extended = part.extendedType.trimmedDescription
                if extended == type { pieces.append(VersionPiece(file: file, node: DeclSyntax(part))) }
            }
        }
        all = pieces
    }

    static func lastName(_ type: String) -> String { type.split(separator: ".").last.map(String.init) ?? type }

    /// Returns whether an offset in a file is inside the declaration or one of its extensions.
    func contains(_ offset: Int, of path: String) -> Bool {
        all.contains { $0.file.path == path && $0.range.contains(offset) }
    }

    /// The names of the classes, structs, enums, actors and typealiases that are directly nested in the declarations.
    var nestedNames: Set<String> {
        var names: Set<String> = []
        for piece in all {
            for item in piece.node.typeMembers?.members ?? [] {
                if let name = item.decl.typeName { names.insert(name) }
            }
        }
        return names
    }

    /// The classes that are directly nested in the declarations, keyed by name.
    var classes: [String: (node: ClassDeclSyntax, file: SwiftFile)] {
        var found: [String: (node: ClassDeclSyntax, file: SwiftFile)] = [:]
        for piece in all {
            for item in piece.node.typeMembers?.members ?? [] {
                if let node = item.decl.as(ClassDeclSyntax.self) { found[node.name.text] = (node, piece.file) }
            }
        }
        return found
    }

    /// Returns the first array literal in the declaration of a property such as `models`. Returns nil if the property
    /// isn't declared, or if its declaration contains no array literal.
    func array(of property: String) -> (piece: VersionPiece, array: ArrayExprSyntax)? {
        for piece in all {
            guard let variable = Self.variable(property, in: piece.node) else { continue }
            if let array = Self.array(in: variable) { return (piece, array) }
        }
        return nil
    }

    /// Returns the expressions that a list property such as `stages` can evaluate to. Returns nil if the property isn't
    /// declared, or if it contains no such expression.
    func results(of property: String) -> (piece: VersionPiece, results: ListResults)? {
        for piece in all {
            guard let variable = Self.variable(property, in: piece.node) else { continue }
            let results = ListResults(of: variable)
            return results.expressions.isEmpty ? nil : (piece, results)
        }
        return nil
    }

    /// Returns the location of a list property whose value isn't just an array literal, as in `V1.models + [B.self]`.
    /// Returns nil if it is, or if the property isn't declared.
    func computedList(of property: String) -> SourceLocation? {
        for piece in all {
            guard let variable = Self.variable(property, in: piece.node) else { continue }
            let place = piece.file.location(variable.bounds.lowerBound)
            guard let binding = variable.bindings.first else { return place }
            if let value = binding.initializer?.value { return value.is(ArrayExprSyntax.self) ? nil : place }
            guard case .getter(let body)? = binding.accessorBlock?.accessors, body.count == 1,
                let item = body.first?.item
            else { return place }
            let value = item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
            return value?.is(ArrayExprSyntax.self) == true ? nil : place
        }
        return nil
    }

    /// Returns the first array literal in a property's declaration, or nil if the declaration doesn't contain one.
    static func array(in property: VariableDeclSyntax) -> ArrayExprSyntax? { ArrayFinder.first(in: Syntax(property)) }

    static func variable(_ name: String, in node: DeclSyntax) -> VariableDeclSyntax? {
        for item in node.typeMembers?.members ?? [] {
            guard let variable = item.decl.as(VariableDeclSyntax.self),
                variable.bindings.first?.pattern.trimmedDescription == name
            else { continue }
            return variable
        }
        return nil
    }
}

struct VersionPiece {
    let file: SwiftFile
    let node: DeclSyntax

    var range: Range<Int> { node.bounds }

    /// The `@available` attributes of the declaration, which its extensions also need.
    var availability: [String] {
        let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
        return attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.attributeName.trimmedDescription == "available" }.map { file.text($0) }
    }
}

extension DeclSyntax {
    /// The name of the declared class, struct, enum, actor or typealias, or nil if the node is a different declaration.
    var typeName: String? {
        switch self.as(DeclSyntaxEnum.self) {
        case .classDecl(let node): node.name.text
        case .structDecl(let node): node.name.text
        case .enumDecl(let node): node.name.text
        case .actorDecl(let node): node.name.text
        case .typeAliasDecl(let node): node.name.text
        default: nil
        }
    }
}

/// A visitor that finds the first array literal in a syntax tree.
private final class ArrayFinder: SyntaxVisitor {
    private var found: ArrayExprSyntax?

    static func first(in node: Syntax) -> ArrayExprSyntax? {
        let finder = ArrayFinder(viewMode: .sourceAccurate)
        finder.walk(node)
        return finder.found
    }

    override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
        // In `[any PersistentModel.Type]()`, the array is a type in a call.
        if found == nil, node.parent?.is(FunctionCallExprSyntax.self) != true { found = node }
        return .skipChildren
    }
}
