import PermafrostModel
import PermafrostStore

/// An edit of an enum or struct, with all changes to frozen versions that it causes.
struct EditedType {
    typealias Found = (version: CheckInput.Version, change: SchemaDrift.Change)

    /// The edited type, with the location of its declaration.
    let type: ValueType
    /// The changes, most severe first.
    private let found: [Found]

    /// Groups changes by the edit that caused them. There is one value for each edit, regardless of the number of
    /// affected versions and properties.
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

    /// The effect of the most severe change on stores.
    var kind: ModelChange.Kind { found[0].change.change.kind }
    /// Whether the edit only adds cases, so that every row still decodes.
    var isHarmless: Bool { found.allSatisfy(\.change.isHarmless) }
    var version: CheckInput.Version { found[0].version }
    /// The affected versions, without duplicates.
    var versions: [CheckInput.Version] {
        var seen: Set<String> = []
        return found.map(\.version).filter { seen.insert($0.title).inserted }
    }

    /// The names of all other groups with affected versions.
    var otherGroups: [String] {
        found.map(\.version.group.name).unique.filter { $0 != version.group.name }
    }

    var subject: Finding.TypeEdit {
        Finding.TypeEdit(
            type: type.name, changes: found.map(\.change.change), schemas: versions.map(\.schema.name),
            platform: found[0].change.platform)
    }

    // MARK: Messages

    /// - Parameter command: the command that freezes the version again; nil if there is no such command.
    func words(command: FreezeCommandLine?) -> Finding.Words {
        let versions = versions
        let standing =
            version.reference.map { "\(versions.count == 1 ? "is" : "are") declared at \($0)" }
            ?? (versions.count == 1 ? "is frozen" : "are frozen")
        let platform = found[0].change.platform.map { "under `#if \($0)` " } ?? ""
        let areDistinct = Set(versions.map(\.version)).count == versions.count
        let names = versions.map { areDistinct ? $0.version : $0.title }.joined(separator: " or ")
        if isHarmless {
            return .addedCases(
                "\(versions.map(\.title).listed) \(standing), and \(platform)\(type.name) gained cases since "
                    + "(\(subject.properties.listed) \(subject.properties.count == 1 ? "stores" : "store") it): "
                    + clauses.joined(separator: "; "), refreezing: versions.count == 1 ? version : nil)
        }
        // A part of the edit may affect every platform.
        let isLimited = found.allSatisfy { !$0.change.platforms.isEmpty }
        let wording = DriftWording(
            kind, version: names, hasPlan: version.group.hasPlan,
            platforms: isLimited ? found.flatMap(\.change.platforms).unique : [])
        return Finding.Words(
            what: "\(versions.map(\.title).listed) \(standing), but \(platform)\(type.name) changed ("
                + "\(subject.properties.listed) \(subject.properties.count == 1 ? "stores" : "store") it): "
                + clauses.joined(separator: "; "),
            affected: wording.affected + (decoding.map { ". \($0)" } ?? ""),
            fix: fix(wording, command))
    }

    private func fix(_ wording: DriftWording, _ command: FreezeCommandLine?) -> String {
        if version.unversioned != nil || kind == .physical {
            return wording.fix(
                schema: type.name, reference: version.reference, unversioned: version.unversioned, command: command)
        }
        let back = "Revert \(type.name)" + (version.reference.map { " to \($0)" } ?? "")
        let again = version.reference == nil ? command?.text(version.version, isForced: true) : nil
        return "\(back), and change a copy of it that is nested in a new version"
            + (kind == .silent ? ". \(DriftWording.withAnother)" : "")
            + (again.map { ". If \(version.version) never shipped: \($0)" } ?? "")
    }

    /// The changes to the type as sentences, without duplicates.
    private var clauses: [String] {
        var seen: Set<String> = []
        func sentences(_ changes: [ModelChange]) -> [String] {
            changes.map { ChangeWording($0.seen(from: type)).sentence }.filter { seen.insert($0).inserted }
        }
        let changes = found.map(\.change.change)
        let parts = sentences(changes.filter { $0.aspect != .swiftType })
        // A changed part is more specific than a change to the complete value.
        return parts.isEmpty ? sentences(changes) : parts
    }

    /// The effect on decoding existing rows; nil if the stores no longer match a version, or if only tables differ.
    private var decoding: String? {
        var seen: Set<ShapeDifference.DecodingObstacle> = []
        let obstacles = found.flatMap(\.change.obstacles).filter { seen.insert($0).inserted }
        guard !obstacles.isEmpty else { return kind == .silent ? "Every row still decodes" : nil }
        return obstacles.map { obstacle in
            let name = ([type.name] + obstacle.path).joined(separator: ".")
            return switch obstacle.reason {
            case .goneRawValue(let raw):
                "A row that holds \"\(raw)\" no longer decodes, and the app crashes when it reads the row"
            case .goneCase: "A row that holds \(name) no longer decodes, and the app crashes when it reads the row"
            case .addedField:
                "Existing rows lack the required \(name), and encoded values no longer decode"
            case .retyped(let before, let after):
                "Existing rows store \(name) as \(before), but it is read as \(after) and may not decode"
            }
        }.joined(separator: ". ")
    }
}

extension ModelChange {
    /// Returns the change with its path relative to the given type, which the property's values contain.
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
