import PermafrostModel

/// A reader that creates a model from a model file's elements in the same way as Core Data's compiler.
///
/// The model doesn't include validation rules (minimum and maximum values, regular expressions), fetch request
/// templates, or anything that only Xcode uses (positions, code generation, scalar types). These don't affect version
/// hashes or stores.
struct ModelReader {
    private static let entityLimit = 4_000
    /// The maximum number of superentities of an entity, including indirect ones.
    private static let inheritanceLimit = 64

    private let root: MarkupElement
    private let composites: [String: MarkupElement]
    private(set) var issues: [SourceIssue] = []
    private(set) var places = ModelPlaces()
    private(set) var assumptions: [Assumption] = []

    init(_ root: MarkupElement) {
        self.root = root
        // `HashRule.modelComposite`: assume that `composite` and `compositeAttribute` elements declare the elements of a composite attribute.
        let given = root.children("composite") + root.children("compositeAttribute")
        composites = Dictionary(given.map { ($0["name"] ?? "", $0) }) { first, _ in first }
    }

    mutating func model() -> SchemaModel {
        var entities: [Entity] = []
        let elements = root.children("entity")
        if elements.count > Self.entityLimit {
            issues.append(root.issue(.beyondLimit(what: "entities", limit: Self.entityLimit)))
        }
        for element in elements.prefix(Self.entityLimit) {
            guard let name = required("name", of: element) else { continue }
            guard places.entities[name] == nil else {
                issues.append(SourceIssue(.duplicateEntity(name), at: element.location))
                continue
            }
            places.entities[name] = element.location
            entities.append(entity(element, name: name))
        }
        let model = SchemaModel(
            entities: entities, configurations: configurations(),
            versionIdentifiers: root["userDefinedModelVersionIdentifier"].map { [$0] } ?? [])
        checkNames(model)
        assumptions += model.assumptions
        return model
    }

    // MARK: Entities

    private mutating func entity(_ element: MarkupElement, name: String) -> Entity {
        var properties: [Property] = []
        for child in element.children {
            guard ["attribute", "relationship", "fetchedProperty"].contains(child.name),
                let property = required("name", of: child)
            else { continue }
            guard places.properties[name]?[property] == nil else {
                issues.append(child.issue(.duplicateProperty(entity: name, property: property)))
                continue
            }
            places.properties[name, default: [:]][property] = child.location
            switch child.name {
            case "attribute": properties.append(.attribute(attribute(child, name: property, entity: name)))
            case "relationship":
                if let relationship = relationship(child, name: property, entity: name) {
                    properties.append(.relationship(relationship))
                }
            default: properties.append(.fetched(fetched(child, name: property)))
            }
        }
        let constraints = element.children("uniquenessConstraints").flatMap { $0.children("uniquenessConstraint") }
        return Entity(
            name: name, isAbstract: flag("isAbstract", of: element), superentity: element.text("parentEntity"),
            properties: properties,
            uniquenessConstraints: constraints.map { $0.children("constraint").compactMap { $0.text("value") } }
                .filter { !$0.isEmpty },
            indexes: indexes(of: element, entity: name, properties: properties),
            renamingIdentifier: renaming(element, name), versionHashModifier: element.text("versionHashModifier"),
            className: className(element, entity: name), userInfo: userInfo(element))
    }

    /// Returns the name of an entity's class, or nil if it equals the entity's name. If the model file doesn't specify
    /// a class, the result is `NSManagedObject`. Removes a leading `.`, which represents the app's module.
    private func className(_ element: MarkupElement, entity: String) -> String? {
        guard let text = element.text("representedClassName") else { return "NSManagedObject" }
        let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
        return name == entity ? nil : name
    }

