import PermafrostModel

/// A reader that creates an ``EntityDraft`` from a `@Model` class.
final class EntityReader {
    let resolver: TypeResolver
    private let inference: TypeInference
    private let defaults: DefaultEvaluator
    private let options: OptionReader
    private var memo: [Int: (EntityDraft?, LookupTrace)] = [:]
    private var table: DeclarationTable { resolver.table }

    init(resolver: TypeResolver) {
        self.resolver = resolver
        inference = TypeInference(resolver: resolver)
        defaults = DefaultEvaluator(resolver: resolver)
        options = OptionReader(resolver: resolver)
        resolver.inferType = {
            TypeInference(resolver: $0).type(of: $1, in: LookupContext(scope: $2, selfNode: nil))
        }
    }

    /// Returns a class's entity, or nil if the configuration doesn't compile the class.
    func draft(of node: Int) -> EntityDraft? {
        if let (known, trace) = memo[node] {
            resolver.recorder.add(trace)
            return known
        }
        let (draft, trace) = resolver.recorder.traced { read(node) }
        memo[node] = (draft, trace)
        return draft
    }

    private func read(_ node: Int) -> EntityDraft? {
        guard let part = resolver.lookup.activeDeclaration(of: node) else { return nil }
        let type = table.type(part)
        let file = table.files[part.file]
        let context = LookupContext(scope: LookupScope(file: part.file, type: part.type), selfNode: node)
        var draft = EntityDraft(node: node, name: type.name, location: file.location(type.offset))
        if let parent = resolver.superclass(of: node), resolver.isModel(parent) {
            draft.superclass = parent
            draft.assumptions.append(Assumption(entity: type.name, .inheritance))
        }
        var macros = attachedMacros(of: node) + freestandingMacros(of: node)
        var unique: [String] = []
        for var value in resolver.storedValues(of: type, part) {
            value.attributes.removeAll { !resolver.lookup.isActive($0.conditions, in: part.file) }
            macros += self.macros(value.attributes, in: context).map { "\($0) \(value.name)" }
            guard !value.attributes.contains(where: { $0.name == "Transient" }) else { continue }
            read(value, in: context, file, into: &draft, &unique)
        }
        ConstraintReader(resolver: resolver, options: options).read(type, part, context, unique, into: &draft)
        draft.code.append(([draft.name], CodePart(macros: macros)))
        return draft
    }

    // MARK: Properties

    private func read(
        _ value: ParsedValue, in context: LookupContext, _ file: ParsedFile,
        into draft: inout EntityDraft,
        _ unique: inout [String]
    ) {
        let location = file.location(value.offset)
        draft.places[value.name] = location
        guard !holdsType(value, context) else {
            draft.issues.append(
                SourceIssue(
                    .typeProperty(model: draft.name, property: value.name), severity: .warning, at: location))
            return
        }
        guard value.kind == .stored, let type = type(of: value, context) else {
            draft.issues.append(
                SourceIssue(.unknownPropertyType(model: draft.name, property: value.name), at: location))
            return
        }
        if case .ambiguous(let name, let scopes, let offsets) = type.core {
            let places = zip(scopes, offsets).map { table.location($0, $1) }
            draft.issues.append(SourceIssue(.ambiguousName(name: name, candidates: places), at: location))
            return
        }
        if case .circular(let name, let alias) = type.core {
            draft.issues.append(
                SourceIssue(.circularAlias(name: name, place: table.location(of: alias)), at: location))
            return
        }
        if case .tuple = type.core {
            draft.issues.append(
                SourceIssue(.unknownPropertyType(model: draft.name, property: value.name), at: location))
            return
        }
        if let issue = generatedType(value, type, in: context, of: draft.name) {
            draft.issues.append(issue)
            return
        }
        let relationship = value.attributes.first { $0.name == "Relationship" }
        if let (destination, isToMany) = destination(of: type) {
            readRelationship(value, type, destination, isToMany, relationship, context, file, &draft, &unique)
        } else if relationship != nil, !isValue(type.core) {
            let name = type.core.text(in: table)
            draft.issues.append(
                SourceIssue(
                    .unknownName(what: "destination", name: name, near: NearNames.models(to: name, in: table)),
                    at: location))
        } else {
            readAttribute(value, type, context, file, &draft, &unique)
            // `@Relationship` compiles on a property whose value isn't a model. `HashRule.relationshipOnValue`: assume
            // that the property's type determines its kind.
            if relationship != nil { assume(.relationshipOnValue, value, &draft) }
        }
    }

    /// Returns whether a property's value is a type (`Entry.self`, `Entry.Type`). A type can't be stored.
    private func holdsType(_ value: ParsedValue, _ context: LookupContext) -> Bool {
        if let type = value.type {
            if case .metatype = type { return true }
            if case .optional(.metatype) = type { return true }
            return false
        }
        guard case .member(let base?, "self") = value.initial?.kind else { return false }
        return inference.namedType(base, context) != nil || base.lastName?.first?.isUppercase == true
    }

