import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The references to a version outside the versions and the plan, and the edits that make them refer to the next
/// version.
///
/// References in tests are left unchanged. In code that migrates stores, the edits update only typealiases, references
/// that create containers, and references in extensions of copied types.
struct VersionReferences {
    /// The edits, each with the path of the file that it changes.
    private(set) var edits: [(path: String, range: Range<Int>, text: String)] = []
    /// The locations of the references that are updated to the next version.
    private(set) var places: [SourceLocation] = []
    /// The locations of the references in tests, which are left unchanged.
    private(set) var testPlaces: [SourceLocation] = []
    /// The locations of references in code that migrates stores. They are left unchanged, because this code needs the
    /// version as it shipped.
    private(set) var otherPlaces: [SourceLocation] = []

    private let old: VersionPieces
    private let new: String
    private let carried: Set<String>
    private let isNewest: Bool

    /// Returns the names of the typealiases, such as `CurrentSchema`, that refer to a version directly or through other
    /// typealiases. Omits a typealias named `Schema`, because `Schema` is also a SwiftData type. Throws
    /// `UnreadableFile` if a file can't be read or parsed.
    static func aliases(of version: VersionPieces, in sources: SourceSet) throws -> Set<String> {
        var targets: [(name: String, target: String)] = []
        for file in try sources.files(try sources.paths(with: ["typealias"])) {
            targets += NodeFinder<TypeAliasDeclSyntax>.all(in: Syntax(file.tree)).map {
                ($0.name.text, $0.initializer.value.trimmedDescription)
            }
        }
        var names: Set<String> = []
        while true {
            // `Schema` is SwiftData's type wherever a nested alias of that name isn't visible.
            let more = targets.filter { alias in
                ([version.type, version.name].contains(alias.target) || names.contains(alias.target))
                    && !names.contains(alias.name) && alias.name != "Schema"
            }
            if more.isEmpty { return names }
            names.formUnion(more.map(\.name))
        }
    }