    /// Returns an entity's indexes, including the indexes that Core Data's compiler adds. The compiler adds an index
    /// with an attribute's name before each binary index over only that attribute. It doesn't add an index if its name
    /// is already used.
    private mutating func indexes(of element: MarkupElement, entity: String, properties: [Property])
        -> [FetchIndex]
    {
        let declared = element.children("fetchIndex").compactMap { index($0, entity: entity) }
        var names = Set(declared.map(\.name))
        return declared.flatMap { index -> [FetchIndex] in
            guard let part = index.elements.first, index.elements.count == 1, part.kind == .binary,
                properties.contains(where: { if case .attribute = $0 { $0.name == part.property } else { false } }),
                names.insert(part.property).inserted
            else { return [index] }
            return [FetchIndex(name: part.property, elements: [FetchIndex.Element(property: part.property)]), index]
        }
    }

    private mutating func index(_ element: MarkupElement, entity: String) -> FetchIndex? {
        guard let name = required("name", of: element) else { return nil }
        var elements: [FetchIndex.Element] = []
        for part in element.children("fetchIndexElement") {
            guard let property = part.text("property") else {
                var issue = part.issue(.expressionIndex(entity: entity, index: name))
                issue.severity = .warning
                issues.append(issue)
                continue
            }
            let kind = value(of: "type", in: part, among: ["Binary": FetchIndex.Element.Kind.binary, "RTree": .rTree])
            let ascends = value(of: "order", in: part, among: ["ascending": true, "descending": false])
            elements.append(
                FetchIndex.Element(property: property, isAscending: ascends ?? true, kind: kind ?? .binary))
        }
        guard !elements.isEmpty else { return nil }
        // Assume that the XML attribute for the predicate is `partialIndexPredicate`.
        return FetchIndex(name: name, elements: elements, partialPredicate: element.text("partialIndexPredicate"))
    }

    private func configurations() -> [String: [String]] {
        var configurations: [String: [String]] = [:]
        for element in root.children("configuration") {
            guard let name = element.text("name") else { continue }
            configurations[name] = element.children("memberEntity").compactMap { $0.text("name") }.sortedByCodeUnit()
        }
        return configurations
    }

    // MARK: Properties

    private mutating func attribute(_ element: MarkupElement, name: String, entity: String) -> Attribute {
        let type = type(of: element)
        var attribute = Attribute(
            name: name, type: type, isOptional: flag("optional", of: element),
            isTransient: flag("transient", of: element),
            isExternalStorage: flag("allowsExternalBinaryDataStorage", of: element),
            preservesValueOnDeletion: flag("preserveAfterDeletion", of: element),
            isSpotlightIndexed: flag("spotlightIndexingEnabled", of: element),
            allowsCloudEncryption: flag("allowsCloudEncryption", of: element),
            renamingIdentifier: renaming(element, name), versionHashModifier: element.text("versionHashModifier"),
            userInfo: userInfo(element))
        attribute.defaultValue = defaultValue(of: element, type: type, path: "\(entity).\(name)")
        if flag("derived", of: element) {
            let derivation = DerivationText(element.text("derivationExpression") ?? "")
            attribute.derivation = Attribute.Derivation(expression: derivation.expression)
            if !derivation.isProven { assume(AssumedShape(.derived, derivation.expression), of: name, in: entity) }
        }
        if type == .transformable {
            attribute.valueTransformerName = element.text("valueTransformerName")
            attribute.valueClassName = element.text("customClassName")
        }
        if type == .composite {
            attribute.elements = elements(of: element, name: name, entity: entity, enclosing: [])
            assume(AssumedShape(.modelComposite), of: name, in: entity)
            if attribute.preservesValueOnDeletion { attribute.preserveValueOnDeletion() }
            if attribute.containsPreservedComposite {
                issues.append(
                    SourceIssue(.preservedComposite(model: entity, property: name), at: element.location))
            }
        }
        return attribute
    }

