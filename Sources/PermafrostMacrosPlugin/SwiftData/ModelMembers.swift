import SwiftSyntax

/// The members that `@Model` adds to a class.
///
/// The generated members are always nonisolated, because contexts use models on any actor. The class itself may belong
/// to the main actor, because of its own attribute or its module's default isolation, which a macro can't see. In that
/// case, its properties and the code that uses its objects remain isolated.
///
/// A class that inherits from another model numbers its properties after the inherited ones. Its members handle only
/// its own properties, and call `super` for the others. Without inheritance, the numbers are constants.
struct ModelMembers {
    private let model: String
    /// The access modifier of members that a subclass doesn't override, followed by a space. Empty for the default
    /// access.
    private let access: String
    /// The modifiers of members that a subclass may override: the access modifier, and `override` if the superclass is
    /// a model.
    private let openAccess: String
    private let isFinal: Bool
    /// Whether the superclass is a model.
    private let inherits: Bool
    /// Whether the class may have a superclass, because it has an inheritance clause.
    private let mayInherit: Bool
    private let properties: [StoredProperty]
    /// Whether the class's body defines `==`.
    private let definesEquality: Bool
    private let constraints: [String]
    private let indexes: [String]

    init(of declaration: ClassDeclSyntax, inherits: Bool) {
        model = declaration.name.text
        self.inherits = inherits
        mayInherit = declaration.mayInherit
        isFinal = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.final) }
        let isOpen = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.open) }
        access =
            declaration.modifiers.lazy.compactMap { modifier -> String? in
                switch modifier.name.tokenKind {
                case .keyword(.public), .keyword(.open): "public "
                case .keyword(.package): "package "
                default: nil
                }
            }.first ?? ""
        openAccess = (isOpen ? "open " : access) + (inherits ? "override " : "")
        properties = declaration.storedProperties
        definesEquality = declaration.memberBlock.members.contains {
            $0.decl.as(FunctionDeclSyntax.self)?.name.text == "=="
        }
        constraints = Self.groups(of: "Unique", in: declaration)
        indexes = Self.groups(of: "Index", in: declaration)
    }

    /// Returns one expression for each `#Unique` or `#Index` macro in the class's body. For example,
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
        var result: [DeclSyntax] = []
        if !inherits {
            result.append("nonisolated(unsafe) private let _modelState = SwiftData._ModelState()")
            result.append(
                """
                nonisolated \(raw: access)\(raw: isFinal ? "" : "final ")var _modelStorage: SwiftData._ModelStorage {
                _modelState.storage
                }
                """)
        }
        if mayInherit { result.append(inheritedCount) }
        if definesEquality, !inherits { result.append(equality) }
        result.append(metadata)
        // Members that a subclass overrides must exist even if they are empty.
        if !constraints.isEmpty || !isFinal || inherits {
            result.append(list("_uniqueness", of: "any SwiftData._UniqueGroups", constraints))
        }
        if !indexes.isEmpty || !isFinal || inherits {
            result.append(list("_indexes", of: "any SwiftData._IndexGroups", indexes))
        }
        result.append(
            """
            nonisolated \(raw: access)required init(_fault: SwiftData._Fault) {
            \(raw: (variables.map { "\($0.storage) = nil" } + (inherits ? ["super.init(_fault: _fault)"] : []))
                .joined(separator: "\n"))
            }
            """)
        result.append(
            function(
                "func _load(_ row: inout SwiftData._RowReader)", super: "super._load(&row)",
                properties.enumerated().map { index, property in
                    property.isConstant
                        ? readConstant(property, number(index))
                        : "row.read(\(number(index)), &\(property.storage))"
                }))
        result.append(
            function(
                "func _store(_ row: inout SwiftData._RowWriter)", super: "super._store(&row)",
                properties.enumerated().map { index, property in
                    "row.write(\(number(index)), \(property.isConstant ? held(property) : property.storage))"
                }))
        // A constant is never unloaded and is never a relationship, so its storage isn't visited.
        let cases = properties.enumerated().filter { !$1.isConstant }.map {
            "case \(number($0)): \(changeThroughVariable($1, "visitor.visit(&value)"))"
        }
        let others = inherits ? "super._visit(index, &visitor)" : "break"
        result.append(
            function(
                "func _visit<Visitor: SwiftData._SlotVisitor>(_ index: Int, _ visitor: inout Visitor)", super: nil,
                ["switch index {"] + cases + ["default: \(others)", "}"]))
        return result
    }

    /// Returns code that moves a property's storage to the variable `value`, runs the given change of `value`, and moves
    /// it back. Meanwhile, the storage is nil, so that changing an array doesn't copy it. The storage itself isn't passed,
    /// because a visitor may run code that accesses it.
    private func changeThroughVariable(_ property: StoredProperty, _ change: String) -> String {
        """
        do {
        var value = \(property.storage)
        \(property.storage) = nil
        \(change)
        \(property.storage) = value
        }
        """
    }

    /// A member that implements `Equatable` with the `==` in the class's body.
    ///
    /// If a macro adds the extension with the conformance, the Swift 6.3 compiler finds the operator twice and reports
    /// it as ambiguous. With this member, there is only one candidate.
    private var equality: DeclSyntax {
        """
        @_implements(Swift.Equatable, ==(_:_:))
        nonisolated \(raw: access)static func _isEqual(_ left: \(raw: model), _ right: \(raw: model)) -> Swift.Bool {
        left == right
        }
        """
    }

    /// Returns an expression that wraps a constant's value in an optional. The row reader and writer require an
    /// optional.
    private func held(_ property: StoredProperty) -> String { "SwiftData._stored(self.\(property.quoted))" }

    /// Returns code that sets a constant to its value in the row. Until the code runs, the constant has the initial
    /// value of its declaration.
    private func readConstant(_ property: StoredProperty, _ number: String) -> String {
        """
        do {
        var value = \(held(property))
        row.read(\(number), &value)
        row.setConstant(\(number), of: self, value)
        }
        """
    }

    /// The properties that are declared with `var`. Each has its own storage variable.
    private var variables: [StoredProperty] { properties.filter { !$0.isConstant } }

    /// The declaration of the static member that contains the number of inherited properties.
    private var inheritedCount: DeclSyntax {
        inherits
            ? "nonisolated private static let \(raw: InheritedCount.name) = SwiftData._inheritedCount(of: \(raw: model).self)"
            : "nonisolated private static var \(raw: InheritedCount.name): Int { 0 }"
    }

    /// Returns an expression for the number of a property that the class declares, such as `2`. If the class inherits
    /// from a model, this is `inherited + 2`, and the surrounding function must define `inherited`.
    private func number(_ index: Int) -> String { inherits ? "inherited + \(index)" : "\(index)" }

    private var metadata: DeclSyntax {
        guard !isFinal else {
            return list("schemaMetadata", of: "SwiftData.Schema.PropertyMetadata", entries(root: model))
        }
        // A subclass uses its own key paths for inherited properties, so the key paths are created for the class that
        // requests them.
        return """
            nonisolated \(raw: openAccess)class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            @MainActor func _$list<_$Model: \(raw: model)>(_ model: _$Model.Type) -> [SwiftData.Schema.PropertyMetadata] {
            [
            \(raw: entries(root: "_$Model").joined(separator: ",\n"))
            ]
            }
            let _$model: any (\(raw: model) & SwiftData.PersistentModel).Type = self
            return \(raw: inherits ? "super.schemaMetadata + " : "")SwiftData._formed { _$list(_$model) }
            }
            """
    }

    /// Returns one expression for each property that the class declares. The expression creates the property's
    /// metadata. Its key path starts at the class `root`.
    private func entries(root: String) -> [String] {
        properties.map { property in
            var parts = ["\"\(property.name)\"", "\\\(root).\(property.quoted)"]
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
            if property.isConstant { parts.append("isConstant: true") }
            return "SwiftData.Schema.PropertyMetadata._of(\(parts.joined(separator: ", ")))"
        }
    }

    private func arguments(_ list: LabeledExprListSyntax?) -> String { list?.trimmedDescription ?? "" }

    /// Returns a string literal that contains source text. The literal has three number signs, so that quotation marks
    /// and backslashes in the text don't need escapes.
    private func literal(_ text: String) -> String {
        let pounds = String(repeating: "#", count: 3)
        return text.contains("\n") ? "\(pounds)\"\"\"\n\(text)\n\"\"\"\(pounds)" : "\(pounds)\"\(text)\"\(pounds)"
    }

    /// Returns the declaration of a type property that returns an array of the given elements. In a subclass,
    /// `schemaMetadata` also returns the inherited elements. The arrays of unique and index groups contain only the
    /// class's own elements.
    private func list(_ name: String, of type: String, _ elements: [String]) -> DeclSyntax {
        let inherited = inherits && name == "schemaMetadata" ? "super.\(name) + " : ""
        let kind = isFinal && !inherits ? "static" : "class"
        return """
            nonisolated \(raw: openAccess)\(raw: kind) var \(raw: name): [\(raw: type)] {
            \(raw: inherited)SwiftData._formed {
            [
            \(raw: elements.joined(separator: ",\n"))
            ]
            }
            }
            """
    }

    private func function(_ head: String, super inherited: String?, _ lines: [String]) -> DeclSyntax {
        var body = lines
        if inherits {
            if !properties.isEmpty { body.insert("let inherited = Self.\(InheritedCount.name)", at: 0) }
            if let inherited { body.insert(inherited, at: 0) }
        }
        return "nonisolated \(raw: openAccess)\(raw: head) {\n\(raw: body.joined(separator: "\n"))\n}"
    }
}
