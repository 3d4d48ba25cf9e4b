import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A model class of an old version, as the parts that stores need and the parts that they don't.
struct SquashedClass {
    /// A member that stores don't need, unless another part uses it.
    struct Part {
        enum Kind {
            /// A method, a computed or transient property, or a static property with accessors.
            case code
            /// A nested type, a typealias, or a static constant.
            case declaration
            case initializer
            /// A subscript, an operator or `callAsFunction`. Code can use it without its name.
            case unnamed
            /// A deinitializer. SwiftData runs it without any code that mentions it.
            case deinitializer
        }

        let kind: Kind
        let item: MemberBlockItemSyntax
        let file: SwiftFile
        let names: [String]
        /// The part's description, such as `describe(to:)`.
        let label: String

        var id: SyntaxIdentifier { item.id }
    }

    /// A declaration of the class: its own, or an extension.
    struct Block {
        let node: DeclSyntax
        let file: SwiftFile
        let members: MemberBlockSyntax
        let inheritance: InheritanceClauseSyntax?
        var isExtension: Bool { node.is(ExtensionDeclSyntax.self) }
    }

    let name: String
    let node: ClassDeclSyntax
    let file: SwiftFile
    /// The name of the class's parent, if it is a class of the same version.
    let parent: String?
    /// The class's declaration, followed by its extensions.
    let blocks: [Block]
    let parts: [Part]

    /// Reads a class and its extensions.
    ///
    /// - Parameters:
    ///   - classes: the names of the version's classes.
    ///   - extensions: the extensions for which ``isKnown(_:)`` returns true.
    init(
        _ node: ClassDeclSyntax, in file: SwiftFile, among classes: Set<String>,
        extensions: [(node: ExtensionDeclSyntax, file: SwiftFile)]
    ) {
        name = node.name.text
        self.node = node
        self.file = file
        parent = node.inheritanceClause?.inheritedTypes
            .compactMap(\.type.lastName).first { classes.contains($0) }
        blocks =
            [
                Block(
                    node: DeclSyntax(node), file: file, members: node.memberBlock, inheritance: node.inheritanceClause)
            ]
            + extensions.map {
                Block(
                    node: DeclSyntax($0.node), file: $0.file, members: $0.node.memberBlock,
                    inheritance: $0.node.inheritanceClause)
            }
        parts = blocks.flatMap { block in block.members.members.compactMap { Self.part($0, in: block.file) } }
    }

    /// The protocols that the class and its extensions conform to.
    var protocols: [String] { blocks.flatMap { protocols(of: $0).map(\.name) } }

    /// Returns the protocols in a block's inheritance clause.
    func protocols(of block: Block) -> [(name: String, type: InheritedTypeSyntax)] {
        (block.inheritance.map { Array($0.inheritedTypes) } ?? []).compactMap { type in
            // A composition is a name that isn't known.
            let isComposed = type.type.is(CompositionTypeSyntax.self)
            guard let name = isComposed ? type.type.trimmedDescription : type.type.lastName, name != parent else {
                return nil
            }
            return (name, type)
        }
    }

    /// The members that stores need, such as stored properties and indexes.
    var stored: [MemberBlockItemSyntax] {
        let ids = Set(parts.map(\.id))
        return node.memberBlock.members.filter { !ids.contains($0.id) }
    }

    /// Whether an initializer must assign a property that isn't stored.
    func needsInitializer(keeping kept: Set<SyntaxIdentifier>) -> Bool {
        parts.contains { part in
            guard kept.contains(part.id), let variable = part.item.decl.as(VariableDeclSyntax.self),
                FrozenClass.isTransient(variable)
            else { return false }
            return variable.bindings.contains { binding in
                let type = binding.typeAnnotation?.type.trimmedDescription ?? ""
                return binding.initializer == nil && !type.hasSuffix("?") && binding.accessorBlock == nil
            }
        }
    }