    /// Returns the elements of a composite attribute. Assumes that they are children of the attribute or, if it has no
    /// children, of the composite that the attribute refers to by name (`HashRule.modelComposite`).
    private mutating func elements(
        of element: MarkupElement, name: String, entity: String, enclosing: [String]
    ) -> [Attribute] {
        var parts = element.children("attribute")
        var enclosing = enclosing
        if parts.isEmpty {
            let names = ["compositeName", "compositeAttributeName", "compositeType"].compactMap { element.text($0) }
            guard let given = names.first, !enclosing.contains(given), let composite = composites[given] else {
                issues.append(element.issue(.unknownComposite(entity: entity, property: name)))
                return []
            }
            parts = composite.children("attribute")
            enclosing.append(given)
        }
        // Limit the size, because composites that refer to each other several times would grow without bound.
        guard enclosing.count <= 8, parts.count <= 1_000 else {
            issues.append(element.issue(.beyondLimit(what: "levels or elements in a composite attribute", limit: 8)))
            return []
        }
        return parts.compactMap { part in
            guard let partName = required("name", of: part) else { return nil }
            let type = type(of: part)
            var attribute = Attribute(
                name: partName, type: type, isOptional: flag("optional", of: part),
                isTransient: flag("transient", of: part),
                preservesValueOnDeletion: flag("preserveAfterDeletion", of: part),
                renamingIdentifier: renaming(part, partName),
                versionHashModifier: part.text("versionHashModifier"), userInfo: userInfo(part))
            attribute.defaultValue = defaultValue(of: part, type: type, path: "\(entity).\(name).\(partName)")
            if type == .composite {
                attribute.elements = elements(of: part, name: partName, entity: entity, enclosing: enclosing)
            }
            return attribute
        }
    }

    /// Returns an attribute's default, or nil if it is missing or can't be read. An unreadable default is only a
    /// warning, because version hashes don't include defaults.
    private mutating func defaultValue(of element: MarkupElement, type: AttributeType, path: String)
        -> DefaultValue?
    {
        do {
            return try AttributeDefault.value(of: element, type: type)
        } catch {
            var issue = element.issue(.unreadableDefault(attribute: path, text: String(error.text.prefix(100))))
            issue.severity = .warning
            issues.append(issue)
            return nil
        }
    }

    private mutating func relationship(_ element: MarkupElement, name: String, entity: String) -> Relationship? {
        guard let destination = required("destinationEntity", of: element) else { return nil }
        let isToMany = flag("toMany", of: element)
        let rules = [
            "Nullify": Relationship.DeleteRule.nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
        ]
        let inverse = element.text("inverseName")
        return Relationship(
            name: name, destination: destination, inverse: inverse, isOptional: flag("optional", of: element),
            minimumCount: number("minCount", of: element) ?? 0,
            maximumCount: isToMany ? number("maxCount", of: element) ?? 0 : 1,
            isOrdered: flag("ordered", of: element),
            deleteRule: value(of: "deletionRule", in: element, among: rules) ?? .nullify,
            isTransient: flag("transient", of: element),
            preservesValueOnDeletion: flag("preserveAfterDeletion", of: element),
            renamingIdentifier: renaming(element, name), versionHashModifier: element.text("versionHashModifier"),
            userInfo: userInfo(element))
    }

    private mutating func fetched(_ element: MarkupElement, name: String) -> FetchedProperty {
        let request = element.children("fetchRequest").first
        return FetchedProperty(
            name: name, isOptional: flag("optional", of: element), entity: request?.text("entity"),
            predicate: request?.text("predicateString"), userInfo: userInfo(element))
    }

    // MARK: Checking names

