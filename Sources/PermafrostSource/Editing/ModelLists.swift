import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// A rewriter for the `models` lists of versions. If a class in a list moves to the next version, the names of the
/// list's classes replace references to that list.
///
/// In the next version, `V1.models + [Stop.self]` becomes `[Trip.self, Stop.self]`, because `V1` now lists the frozen
/// `Trip`. In a shipped version, the names of the version's classes replace a constant that lists the current classes.
struct ModelLists {
    /// A version whose list is rewritten.
    enum User: Hashable {
        case next
        case newest
        case older(String)
    }

    private let current: VersionPieces
    /// The locations of each version's classes, keyed by the version's type and then by entity name.
    private let classes: [String: [String: SourceLocation]]
    private let aliases: Set<String>
    /// The names of the frozen classes.
    private let frozen: Set<String>
    /// The names of the classes that the next version copies from older versions.
    private let carried: Set<String>
    private let sources: SourceSet

    init(
        _ request: NextVersionRequest, of current: VersionPieces, aliases: Set<String>, frozen: Set<String>,
        carried: Set<String>, in sources: SourceSet
    ) {
        self.current = current
        self.aliases = aliases
        self.frozen = frozen
        self.carried = carried
        self.sources = sources
        let all = request.older + [request.current]
        classes = Dictionary(all.map { ($0.type, $0.classes) }) { first, _ in first }
    }

    // MARK: The next version

    /// Adds the edits that append the new models to the next version's list. If a class in another version's list moves
    /// to the next version, also adds edits that replace references to that list with the names of its classes.
    ///
    /// - Parameter edits: the declaration's edits, which already replace names. The new edits are added to it.
    /// - Throws: `NextVersionDraft.Problem` if a class isn't at its recorded location, or `UnreadableFile` if a file
    ///   can't be read or parsed.
    func addNext(
        _ property: VariableDeclSyntax, _ listed: [String], in file: SwiftFile, _ edits: inout TextEdits
    )
        throws
    {
        let results = ListResults(of: property)
        let added = listed.map { $0 + ".self" }
        let appended = results.appending(added, in: file)
        var replaced: [Range<Int>] = []
        for (expression, append) in zip(results.expressions, appended) {
            if let literal = try literal(of: expression, in: file, edits) {
                edits.replace(expression.bounds, with: "[\((literal + added).joined(separator: ", "))]")
                replaced.append(expression.bounds)
            } else if !listed.isEmpty {
                edits.replace(append.range, with: append.text)
            }
        }
        for member in NodeFinder<MemberAccessExprSyntax>.all(in: Syntax(property))
        where !replaced.contains(where: { member.isInside($0) }) {
            guard let version = moved(member) else { continue }
            let names = try names(of: version, for: .next).map { $0 + ".self" }.joined(separator: ", ")
            let isUntyped =
                member.parent?.parent?.as(PatternBindingSyntax.self).map { $0.typeAnnotation == nil } ?? false
            edits.replace(
                member.bounds, with: "[\(names)]" + (isUntyped ? " as [any PersistentModel.Type]" : ""))
        }
    }

    /// Returns the elements of an array literal that can replace an expression. Returns nil if the expression joins
    /// anything other than array literals and other versions' lists, or if no class in these lists moves to the next
    /// version.
    private func literal(
        of expression: ExprSyntax, in file: SwiftFile, _ edits: TextEdits
    ) throws -> [String]? {
        guard let operands = ListResults.operands(of: expression) else { return nil }
        var elements: [String] = []
        var isMoved = false
        for operand in operands {
            if let array = operand.as(ArrayExprSyntax.self) {
                elements += array.elements.map { edits.applied(to: file, in: $0.expression.bounds) }
            } else if let version = version(operand.as(MemberAccessExprSyntax.self)) {
                isMoved = isMoved || hasMoved(version)
                elements += try names(of: version, for: .next).map { $0 + ".self" }
            } else {
                return nil
            }
        }
        var seen: Set<String> = []
        return isMoved ? elements.filter { seen.insert($0).inserted } : nil
    }