    /// Returns whether a type is known to be a value type.
    private func isValue(_ type: ResolvedType) -> Bool {
        switch type {
        case .scalar, .dictionary: true
        case .node(let node): resolver.kind(of: node).map { $0 == .structure || $0 == .enumeration } ?? false
        default: false
        }
    }

    /// Returns a property's declared or inferred type, or nil if it can't be determined. A plain `= nil` doesn't
    /// determine a type.
    private func type(of value: ParsedValue, _ context: LookupContext) -> ResolvedType? {
        if let type = value.type { return inference.resolve(type, context) }
        return value.initial.flatMap { inference.type(of: $0, in: context) }
    }

    /// Returns the destination class's node and whether the relationship is to-many, if a property with this type is a
    /// relationship. Otherwise, returns nil.
    private func destination(of type: ResolvedType) -> (Int, Bool)? {
        switch type.unwrapped.type {
        case .node(let node): return resolver.isModel(node) ? (node, false) : nil
        case .array(let element), .set(let element):
            guard case .node(let node) = element.unwrapped.type, resolver.isModel(node) else { return nil }
            return (node, true)
        default: return nil
        }
    }

    private func readRelationship(
        _ value: ParsedValue, _ type: ResolvedType, _ destination: Int, _ isToMany: Bool,
        _ attribute: ParsedAttribute?, _ context: LookupContext, _ file: ParsedFile,
        _ draft: inout EntityDraft, _ unique: inout [String]
    ) {
        var relationship = Relationship(
            name: value.name, destination: table.nodes[destination].name, isOptional: type.unwrapped.isOptional,
            maximumCount: isToMany ? 0 : 1)
        var inverse: String?
        if let attribute {
            let read = options.relationship(attribute, context, file)
            draft.issues += read.issues
            relationship.deleteRule = read.deleteRule ?? .nullify
            relationship.minimumCount = read.minimumCount ?? relationship.minimumCount
            // `HashRule.relationshipCounts`: assume that a to-one relationship has at most one destination, regardless
            // of its maximum count.
            if isToMany { relationship.maximumCount = read.maximumCount ?? 0 }
            relationship.renamingIdentifier = read.originalName == value.name ? nil : read.originalName
            relationship.versionHashModifier = read.hashModifier
            inverse = read.inverse
            if read.isUnique { unique.append(value.name) }
            if read.minimumCount != nil || read.maximumCount != nil {
                assume(.relationshipCounts, value, &draft)
            }
            relationship.preservesValueOnDeletion = read.preservesValueOnDeletion
        }
        // If a relationship has an `@Attribute`, only its original name and hash modifier have an effect.
        if let attribute = value.attributes.first(where: { $0.name == "Attribute" }) {
            let read = options.attribute(attribute, context, file)
            draft.issues += read.issues
            relationship.renamingIdentifier =
                relationship.renamingIdentifier
                ?? (read.originalName == value.name ? nil : read.originalName)
            relationship.versionHashModifier = relationship.versionHashModifier ?? read.hashModifier
            if read.isUnique, !unique.contains(value.name) { unique.append(value.name) }
        }
        if relationship.versionHashModifier != nil { assume(.hashModifier, value, &draft) }
        draft.relationships.append(
            .init(
                relationship: relationship, destination: destination, explicitInverse: inverse,
                hasMacro: attribute != nil, location: file.location(value.offset)))
    }

