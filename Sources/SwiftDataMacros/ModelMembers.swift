import SwiftSyntax

/// What `@Model` adds to a class.
struct ModelMembers {
    private let model: String
    private let access: String
    private let properties: [StoredProperty]
    private let constraints: [String]
    private let indexes: [String]

    init(of declaration: ClassDeclSyntax) {
        model = declaration.name.text
        access =
            declaration.modifiers.lazy.compactMap { modifier -> String? in
                switch modifier.name.tokenKind {
                case .keyword(.public), .keyword(.open): "public "
                case .keyword(.package): "package "
                default: nil
                }
            }.first ?? ""
        properties = declaration.storedProperties
        constraints = Self.groups(of: "Unique", in: declaration)
        indexes = Self.groups(of: "Index", in: declaration)
    }

    /// `#Unique<Trip>([\.name])` becomes `SwiftData.Schema.Unique<Trip>([\.name])`.
    private static func groups(of macro: String, in declaration: ClassDeclSyntax) -> [String] {
        declaration.memberBlock.members.compactMap { member in
            guard let expansion = member.decl.as(MacroExpansionDeclSyntax.self), expansion.macroName.text == macro
            else {
                return nil
            }
            let generic =
                expansion.genericArgumentClause?.trimmedDescription ?? "<\(declaration.name.text)>"
            return "SwiftData.Schema.\(macro)\(generic)(\(expansion.arguments.trimmedDescription))"
        }
    }

    var declarations: [DeclSyntax] {
        var result: [DeclSyntax] = ["\(raw: access)let _modelStorage = SwiftData._ModelStorage()"]
        result += properties.map(storage)
        result.append(metadata)
        if !constraints.isEmpty {
            result.append(list("_uniqueness", of: "any SwiftData._UniqueGroups", constraints))
        }
        if !indexes.isEmpty { result.append(list("_indexes", of: "any SwiftData._IndexGroups", indexes)) }
        result.append(
            function("required init(_fault: SwiftData._Fault)", properties.map { "\($0.storage) = nil" }))
        result.append(
            function(
                "func _load(_ row: inout SwiftData._RowReader)",
                properties.enumerated().map { "row.read(\($0), &\($1.storage))" }))
        result.append(
            function(
                "func _store(_ row: inout SwiftData._RowWriter)",
                properties.enumerated().map { "row.write(\($0), \($1.storage))" }))
        let cases = properties.enumerated().map { "case \($0): visitor.visit(&\($1.storage))" }
        result.append(
            function(
                "func _visit<Visitor: SwiftData._SlotVisitor>(_ index: Int, _ visitor: inout Visitor)",
                ["switch index {"] + cases + ["default: break", "}"]))
        return result
    }

    /// The variable that holds a property's value; nil while the value is still in the store.
    private func storage(_ property: StoredProperty) -> DeclSyntax {
        guard let type = property.type else {
            return "private var \(raw: property.storage) = SwiftData._stored(\(property.initialValue ?? "nil"))"
        }
        var written = type.trimmedDescription
        if let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            written = forced.wrappedType.trimmedDescription + "?"
        }
        // An optional property is nil where its declaration says nothing; others must be given a value by every `init`.
        let isNil = type.isOptionalSugar && property.initialValue == nil
        return
            "private var \(raw: property.storage): Swift.Optional<\(raw: written)>\(raw: isNil ? " = .some(nil)" : "")"
    }

    private var metadata: DeclSyntax {
        let entries = properties.map { property in
            var parts = ["\"\(property.name)\"", "\\\(model).\(property.quoted)"]
            if let value = property.initialValue, !value.is(NilLiteralExprSyntax.self) {
                parts.append("default: { \(value.trimmedDescription) }")
                parts.append("text: \(literal(value.trimmedDescription))")
            }
            if property.isAttribute {
                parts.append("attribute: SwiftData.Schema.Attribute(\(arguments(property.attribute)))")
            }
            if property.isRelationship {
                parts.append("relationship: SwiftData.Schema.Relationship(\(arguments(property.relationship)))")
            }
            return "SwiftData.Schema.PropertyMetadata._of(\(parts.joined(separator: ", ")))"
        }
        return list("schemaMetadata", of: "SwiftData.Schema.PropertyMetadata", entries)
    }

    private func arguments(_ list: LabeledExprListSyntax?) -> String { list?.trimmedDescription ?? "" }

    /// Source text as a string literal, whatever it holds.
    private func literal(_ text: String) -> String {
        let pounds = String(repeating: "#", count: 3)
        return text.contains("\n") ? "\(pounds)\"\"\"\n\(text)\n\"\"\"\(pounds)" : "\(pounds)\"\(text)\"\(pounds)"
    }

    private func list(_ name: String, of type: String, _ elements: [String]) -> DeclSyntax {
        "\(raw: access)static var \(raw: name): [\(raw: type)] {\n[\n\(raw: elements.joined(separator: ",\n"))\n]\n}"
    }

    private func function(_ head: String, _ lines: [String]) -> DeclSyntax {
        "\(raw: access)\(raw: head) {\n\(raw: lines.joined(separator: "\n"))\n}"
    }
}