    /// Returns the version whose list an expression such as `V1.models` refers to. Returns nil for any other
    /// expression, or if several versions have the name.
    private func version(_ member: MemberAccessExprSyntax?) -> String? {
        guard let member, member.declName.baseName.text == "models", let base = member.base?.trimmedDescription else {
            return nil
        }
        if aliases.contains(base) { return current.type }
        let named = classes.keys.filter { $0 == base || $0.hasSuffix("." + base) }
        return named.count == 1 ? named.first : nil
    }

    private func moved(_ member: MemberAccessExprSyntax) -> String? {
        version(member).flatMap { hasMoved($0) ? $0 : nil }
    }

    /// Returns whether a version's list contains a class that moves from the newest version to the next version.
    private func hasMoved(_ version: String) -> Bool {
        classes[version, default: [:]].contains { entity, place in isMoving(entity, at: place) }
    }

    private func isMoving(_ entity: String, at place: SourceLocation) -> Bool {
        (frozen.contains(entity) || carried.contains(entity)) && classes[current.type]?[entity] == place
    }

    // MARK: The versions that shipped

    /// Returns the edits that replace a shipped version's list with the names of its classes. Returns no edits in these
    /// cases:
    /// - None of the classes moves to the next version.
    /// - The property has several results.
    /// - The list consists only of array literals, the property's local constants, and versions' lists.
    ///
    /// - Throws: `NextVersionDraft.Problem` if a class isn't at its recorded location, or `UnreadableFile` if a file
    ///   can't be read or parsed.
    func pinned(_ property: VariableDeclSyntax, of version: String) throws -> [(range: Range<Int>, text: String)] {
        guard hasMoved(version) else { return [] }
        let results = ListResults(of: property)
        guard results.expressions.count == 1, let expression = results.expressions.first else { return [] }
        let operands = ListResults.operands(of: expression) ?? [expression]
        let isOwn = operands.allSatisfy { operand in
            operand.is(ArrayExprSyntax.self) || self.version(operand.as(MemberAccessExprSyntax.self)) != nil
                || operand.as(DeclReferenceExprSyntax.self).map { results.locals.contains($0.baseName.text) } ?? false
        }
        guard !isOwn else { return [] }
        let user: User = version == current.type ? .newest : .older(version)
        let names = try names(of: version, for: user).map { $0 + ".self" }
        return [(expression.bounds, "[\(names.joined(separator: ", "))]")]
    }

    /// Returns the names of a version's classes, as `user` must write them in its list. They are in the order of the
    /// classes' declarations.
    private func names(of version: String, for user: User) throws -> [String] {
        let places = classes[version, default: [:]].sorted {
            ($0.value.file, $0.value.line, $0.value.column) < ($1.value.file, $1.value.line, $1.value.column)
        }
        return try places.map { entity, place in
            guard let node = try sources.file(place.file).declaration(named: place)?.as(ClassDeclSyntax.self) else {
                throw NextVersionProblem.moved(entity, place)
            }
            let owner = node.enclosingPath.joined(separator: ".")
            let qualified = owner.isEmpty ? node.name.text : owner + "." + node.name.text
            let isMoving = isMoving(entity, at: place)
            switch user {
            case .next:
                let isOwn = owner == current.type || aliases.contains(owner) || isMoving && carried.contains(entity)
                return isOwn ? node.name.text : qualified
            case .newest:
                return owner == current.type || isMoving && frozen.contains(entity) ? node.name.text : qualified
            case .older(let type):
                if isMoving, frozen.contains(entity) { return current.type + "." + node.name.text }
                return owner == type ? node.name.text : qualified
            }
        }
    }
}

extension SyntaxProtocol {
    /// The names of the types and extensions around the node, outermost first.
    var enclosingPath: [String] {
        var names: [String] = []
        var next = parent
        while let current = next {
            if let part = current.as(ExtensionDeclSyntax.self) {
                names += part.extendedType.trimmedDescription.split(separator: ".").map(String.init).reversed()
            } else if let name = current.as(DeclSyntax.self)?.typeName {
                names.append(name)
            }
            next = current.parent
        }
        return names.reversed()
    }
}