    private func readAttribute(
        _ value: ParsedValue, _ type: ResolvedType, _ context: LookupContext, _ file: ParsedFile,
        _ draft: inout EntityDraft, _ unique: inout [String]
    ) {
        let (swiftType, trace) = resolver.recorder.traced { resolver.swiftType(type) }
        for member in trace.unknownMembers.sorted(by: { ($0.file, $0.offset) < ($1.file, $1.offset) }) {
            draft.issues.append(
                SourceIssue(
                    .unknownPropertyType(model: member.owner, property: member.name),
                    at: table.files[member.file].location(member.offset)))
        }
        let mapping = AttributeMapping(name: value.name, type: swiftType)
        var attribute = mapping.attribute
        var isOneValue = false
        var assumption =
            mapping.assumption ?? (resolver.holdsRawRepresentable(type) ? AssumedShape(.rawRepresentableStruct) : nil)
        for written in value.attributes where written.name == "Attribute" {
            let read = options.attribute(written, context, file)
            draft.issues += read.issues
            if read.isUnique { unique.append(value.name) }
            attribute.add(read)
            isOneValue = isOneValue || read.transformer != nil || read.isCodable || read.isEphemeral
            if let transformer = read.transformer {
                attribute = attribute.transformed(by: transformer, of: swiftType)
                assumption = nil
            } else if read.isCodable {
                attribute = attribute.encoded(swiftType)
                assumption = AssumedShape(.codable)
            }
            if read.preservesValueOnDeletion { assumption = assumption ?? AssumedShape(.preservedOnDeletion) }
            // The modifier of a composite isn't part of its hash.
            if read.hashModifier != nil, attribute.type != .composite {
                assumption = assumption ?? AssumedShape(.hashModifier)
            }
        }
        if attribute.preservesValueOnDeletion {
            attribute.preserveValueOnDeletion()
            if attribute.containsPreservedComposite {
                draft.issues.append(
                    SourceIssue(
                        .preservedComposite(model: draft.name, property: value.name), at: file.location(value.offset)))
            }
        }
        if let initial = value.initial {
            attribute.defaultValue = defaults.defaultValue(initial, type: type, property: value.name, in: context)
            switch attribute.defaultValue {
            case .array, .dictionary:
                let text = DefaultEvaluator.text(of: initial, type.unwrapped.type)
                if text.contains("(") { draft.defaultTexts[value.name] = text }
            case .expression:
                draft.defaultTexts[value.name] = defaults.followedText(of: initial, type: type, in: context)
            default: break
            }
        }
        let (types, code) = ValueTypes(resolver: resolver)
            .types(of: resolver.genericType(of: value, in: context.scope) ?? type)
        if !types.isEmpty { draft.valueTypes[value.name] = types }
        draft.shapes[value.name] = GenericShapes.shape(of: value, in: context, inference)
        draft.code += code.map { ([draft.name, value.name] + $0.path, $0.part) }
        if !isOneValue {
            let found = UnstorableValues(resolver: resolver)
                .found(in: value.name, type, of: draft.name, at: file.location(value.offset))
            draft.issues += found.issues
            if found.hasUnkeyedMember { assumption = assumption ?? AssumedShape(.memberWithoutKey) }
            if found.hasUnreadKeys { assumption = assumption ?? AssumedShape(.unreadKeys) }
        }
        if let assumption {
            draft.assumptions.append(Assumption(entity: draft.name, property: value.name, shape: assumption))
        }
        draft.attributes.append(attribute)
    }

    private func assume(_ rule: HashRule, _ value: ParsedValue, _ draft: inout EntityDraft) {
        draft.assumptions.append(Assumption(entity: draft.name, property: value.name, rule))
    }
}

extension Attribute {
    /// Adds the options of an `@Attribute` macro. A property can have several of these macros.
    fileprivate mutating func add(_ options: OptionReader.AttributeOptions) {
        isExternalStorage = isExternalStorage || options.isExternalStorage
        isTransient = isTransient || options.isEphemeral
        preservesValueOnDeletion = preservesValueOnDeletion || options.preservesValueOnDeletion
        isSpotlightIndexed = isSpotlightIndexed || options.isSpotlightIndexed
        allowsCloudEncryption = allowsCloudEncryption || options.allowsCloudEncryption
        if let original = options.originalName, original != name { renamingIdentifier = original }
        versionHashModifier = versionHashModifier ?? options.hashModifier
    }

    /// Returns a copy of the attribute that is stored with a value transformer.
    fileprivate func transformed(by transformer: String, of type: SwiftType) -> Attribute {
        var result = replaced(type: .transformable)
        result.valueTransformerName = transformer
        result.valueClassName = type.unwrapped.type.text
        result.shape = ValueShape(type.unwrapped.type)
        return result
    }

    /// Returns a copy of the attribute that is stored as an encoded value, in a format that isn't verified with Apple's
    /// framework.
    fileprivate func encoded(_ type: SwiftType) -> Attribute {
        var result = replaced(type: .binary)
        result.shape = ValueShape(type.unwrapped.type)
        return result
    }

    private func replaced(type: AttributeType) -> Attribute {
        var result = self
        result.type = type
        result.elements = []
        result.isEnumeration = false
        result.enumerationCases = nil
        result.valueClassName = nil
        result.valueTransformerName = nil
        result.shape = nil
        return result
    }
}

extension ResolvedType {
    /// The innermost type without optionals, arrays and sets.
    var core: ResolvedType {
        switch self {
        case .optional(let inner), .array(let inner), .set(let inner): inner.core
        default: self
        }
    }

    /// Returns the type's name.
    func text(in table: DeclarationTable) -> String {
        switch self {
        case .node(let node), .generic(let node, _): table.nodes[node].path
        case .scalar(let name), .opaque(let name), .tuple(let name), .ambiguous(let name, _, _), .circular(let name, _):
            name
        case .optional(let inner): inner.text(in: table) + "?"
        case .array(let inner): "[\(inner.text(in: table))]"
        case .set(let inner): "Set<\(inner.text(in: table))>"
        case .dictionary(let key, let value): "[\(key.text(in: table)): \(value.text(in: table))]"
        }
    }
}

extension TypeResolver {
    /// Returns whether a type is a struct with a `rawValue`, such as an option set, or is an optional, array or set of
    /// such structs. It is unknown whether Apple's framework stores only the raw value.
    func holdsRawRepresentable(_ type: ResolvedType) -> Bool {
        guard case .node(let node) = type.core, let part = lookup.activeDeclaration(of: node) else { return false }
        let declaration = table.type(part)
        return declaration.kind == .structure && declaration.values.contains { $0.name == "rawValue" && !$0.isStatic }
    }
}
