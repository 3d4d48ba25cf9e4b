import Foundation
import PermafrostModel
import PermafrostStore

/// A sort descriptor, translated to SQL. The descriptor's key path can be an attribute, a member of a struct, or the
/// object's identifier. The path can also follow to-one relationships to other objects.
///
/// Strings are sorted by Swift's `<`, unless the descriptor's comparator is `.lexical`, which is the only string
/// comparator on Linux. (On Apple's platforms, the default is the localized standard order.)
struct SQLOrder {
    let sql: String

    init<T: PersistentModel>(
        _ descriptor: SortDescriptor<T>, _ entity: EntityStorage, _ container: OpenContainer
    ) throws {
        guard let keyPath = descriptor.keyPath else {
            throw Self.unsupported("It compares objects of \(T.self) in code, which a store can't run.")
        }
        guard let steps = KeyPathSteps(keyPath, from: entity, container) else {
            throw Self.unsupported(
                "\(KeyPathSteps.name(of: keyPath, container)) isn't a stored property of \(T.self), a member of a struct, or a "
                    + "property of an object that a to-one relationship refers to.")
        }
        let direction = descriptor.order == .forward ? "ASC" : "DESC"
        let term = try steps.term(PredicateTranslation(container))
        if case .identity(let key, let entity) = term {
            sql = Self.terms(ofIdentity: key, entity).map { "\($0) \(direction)" }.joined(separator: ", ")
            return
        }
        guard let value = term.value, !steps.endsAtRelationship else {
            throw Self.unsupported("\(steps) has no single column to sort by.")
        }
        var collation = ""
        if term.isText {
            guard let name = Self.collation(descriptor, keyPath) else {
                throw Self.unsupported("\(steps) can't be sorted by that comparator.")
            }
            collation = " COLLATE " + name
        }
        sql = "\(value)\(collation) \(direction)"
    }

    /// Returns the SQL expressions that sort identifiers as `PersistentIdentifier` does: by the names of the entities,
    /// and then by the keys.
    private static func terms(ofIdentity key: String, _ entity: EntityStorage) -> [String] {
        guard !entity.inheritors.isEmpty else { return [key] }
        let classes = ([entity] + entity.inheritors.values).sorted { $0.name < $1.name }
        let ranks = classes.enumerated().map { "WHEN \($1.number) THEN \($0)" }.joined(separator: " ")
        let number = "(SELECT e.Z_ENT FROM \(entity.table) e WHERE e.Z_PK = \(key))"
        return ["CASE \(number) \(ranks) END", key]
    }

    private static func unsupported(_ reason: String) -> SwiftDataError {
        SwiftDataError(.unsupportedSortDescriptor, "This sort descriptor isn't supported. \(reason)")
    }

    /// Returns the collation for a descriptor's comparator, or nil if the comparator is unknown. A descriptor doesn't
    /// reveal its comparator, so the descriptor is compared with descriptors whose comparator is known.
    private static func collation<T>(_ descriptor: SortDescriptor<T>, _ keyPath: PartialKeyPath<T>) -> String? {
        let order = descriptor.order
        if let keyPath = (keyPath as? KeyPath<T, String>).map(StoredKeyPath.sendable) {
            if descriptor == SortDescriptor(keyPath, order: order) { return "SWIFT" }
            return descriptor == SortDescriptor(keyPath, comparator: .lexical, order: order) ? "SWIFT_LEXICAL" : nil
        }
        if let keyPath = (keyPath as? KeyPath<T, String?>).map(StoredKeyPath.sendable) {
            if descriptor == SortDescriptor(keyPath, order: order) { return "SWIFT" }
            return descriptor == SortDescriptor(keyPath, comparator: .lexical, order: order) ? "SWIFT_LEXICAL" : nil
        }
        return nil
    }
}

/// The properties along a key path. For example, `\.author?.address.city` has a relationship, an attribute and its
/// member.
///
/// A key path doesn't reveal its components, but its description does. The description consists of the components'
/// descriptions, with `?` and `!` in between. To find the properties, each component's description is compared with the
/// descriptions of the model's key paths.
struct KeyPathSteps: CustomStringConvertible {
    private let root: EntityStorage
    /// The properties along the key path. Each one is identified by an entity and the property's number in that entity.
    private var properties: [(entity: EntityStorage, index: Int)] = []
    /// The names of struct members that follow the last property.
    private var members: [String] = []
    /// The key path from the last object to its identifier, if the path ends there.
    private var identity: AnyKeyPath?

