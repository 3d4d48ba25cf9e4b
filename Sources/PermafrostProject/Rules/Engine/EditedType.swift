import PermafrostFixtures
import PermafrostModel

/// An edit of an enum or struct, with all changes that it causes to the compared versions.
struct EditedType {
    typealias Found = (version: ComparedVersion, change: SchemaDrift.Change)

    /// The edited type, with the location of its declaration.
    let type: ValueType
    /// The changes, most severe first.
    private let found: [Found]

    /// Groups changes by the type edit that caused them, and ignores all other changes. There is one value for each
    /// edit, regardless of the number of affected versions and properties.
    static func edits(of found: [Found]) -> [EditedType] {
        struct Key: Hashable {
            var name: String
            var location: SourceLocation
            var standing: String
            var platform: String?
        }
        var keys: [Key] = []
        var changes: [Key: (type: ValueType, found: [Found])] = [:]
        for one in found {
            guard let type = one.change.type else { continue }
            let key = Key(
                name: type.name, location: type.location, standing: one.version.standing,
                platform: one.change.platform)
            if changes[key] == nil { keys.append(key) }
            changes[key, default: (type, [])].found.append(one)
        }
        return keys.compactMap { key in
            changes[key].map { EditedType(type: $0.type, found: $0.found) }
        }
    }

    private init(type: ValueType, found: [Found]) {
        self.type = type
        let kinds = ModelChange.Kind.allCases
        self.found = kinds.flatMap { kind in found.filter { $0.change.change.kind == kind } }
    }

    /// The kind of the most severe change.
    var kind: ModelChange.Kind { found[0].change.change.kind }
    var version: ComparedVersion { found[0].version }
    /// The severity of the finding, or nil for the rule's own severity. If the edit only adds cases, or renames
    /// cases that keep their raw values, the finding is a note. If only encoded values change, and no row certainly
    /// fails to decode, the finding is also a note. If a row
    /// may not decode, or would lose a removed field, it is a warning instead.
    var severity: Finding.Severity? {
        if keepsCases { return .note }
        guard found.allSatisfy(\.change.isOfEncodedValue), !obstacles.contains(where: \.isCertain) else { return nil }
        return obstacles.isEmpty && !found.contains(where: \.change.removesFields) ? .note : .warning
    }
    /// The affected versions, oldest first and without duplicates.
    var versions: [ComparedVersion] {
        var seen: Set<String> = []
        return found.map(\.version).filter { seen.insert($0.title).inserted }
            .sorted { VersionOrder($0.version) < VersionOrder($1.version) }
    }

    /// The names of the groups with affected versions, except for the group of ``version``.
    var otherGroups: [String] {
        found.map(\.version.group.name).unique.filter { $0 != version.group.name }
    }

    var subject: Finding.TypeEdit {
        Finding.TypeEdit(
            type: type.name, changes: found.map(\.change.change), schemas: versions.map(\.schema.name),
            platform: found[0].change.platform)
    }

    // MARK: Messages

    /// Returns the message of the finding about the edit.
    ///
    /// - Parameter command: the command that freezes the version again; nil if there is no such command.
    func message(command: FreezeCommandLine?) -> Finding.Message {
        let versions = versions
        let standing =
            version.reference.map { "\(versions.count == 1 ? "is" : "are") declared at \($0)" }
            ?? (versions.count == 1 ? "is frozen" : "are frozen")
        let platform = found[0].change.platform.map { "under `#if \($0)` " } ?? ""
        let areDistinct = Set(versions.map(\.version)).count == versions.count
        let titles =
            versions.count > 5
            ? "\(versions.count) versions from \(versions[0].title) to \(versions[versions.count - 1].title)"
            : versions.map(\.title).listed
        let names = versions.map { areDistinct ? $0.version : $0.title }.abridged
        if keepsCases {
            return .addedCases(
                "\(titles) \(standing), and \(platform)\(type.name) "
                    + (renamesCases ? "has renamed" : "gained") + " cases since "
                    + "(\(subject.properties.listed) \(subject.properties.count == 1 ? "stores" : "store") it): "
                    + clauses.joined(separator: "; "), refreezing: versions.count == 1 ? version : nil)
        }
        // A part of the edit may affect every platform.
        let isLimited = found.allSatisfy { !$0.change.platforms.isEmpty }
        let wording = DriftMessage(
            kind, version: names, staging: version.group.staging, verdict: version.verdict,
            platforms: isLimited ? found.flatMap(\.change.platforms).unique : [], alsoChangesHash: changesHash)
        return Finding.Message(
            what: "\(titles) \(standing), but \(platform)\(type.name) changed ("
                + "\(subject.properties.listed) \(subject.properties.count == 1 ? "stores" : "store") it): "
                + clauses.joined(separator: "; "),
            affected: rowsDecode
                ? "users with a \(names) store. Every row still decodes"
                    + (found.contains(where: \.change.removesFields)
                        ? ", and the values of removed fields are lost when a row is saved again" : "")
                : wording.affected + (decoding.map { ". \($0)" } ?? ""),
            fix: rowsDecode
                ? "Revert \(type.name) to keep \(names) as shipped, and change a copy of \(type.name) that is nested "
                    + "in a new version. Existing rows decode without this fix"
                : acceptance(of: names) ?? fix(wording, command))
    }

