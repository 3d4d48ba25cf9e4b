import SwiftSyntax
import SwiftSyntaxMacros

/// The `@Model` macro, expanded to the members of Apple's expansion.
///
/// The code is only checked, never run. Apple's expansions for a subclass and for a class on the main actor aren't
/// public. In these cases, the expansion is one that the compiler accepts.
enum PersistentModelMacro {}

extension PersistentModelMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let model = ModelClass(declaration, conformingTo: protocols) else {
            throw ExpansionError("@Model applies to classes")
        }
        let name = model.name
        let access = model.access
        // The type that the initializer accepts, in this class and in every class that inherits from it.
        let root = model.inherits ? "_SwiftDataNoType.Root" : name
        var members: [DeclSyntax] = [
            """
            nonisolated \(raw: access)required init(backingData: any SwiftData.BackingData<\(raw: root)>) {
            \(raw: model.storage.map { "\($0) = _SwiftDataNoType()" }.joined(separator: "\n"))
            \(raw: model.inherits ? "super.init(backingData: backingData)" : "self.persistentBackingData = backingData")
            }
            """,
            """
            nonisolated \(raw: access)\(raw: model.metadataModifiers) schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            @MainActor func list() -> [SwiftData.Schema.PropertyMetadata] {
            [
            \(raw: model.metadata.joined(separator: ",\n"))
            ]
            }
            return unsafeBitCast(list as @MainActor () -> [SwiftData.Schema.PropertyMetadata],
            to: (() -> [SwiftData.Schema.PropertyMetadata]).self)()
            }
            """,
        ]
        members += [
            """
            @Transient
            nonisolated(unsafe) private var _$backingData: any SwiftData.BackingData<\(raw: name)> = \(raw: name).createBackingData()
            """,
            """
            @Transient
            nonisolated private let _$observationRegistrar = Observation.ObservationRegistrar()
            """,
        ]
        guard !model.inherits else { return members }
        members += [
            """
            nonisolated public var persistentBackingData: any SwiftData.BackingData<\(raw: name)> {
            @storageRestrictions(initializes: _$backingData)
            init(initialValue) {
            _$backingData = initialValue
            }
            get { _$backingData }
            set { _$backingData = newValue }
            }
            """,
            """
            nonisolated \(raw: access)struct _SwiftDataNoType: Swift.Sendable {
            \(raw: access)typealias Root = \(raw: name)
            \(raw: access)init() {}
            }
            """,
        ]
        return members
    }
}

extension PersistentModelMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let variable = member.as(VariableDeclSyntax.self), variable.isPersisted else { return [] }
        let isTransformable = PersistedProperty.all(of: variable).contains(where: \.isTransformable)
        return [isTransformable ? "@SwiftData._TransformablePersistedProperty" : "@SwiftData._PersistedProperty"]
    }
}

extension PersistentModelMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try protocols.map { conformance in
            let name = conformance.trimmedDescription
            let type = type.trimmedDescription
            guard name.hasSuffix("Sendable") else {
                return try ExtensionDeclSyntax("extension \(raw: type): nonisolated \(raw: name) {}")
            }
            return try ExtensionDeclSyntax(
                """
                @available(*, unavailable, message: "A persistent model is not Sendable: pass its persistentModelID instead.")
                extension \(raw: type): Swift.Sendable {}
                """)
        }
    }
}

/// The parts of a class declaration that `@Model` uses.
private struct ModelClass {
    let name: String
    /// The access level of the generated members, with a trailing space; empty for the default level.
    let access: String
    /// Whether a superclass is a model.
    let inherits: Bool
    private let isFinal: Bool
    private let members: MemberBlockItemListSyntax

    init?(_ declaration: some DeclGroupSyntax, conformingTo protocols: [TypeSyntax]) {
        guard let type = declaration.as(ClassDeclSyntax.self) else { return nil }
        name = type.name.text
        inherits = !protocols.contains { $0.trimmedDescription.hasSuffix("PersistentModel") }
        let modifiers = type.modifiers.map(\.name.text)
        isFinal = modifiers.contains("final")
        access =
            if modifiers.contains("public") || modifiers.contains("open") {
                "public "
            } else {
                modifiers.contains("package") ? "package " : ""
            }
        members = type.memberBlock.members
    }

    private var properties: [PersistedProperty] {
        members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(PersistedProperty.all)
    }

    /// The names of the variables that represent the properties' storage.
    var storage: [String] { properties.filter { !$0.isConstant }.map(\.storage) }

    var metadataModifiers: String {
        if inherits { return "override class var" }
        return isFinal ? "static var" : "class var"
    }

    /// The entries of the class's own properties, followed by its constraints.
    var metadata: [String] {
        properties.map { $0.metadata(of: name) } + constraints
    }

    private var constraints: [String] {
        members.compactMap { item -> String? in
            guard let macro = item.decl.as(MacroExpansionDeclSyntax.self) else { return nil }
            let kind = macro.macroName.text
            guard ["Unique", "Index"].contains(kind) else { return nil }
            return "SwiftData.Schema.PropertyMetadata(name: \"\(kind)\", keypath: \\\(name).self, defaultValue: nil, "
                + "metadata: SwiftData.Schema.\(kind)<\(name)>(\(macro.arguments.trimmedDescription)))"
        }
    }
}

/// The error that is thrown if a macro can't be expanded.
struct ExpansionError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