    /// Finds the properties along a key path. Returns nil if they can't be determined, such as for a computed property.
    init?(_ keyPath: AnyKeyPath, from entity: EntityStorage, _ container: OpenContainer) {
        root = entity
        if let index = entity.property(at: keyPath) {
            properties = [(entity, index)]
            return
        }
        guard var rest = Self.text(of: keyPath) else { return nil }
        var next: EntityStorage? = entity
        var path: AnyKeyPath?
        while let entity = next {
            let identities = Self.identities(of: entity.type)
            if identities.contains(where: { Self.appending($0, to: path) == keyPath }) {
                identity = identities[0]
                return
            }
            let found = entity.properties.indices.compactMap { index in
                Self.rest(of: rest, after: entity.properties[index]).map { (index: index, rest: $0) }
            }
            guard found.count == 1, let step = found.first else { return nil }
            properties.append((entity, step.index))
            path = Self.appending(entity.properties[step.index].keyPath, to: path)
            rest = step.rest
            let relationship = entity.properties[step.index].relationship
            next = relationship.flatMap { $0.isToMany ? nil : container.entities[$0.destination] }
            if next != nil, rest.first == "?" || rest.first == "!" { rest.removeFirst() }
        }
        // The rest consists of members' names, and a mark if the complete path is optional.
        let names = rest.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.last == "?" || part.last == "!" ? part.dropLast() : part
        }
        guard names.first?.isEmpty ?? false else { return nil }
        members = names.dropFirst().map(String.init)
    }

    /// Returns a key path's description with the names of stored properties, such as `\Trip.author?.<computed Int>`. A
    /// key path doesn't contain the names of computed properties, so their types are shown.
    static func name(of keyPath: AnyKeyPath, _ container: OpenContainer) -> String {
        let properties = container.entities.flatMap(\.properties)
        let text = properties.reduce(keyPath.debugDescription) { text, property in
            [property.keyPath, property.declaredKeyPath].compactMap(self.text).reduce(text) { text, part in
                part.hasPrefix(".<") ? text.replacing(part, with: "." + property.name) : text
            }
        }
        return withoutAddresses(text)
    }

    private static func withoutAddresses(_ text: String) -> String {
        text.replacing(/<computed 0x[0-9a-f]+ \((?<type>.*?)\)>/) { "<computed \($0.type)>" }
    }

    /// Returns the part of a key path's description after the root's name, or nil if the description has a different
    /// form.
    private static func text(of keyPath: AnyKeyPath) -> Substring? {
        let text = keyPath.debugDescription
        let root = "\\\(type(of: keyPath).rootType)"
        return text.hasPrefix(root) ? text.dropFirst(root.count) : nil
    }

    /// Returns the rest of a key path's description after a property's component. Returns nil if the given text doesn't
    /// begin with that component.
    private static func rest(of text: Substring, after property: PropertyStorage) -> Substring? {
        for keyPath in [property.keyPath, property.declaredKeyPath] {
            guard let part = self.text(of: keyPath), text.hasPrefix(part) else { continue }
            let rest = text.dropFirst(part.count)
            // A constant's component is its name. A longer name may begin with the same characters.
            if let next = rest.first, !"?!.".contains(next) { continue }
            return rest
        }
        return nil
    }

    /// Returns whether a key path leads from an object to its own identifier.
    static func isIdentity(_ keyPath: AnyKeyPath) -> Bool {
        (type(of: keyPath).rootType as? any PersistentModel.Type).map { identities(of: $0).contains(keyPath) } ?? false
    }

    /// Returns the key paths from an object to its identifier, and from an optional object. In a generic function,
    /// `\.id` is the protocol's.
    private static func identities<Model: PersistentModel>(of type: Model.Type) -> [AnyKeyPath] {
        let own: [AnyKeyPath] = [
            \Model.persistentModelID, \Model.id as KeyPath<Model, PersistentIdentifier>,
            \Model?.?.persistentModelID, \Model?.?.id as KeyPath<Model?, PersistentIdentifier?>,
        ]
        guard Model.ID.self == PersistentIdentifier.self else { return own }
        return own + [\Model.id as KeyPath<Model, Model.ID>, \Model?.?.id as KeyPath<Model?, Model.ID?>]
    }

    private static func appending(_ end: AnyKeyPath, to path: AnyKeyPath?) -> AnyKeyPath? {
        guard let path else { return end }
        return path.appending(path: end)
    }

    /// Whether the last property is a relationship.
    var endsAtRelationship: Bool {
        identity == nil && properties.last.map { $0.entity.properties[$0.index].relationship != nil } ?? true
    }

    /// Returns the term for the last property, or for its last member if there are members. The root entity's table has
    /// the alias `t`.
    ///
    /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if the value isn't stored in its own column.
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        var term = SQLTerm.row(alias: "t", root)
        do {
            let path = properties.map { $0.entity.properties[$0.index].keyPath } + (identity.map { [$0] } ?? [])
            for keyPath in path { term = try translation.property(keyPath, of: term, self) }
        } catch {
            throw unsupported()
        }
        for name in members {
            guard case .columns(let columns, let codec) = term,
                let (range, member) = (codec as? any MemberCodec)?.place(ofMember: name)
            else { throw unsupported() }
            term = PredicateTranslation.attribute(Array(columns[range]), member)
        }
        return term
    }

    private func unsupported() -> SwiftDataError {
        SwiftDataError(.unsupportedSortDescriptor, "\(self) isn't stored in its own column.")
    }

    /// The names of the entity, the properties and the members, such as `Post.author.address.city`.
    var description: String {
        let names = properties.map { $0.entity.properties[$0.index].name } + members.map(Self.withoutAddresses)
        return ([root.name] + names + (identity == nil ? [] : ["persistentModelID"])).joined(separator: ".")
    }
}