    /// Returns the fix for code or keys of which it isn't known whether they decode existing rows: to freeze the version
    /// again, which records them. Returns nil for other edits, or if the version can't be frozen again.
    private func acceptance(of names: String) -> String? {
        guard !obstacles.isEmpty,
            obstacles.allSatisfy({ [.changedCode, .changedKeyOfColumn].contains($0.reason) }), versions.count == 1,
            let command = version.refreezing
        else { return nil }
        return
            "Revert \(type.name)'s \(obstacles.contains { $0.reason == .changedCode } ? "code" : "keys"). Or test that the "
            + "app decodes the rows of a \(names) store, and record it: \(command)"
    }

    /// Whether the edit only adds cases, or renames cases that keep their raw values. Every row then still decodes.
    private var keepsCases: Bool { found.allSatisfy(\.change.isHarmless) }

    private var renamesCases: Bool { found.contains(where: \.change.renamesCases) }

    /// Whether only encoded values changed, and every existing row still decodes.
    private var rowsDecode: Bool { severity != nil && obstacles.isEmpty }

    /// Whether all versions have a change that affects the version hash.
    private var changesHash: Bool {
        versions.allSatisfy { $0.changesHash(on: found[0].change.platform) }
    }

    private func fix(_ wording: DriftMessage, _ command: FreezeCommandLine?) -> String {
        if version.unversioned != nil || kind == .physical {
            return wording.fix(
                schema: type.name, reference: version.reference, unversioned: version.unversioned, command: command)
        }
        let back = "Revert \(type.name)" + (version.reference.map { " to \($0)" } ?? "")
        let again = version.reference == nil ? command?.text(version.version, isForced: true) : nil
        return "\(back), and change a copy of \(type.name) that is nested in a new version"
            + (kind == .silent && !changesHash ? ". \(DriftMessage.withAnother)" : "")
            + (again.map { ". If \(version.version) never shipped, run \($0)" } ?? "")
    }

    /// The changes to the type as sentences, without duplicates.
    private var clauses: [String] {
        var seen: Set<String> = []
        func sentences(_ found: [Found]) -> [String] {
            // Properties may contain the type at different depths.
            found.map { ChangeMessage($0.change.change.seen(from: $0.change.type ?? type)).sentence }
                .filter { seen.insert($0).inserted }
        }
        let parts = sentences(found.filter { $0.change.change.aspect != .swiftType })
        // A changed part is more specific than a change to the complete value.
        return parts.isEmpty ? sentences(found) : parts
    }

    /// The parts of the changes that prevent decoding existing rows, without duplicates.
    private var obstacles: [DecodingObstacle] { found.flatMap(\.change.obstacles).unique }

    /// Sentences about whether existing rows still decode. Nil if nothing prevents decoding, and the edit affects
    /// version hashes or tables.
    private var decoding: String? {
        guard !obstacles.isEmpty else { return kind == .silent ? "Every row still decodes" : nil }
        return obstacles.map { obstacle in
            let name = ([type.name] + obstacle.path).joined(separator: ".")
            let fails =
                obstacle.isCertain
                ? "no longer decodes, and the app crashes when it reads the row"
                : "may no longer decode: Permafrost can't read from source what the type's own decoder accepts"
            return switch obstacle.reason {
            case .goneRawValue(let raw): "A row with \"\(raw)\" \(fails)"
            case .goneCase: "A row with \(name) \(fails)"
            case .addedField where obstacle.isCertain:
                "Existing rows lack the required \(name), and encoded values no longer decode"
            case .addedField: "Existing rows lack \(name). A row without this value \(fails)"
            case .changedKey(let key) where obstacle.isCertain:
                "Existing rows have \(name) under the key \"\(key)\", which the app no longer reads"
            case .changedKey(let key):
                "Existing rows have \(name) under the key \"\(key)\". Permafrost can't read from source whether the "
                    + "type's own decoder accepts it"
            case .changedCode:
                "It isn't known whether existing rows still decode, because it depends on \(name)'s own code"
            case .changedKeyOfColumn:
                "It isn't known whether existing rows still decode, because the parts of \(name) have columns of their "
                    + "own, and Apple doesn't document whether SwiftData uses their keys"
            case .retyped(let before, let after):
                "Existing rows store \(name) as \(before), but the app reads the value as \(after), so it may not "
                    + "decode"
            }
        }.joined(separator: ". ")
    }
}

extension ModelChange {
    /// Returns the change as a change to the given type. Its path starts at the type, instead of at the entity whose
    /// property contains the type's values.
    fileprivate func seen(from type: ValueType) -> ModelChange {
        var change = self
        var rest = Array(element.dropFirst(type.path.count))
        // An enum with raw values has a single column, with the same name as the property.
        if aspect == .type, rest == [property] { rest = [] }
        change.entity = type.name
        change.property = rest.first
        change.element = Array(rest.dropFirst())
        return change
    }
}

extension [String] {
    /// The names as alternatives, such as `1.0.0 or 2.0.0`. Of more than five, the first and the last.
    fileprivate var abridged: String { count > 5 ? "\(self[0]) … \(self[count - 1])" : joined(separator: " or ") }
}