    private mutating func checkNames(_ model: SchemaModel) {
        let all = model.entities.map(\.name)
        func unknown(_ what: String, _ name: String, among known: [String], at location: SourceLocation?) {
            guard let location else { return }
            issues.append(
                SourceIssue(
                    .unknownName(what: what, name: name, near: NearNames.of(name, among: known)), at: location))
        }
        for entity in model.entities {
            let place = places.entities[entity.name]
            if let superentity = entity.superentity, model.entity(named: superentity) == nil {
                unknown("entity", superentity, among: all, at: place)
            }
            checkInheritance(of: entity, in: model)
            for relationship in entity.relationships {
                let place = places.properties[entity.name]?[relationship.name]
                guard model.entity(named: relationship.destination) != nil else {
                    unknown("entity", relationship.destination, among: all, at: place)
                    continue
                }
                guard let inverse = relationship.inverse else { continue }
                let line = [relationship.destination] + model.superentities(of: relationship.destination).map(\.name)
                let known = line.compactMap { model.entity(named: $0) }.flatMap(\.relationships).map(\.name)
                if !known.contains(inverse) {
                    unknown("relationship", "\(relationship.destination).\(inverse)", among: known, at: place)
                }
            }
        }
    }

    private mutating func checkInheritance(of entity: Entity, in model: SchemaModel) {
        guard let place = places.entities[entity.name] else { return }
        var depth = 0
        var next = entity.superentity
        while let name = next, depth <= Self.inheritanceLimit {
            guard name != entity.name else {
                issues.append(SourceIssue(.inheritanceCycle(entity.name), at: place))
                return
            }
            depth += 1
            next = model.entity(named: name)?.superentity
        }
        if depth > Self.inheritanceLimit {
            issues.append(
                SourceIssue(
                    .modelFile(.beyondLimit(what: "superentities of an entity", limit: Self.inheritanceLimit)),
                    at: place))
        }
    }

    // MARK: Values

    private mutating func required(_ attribute: String, of element: MarkupElement) -> String? {
        if let text = element.text(attribute) { return text }
        issues.append(element.issue(.missingAttribute(element: element.name, attribute: attribute)))
        return nil
    }

    private mutating func flag(_ attribute: String, of element: MarkupElement) -> Bool {
        value(of: attribute, in: element, among: ["YES": true, "NO": false]) ?? false
    }

    private mutating func number(_ attribute: String, of element: MarkupElement) -> Int? {
        guard let text = element.text(attribute) else { return nil }
        if let number = Int32(text) { return Int(number) }
        issues.append(invalid(attribute, text, in: element))
        return nil
    }

    private mutating func type(of element: MarkupElement) -> AttributeType {
        // The type of a transient attribute is optional.
        if element.text("attributeType") == nil, element["transient"] == "YES" { return .undefined }
        guard required("attributeType", of: element) != nil else { return .undefined }
        return value(of: "attributeType", in: element, among: Self.types) ?? .undefined
    }

    private static let types: [String: AttributeType] = [
        "Undefined": .undefined, "Integer 16": .int16, "Integer 32": .int32, "Integer 64": .int64, "Decimal": .decimal,
        "Double": .double, "Float": .float, "String": .string, "Boolean": .boolean, "Date": .date, "Binary": .binary,
        "UUID": .uuid, "URI": .uri, "Transformable": .transformable, "ObjectID": .objectID, "Composite": .composite,
    ]

    private mutating func value<Value>(
        of attribute: String, in element: MarkupElement, among values: [String: Value]
    ) -> Value? {
        guard let text = element.text(attribute) else { return nil }
        if let value = values[text] { return value }
        issues.append(invalid(attribute, text, in: element))
        return nil
    }

    private func invalid(_ attribute: String, _ value: String, in element: MarkupElement) -> SourceIssue {
        element.issue(.invalidValue(element: element.name, attribute: attribute, value: String(value.prefix(100))))
    }

    private func renaming(_ element: MarkupElement, _ name: String) -> String? {
        element.text("elementID").flatMap { $0 == name ? nil : $0 }
    }

    private func userInfo(_ element: MarkupElement) -> [String: String] {
        let entries = element.children("userInfo").flatMap { $0.children("entry") }
        return Dictionary(entries.map { ($0["key"] ?? "", $0["value"] ?? "") }) { first, _ in first }
    }

    private mutating func assume(_ shape: AssumedShape, of property: String, in entity: String) {
        assumptions.append(Assumption(entity: entity, property: property, shape: shape))
    }
}