    private static func part(_ item: MemberBlockItemSyntax, in file: SwiftFile) -> Part? {
        func part(_ kind: Part.Kind, _ names: [String], _ label: String) -> Part {
            Part(kind: kind, item: item, file: file, names: names, label: label)
        }
        if let model = item.decl.as(ClassDeclSyntax.self), UnlistedModels.isModel(model) { return nil }
        if let name = item.decl.typeName { return part(.declaration, [name], name) }
        if let function = item.decl.as(FunctionDeclSyntax.self) {
            let name = MentionedNames.name(of: function.name)
            let isIdentifier = if case .identifier = function.name.tokenKind { true } else { false }
            let isUnnamed = !isIdentifier || name == "callAsFunction"
            return part(isUnnamed ? .unnamed : .code, [name], name + label(of: function.signature.parameterClause))
        }
        if let initializer = item.decl.as(InitializerDeclSyntax.self) {
            return part(.initializer, [], "init" + label(of: initializer.signature.parameterClause))
        }
        if item.decl.is(SubscriptDeclSyntax.self) { return part(.unnamed, [], "subscript") }
        if item.decl.is(DeinitializerDeclSyntax.self) { return part(.deinitializer, [], "deinit") }
        guard let variable = item.decl.as(VariableDeclSyntax.self), !FrozenClass.isStored(item) else { return nil }
        let names = variable.bindings.flatMap { binding in
            binding.pattern.tokens(viewMode: .sourceAccurate).compactMap { token in
                if case .identifier = token.tokenKind { MentionedNames.name(of: token) } else { nil }
            }
        }
        let hasCode = variable.bindings.contains { $0.accessorBlock != nil }
        return part(
            hasCode || FrozenClass.isTransient(variable) ? .code : .declaration, names, names.joined(separator: ", "))
    }

    private static func label(of parameters: FunctionParameterClauseSyntax) -> String {
        "(" + parameters.parameters.map { $0.firstName.text + ":" }.joined() + ")"
    }
}

extension TypeSyntax {
    /// The last component of a type's name, such as `Trip` for `AppSchemaV1.Trip`.
    var lastName: String? { lastToken(viewMode: .sourceAccurate).map(MentionedNames.name) }
}

extension SquashedClass {
    /// Returns the reason to leave a class unchanged, or nil if all of its source is understood.
    static func omission(of node: ClassDeclSyntax, in file: SwiftFile) -> SquashDraft.Omission? {
        var parent = node.parent
        while let current = parent {
            if current.is(IfConfigDeclSyntax.self) {
                return .conditional(file.location(current.bounds.lowerBound))
            }
            parent = current.parent
        }
        if let condition = PlanEdit.NodeFinder<IfConfigDeclSyntax>.all(in: Syntax(node)).first {
            return .conditional(file.location(condition.bounds.lowerBound))
        }
        return unknown(node.attributes, in: file)
            ?? node.memberBlock.members.lazy.compactMap { unknown($0, in: file) }.first
    }

    /// Returns whether all of an extension's source is understood.
    static func isKnown(_ node: ExtensionDeclSyntax, in file: SwiftFile) -> Bool {
        node.genericWhereClause == nil && unknown(node.attributes, in: file) == nil
            && node.memberBlock.members.allSatisfy { unknown($0, in: file) == nil }
            && PlanEdit.NodeFinder<IfConfigDeclSyntax>.all(in: Syntax(node)).isEmpty
    }

    private static func unknown(_ item: MemberBlockItemSyntax, in file: SwiftFile) -> SquashDraft.Omission? {
        let place = file.location(item.bounds.lowerBound)
        if let attributes = item.decl.asProtocol((any WithAttributesSyntax).self)?.attributes,
            let unknown = unknown(attributes, in: file)
        {
            return unknown
        }
        switch item.decl.as(DeclSyntaxEnum.self) {
        case .macroExpansionDecl(let node):
            let name = node.macroName.text
            return ["Index", "Unique"].contains(name) ? nil : .unknown("#" + name, place)
        case .classDecl, .structDecl, .enumDecl, .actorDecl, .typeAliasDecl, .functionDecl, .initializerDecl,
            .deinitializerDecl, .subscriptDecl, .variableDecl:
            return nil
        default: return .unknown(file.text(item.decl.firstToken(viewMode: .sourceAccurate) ?? .identifier("")), place)
        }
    }

    private static func unknown(_ attributes: AttributeListSyntax, in file: SwiftFile) -> SquashDraft.Omission? {
        for attribute in attributes {
            guard let attribute = attribute.as(AttributeSyntax.self) else {
                return .conditional(file.location(attribute.bounds.lowerBound))
            }
            let name = attribute.attributeName.trimmedDescription
            let plain = name.hasPrefix("SwiftData.") ? String(name.dropFirst("SwiftData.".count)) : name
            guard known.contains(plain) else {
                return .unknown("@" + name, file.location(attribute.bounds.lowerBound))
            }
        }
        return nil
    }

    /// The attributes that don't add code, or only SwiftData's.
    private static let known: Set<String> = [
        "Model", "Attribute", "Relationship", "Transient", "available", "discardableResult", "inlinable", "inline",
        "usableFromInline", "warn_unqualified_access", "nonobjc", "MainActor", "Sendable", "frozen",
    ]
}