    /// Finds the references to a version, and the edits that update them.
    ///
    /// - Parameters:
    ///   - new: the next version's unqualified name.
    ///   - carried: the names of the types that the next version copies.
    ///   - isNewest: whether the version is the newest one. If not, only typealiases for copied types and extensions of
    ///     copied types are updated.
    ///   - isInVersions: returns whether a location is in a version or in the plan.
    ///   - isTest: returns whether a file is a test.
    ///   - migration: the code that migrates stores.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    init(
        to old: VersionPieces, new: String, carried: Set<String>, isNewest: Bool = true, in sources: SourceSet,
        isInVersions: (Int, String) -> Bool, isTest: (String) -> Bool, besides migration: MigrationCode
    ) throws {
        self.old = old
        self.new = new
        self.carried = carried
        self.isNewest = isNewest
        let files = try sources.files(try sources.paths(with: [old.name]))
        let moving = Set(
            files.flatMap { NodeFinder<TypeAliasDeclSyntax>.all(in: Syntax($0.tree)) }.filter { alias in
                let type = alias.initializer.value.as(MemberTypeSyntax.self)
                return type.map { $0.baseType.trimmedDescription == old.type && carried.contains($0.name.text) }
                    ?? false
            }.map(\.name.text))
        for file in files {
            let path = file.path
            for token in file.tree.tokens(viewMode: .sourceAccurate) where token.names(old.name) {
                let offset = token.bounds.lowerBound
                guard !isInVersions(offset, path) else { continue }
                if isTest(path) {
                    testPlaces.append(file.location(offset))
                } else if let alias = Self.alias(around: token) {
                    move(alias, token, in: file)
                } else if isNewest && isOpened(token) || isExtended(token) || isInMovingExtension(token, moving) {
                    replace(token.bounds, with: new, in: file)
                } else if isNewest, isReference(token) {
                    if migration.contains(offset, of: path) {
                        otherPlaces.append(file.location(offset))
                    } else {
                        replace(token.bounds, with: new, in: file)
                    }
                }
            }
        }
    }

    private mutating func replace(_ range: Range<Int>, with text: String, in file: SwiftFile) {
        edits.append((file.path, range, text))
        places.append(file.location(range.lowerBound))
    }

    /// Makes a typealias refer to the next version. If the typealias's name ends with the version's number, as in
    /// `TripV3`, adds another typealias for the next version instead.
    ///
    /// Leaves the typealias unchanged if it is for a type that the next version doesn't copy, or for the version itself
    /// if the version isn't the newest one.
    private mutating func move(_ alias: TypeAliasDeclSyntax, _ token: TokenSyntax, in file: SwiftFile) {
        if let member = Self.member(after: token) {
            guard carried.contains(member) else { return }
        } else if !isNewest {
            return
        }
        let (before, after) = (VersionSuffix(old.name), VersionSuffix(new))
        guard !before.digits.isEmpty, alias.name.text.hasSuffix(before.text) else {
            return replace(token.bounds, with: new, in: file)
        }
        var sibling = TextEdits()
        sibling.replace(alias.name.bounds, with: String(alias.name.text.dropLast(before.text.count)) + after.text)
        sibling.replace(token.bounds, with: new)
        let text = sibling.applied(to: file, in: alias.bounds)
        let end = alias.endWithComment
        let indent = file.indentation(at: alias.bounds.lowerBound)
        edits.append((file.path, end..<end, file.lineEnd + indent + text))
        places.append(file.location(alias.bounds.lowerBound))
    }

    /// Returns the typealias whose type contains a token. Returns nil if the token isn't in a typealias, or is the
    /// typealias's name.
    private static func alias(around token: TokenSyntax) -> TypeAliasDeclSyntax? {
        var node = token.parent
        while let current = node {
            if let alias = current.as(TypeAliasDeclSyntax.self) { return alias.name.id == token.id ? nil : alias }
            if current.is(MemberBlockSyntax.self) || current.is(CodeBlockSyntax.self) { return nil }
            node = current.parent
        }
        return nil
    }

    /// Returns whether a token with the version's unqualified name refers to the version, as in `SchemaV3`,
    /// `SchemaV3.Trip` and, if the version is nested in `App`, `App.SchemaV3`.
    private func isReference(_ token: TokenSyntax) -> Bool {
        if token.isTypeReference || Self.member(after: token) != nil { return true }
        let owner = old.type.split(separator: ".").dropLast().joined(separator: ".")
        if let type = token.parent?.as(MemberTypeSyntax.self) { return type.baseType.trimmedDescription == owner }
        guard let member = token.parent?.parent?.as(MemberAccessExprSyntax.self),
            member.declName.id == token.parent?.id
        else { return false }
        return !owner.isEmpty && member.base?.trimmedDescription == owner
    }

    /// Returns the name of the member type after a version's name, such as `Trip` in `SchemaV3.Trip`. Returns nil if no
    /// type follows the name.
    private static func member(after token: TokenSyntax) -> String? {
        if let type = token.parent?.parent?.as(MemberTypeSyntax.self), type.baseType.id == token.parent?.id {
            return type.name.text
        }
        return nil
    }

    /// Returns whether a token is a version's name in an expression that creates a container, such as `versionedSchema:
    /// SchemaV3.self`, `SchemaV3.models` or `for: SchemaV3.self`.
    private func isOpened(_ token: TokenSyntax) -> Bool {
        guard let reference = token.parent?.as(DeclReferenceExprSyntax.self),
            var member = reference.parent?.as(MemberAccessExprSyntax.self)
        else { return false }
        // The names of enclosing types may precede the version's unqualified name.
        if member.declName.id == reference.id {
            guard let outer = member.parent?.as(MemberAccessExprSyntax.self) else { return false }
            member = outer
        }
        let name = member.declName.baseName.text
        if carried.contains(name) { return Self.isPassedToContainer(member) }
        if ["models", "versionIdentifier"].contains(name) { return name == "models" }
        guard name == "self", let argument = member.parent?.as(LabeledExprSyntax.self) else { return false }
        return ["versionedSchema", "for"].contains(argument.label?.text)
    }

    /// Returns whether a token is the version's name in a reference to a copied class, such as `SchemaV3.Trip`, inside
    /// an extension of a copied class. The extension's members move to the next version.
    private func isInMovingExtension(_ token: TokenSyntax, _ moving: Set<String>) -> Bool {
        let expression = token.parent?.parent?.as(MemberAccessExprSyntax.self)
        let member = Self.member(after: token) ?? (token.isTypeReference ? expression?.declName.baseName.text : nil)
        guard let member, carried.contains(member) else { return false }
        var node = token.parent
        while let current = node {
            if let part = current.as(ExtensionDeclSyntax.self) {
                if let type = part.extendedType.as(MemberTypeSyntax.self) {
                    return type.baseType.trimmedDescription == old.type && carried.contains(type.name.text)
                }
                return moving.contains(part.extendedType.trimmedDescription)
            }
            node = current.parent
        }
        return false
    }

    /// Returns whether a class is passed to `ModelContainer`, `Schema` or `modelContainer`, as in
    /// `ModelContainer(for: SchemaV3.Trip.self)`.
    private static func isPassedToContainer(_ type: MemberAccessExprSyntax) -> Bool {
        guard let whole = type.parent?.as(MemberAccessExprSyntax.self), whole.declName.baseName.text == "self",
            var argument = whole.parent
        else { return false }
        if argument.is(ArrayElementSyntax.self), let list = argument.parent?.parent?.parent { argument = list }
        let call = argument.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
        let name = call?.calledExpression.lastToken(viewMode: .sourceAccurate)?.text
        return ["ModelContainer", "Schema", "modelContainer"].contains(name)
    }

    /// Returns whether a token is the version's name in the extended type of an extension of a copied class, as in
    /// `extension SchemaV3.Trip`. The extension's members move to the next version.
    private func isExtended(_ token: TokenSyntax) -> Bool {
        guard let member = Self.member(after: token), carried.contains(member) else { return false }
        return token.parent?.parent?.parent?.is(ExtensionDeclSyntax.self) == true
    }
}
