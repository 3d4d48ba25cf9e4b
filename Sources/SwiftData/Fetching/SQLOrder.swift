import Foundation
import PermafrostModel
import PermafrostStore

/// One step of a fetch's order as SQL: by a property, by a member of a struct, or by one of an object that to-one
/// relationships lead to.
///
/// Strings are ordered by Swift's `<` unless the descriptor's comparator is `.lexical`, the only one that Linux has. (On
/// Apple's platforms the default is the localized standard order.)
struct SQLOrder {
    let sql: String

    init<T: PersistentModel>(
        _ descriptor: SortDescriptor<T>, _ entity: EntityStorage, _ container: ModelContainer
    ) throws {
        guard let keyPath = descriptor.keyPath else {
            throw Self.unsupported("It compares objects of \(T.self) by code, which no store can run.")
        }
        guard let steps = KeyPathSteps(keyPath, from: entity, container) else {
            throw Self.unsupported(
                "\(keyPath) leads to no property of \(T.self), no member of a struct, and no property of an object that "
                    + "a to-one relationship refers to.")
        }
        let term = try steps.term(PredicateTranslation(container))
        guard let value = term.value, !steps.endsAtRelationship else {
            throw Self.unsupported("\(steps) has no single column to sort by.")
        }
        var collation = ""
        if term.isText {
            guard let name = Self.collation(descriptor, keyPath) else {
                throw Self.unsupported("\(steps) cannot be sorted by that comparator.")
            }
            collation = " COLLATE " + name
        }
        sql = "\(value)\(collation) \(descriptor.order == .forward ? "ASC" : "DESC")"
    }

    private static func unsupported(_ reason: String) -> SwiftDataError {
        SwiftDataError(.unsupportedSortDescriptor, "This sort descriptor cannot be fetched by. \(reason)")
    }

    /// The collation of a descriptor's comparator, which can be told from others, not asked for.
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

/// The properties that a key path leads through: `\.author?.address.city` is the relationship, the attribute and its member.
///
/// A key path does not show its parts. Its description does: it is that of each part, one after another, with `?` and `!`
/// between them. The parts of the model's own key paths are described in the same words.
private struct KeyPathSteps: CustomStringConvertible {
    /// The properties of objects, each with the number of one of the entity before it.
    private var properties: [(entity: EntityStorage, index: Int)] = []
    /// The members of the struct that the last property holds.
    private var members: [String] = []

    /// Nil for a key path that leads elsewhere.
    init?(_ keyPath: AnyKeyPath, from entity: EntityStorage, _ container: ModelContainer) {
        if let index = entity.property(at: keyPath) {
            properties = [(entity, index)]
            return
        }
        guard var rest = Self.text(of: keyPath) else { return nil }
        var next: EntityStorage? = entity
        while let entity = next {
            let found = entity.properties.indices.compactMap { index in
                Self.rest(of: rest, after: entity.properties[index]).map { (index: index, rest: $0) }
            }
            guard found.count == 1, let step = found.first else { return nil }
            properties.append((entity, step.index))
            rest = step.rest
            let relationship = entity.properties[step.index].relationship
            next = relationship.flatMap { $0.isToMany ? nil : container.entities[$0.destination] }
            if next != nil, rest.first == "?" || rest.first == "!" { rest.removeFirst() }
        }
        // What remains are the names of members, and a sign that the whole is optional.
        let names = rest.split(separator: ".", omittingEmptySubsequences: false).map { part in
            part.last == "?" || part.last == "!" ? part.dropLast() : part
        }
        guard names.first?.isEmpty ?? false else { return nil }
        members = names.dropFirst().map(String.init)
    }

    /// What follows the root's name; nil if the description has another form.
    private static func text(of keyPath: AnyKeyPath) -> Substring? {
        let text = keyPath.debugDescription
        let root = "\\\(type(of: keyPath).rootType)"
        return text.hasPrefix(root) ? text.dropFirst(root.count) : nil
    }

    /// What follows a property's part; nil if the text begins with another one.
    private static func rest(of text: Substring, after property: PropertyStorage) -> Substring? {
        for keyPath in [property.keyPath, property.declaredKeyPath] {
            guard let part = self.text(of: keyPath), text.hasPrefix(part) else { continue }
            let rest = text.dropFirst(part.count)
            // A constant's part is its name, with which a longer one may begin.
            if let next = rest.first, !"?!.".contains(next) { continue }
            return rest
        }
        return nil
    }

    /// Whether the key path leads to objects.
    var endsAtRelationship: Bool {
        properties.last.map { $0.entity.properties[$0.index].relationship != nil } ?? true
    }

    /// The value at the end, of the row under the alias `t`.
    ///
    /// - Throws: `SwiftDataError.unsupportedSortDescriptor` if it is in no column.
    func term(_ translation: PredicateTranslation) throws -> SQLTerm {
        guard let first = properties.first else { throw unsupported() }
        var term = SQLTerm.row(alias: "t", first.entity)
        do {
            for (entity, index) in properties {
                term = try translation.property(entity.properties[index].keyPath, of: term, self)
            }
        } catch {
            throw unsupported()
        }
        for name in members {
            guard case .columns(let columns, let codec) = term,
                let (range, member) = (codec as? any PredicateTranslation.MemberCodec)?.place(ofMember: name)
            else { throw unsupported() }
            term = PredicateTranslation.attribute(Array(columns[range]), member)
        }
        return term
    }

    private func unsupported() -> SwiftDataError {
        SwiftDataError(.unsupportedSortDescriptor, "\(self) is in no column of its own.")
    }

    /// The entity and the names: `Post.author.address.city`.
    var description: String {
        let names = properties.map { $0.entity.properties[$0.index].name } + members
        return ([properties.first?.entity.name ?? ""] + names).joined(separator: ".")
    }
}
