import PermafrostModel
import PermafrostStore

/// An edit of an enum or struct, with all of the changes it causes in frozen versions.
struct EditedType {
    typealias Found = (version: CheckInput.Version, change: SchemaDrift.Change)

    /// The edited type, at its declaration.
    let type: ValueType
    /// The changes, strongest first.
    private let found: [Found]

    /// Groups the changes by edit. An edit is one value, no matter how many versions and properties it affects.
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

    /// The effect of the strongest change on stores.
    var kind: ModelChange.Kind { found[0].change.change.kind }
    /// The first affected version.
    var version: CheckInput.Version { found[0].version }
    /// The affected versions, without duplicates.
    var versions: [CheckInput.Version] {
        var seen: Set<String> = []
        return found.map(\.version).filter { seen.insert($0.title).inserted }
    }

    /// The other groups with affected versions.
    var otherGroups: [String] {
        found.map(\.version.group.name).unique.filter { $0 != version.group.name }
    }

    var subject: Finding.TypeEdit {
        Finding.TypeEdit(
            type: type.name, changes: found.map(\.change.change), schemas: versions.map(\.schema.name),
            platform: found[0].change.platform)
    }

    // MARK: Messages

    /// - Parameter command: the command that freezes the version again; nil if there is none.
    func words(command: FreezeCommandLine?) -> Finding.Words {
        let versions = versions
        let standing =
            version.reference.map { "\(versions.count == 1 ? "is" : "are") declared at \($0)" }
            ?? (versions.count == 1 ? "is frozen" : "are frozen")
        let platform = found[0].change.platform.map { "under `#if \($0)` " } ?? ""
        let areDistinct = Set(versions.map(\.version)).count == versions.count
        let names = versions.map { areDistinct ? $0.version : $0.title }.joined(separator: " or ")
        let wording = DriftWording(kind, version: names, hasPlan: version.group.hasPlan)
        return Finding.Words(
            what: "\(versions.map(\.title).listed) \(standing), and \(platform)\(type.name) changed, of which "
                + "\(subject.properties.listed) \(subject.properties.count == 1 ? "is" : "are") made: "
                + clauses.joined(separator: "; "),
            affected: wording.affected + (decoding.map { "; \($0)" } ?? ""),
            fix: fix(wording, command))
    }

    private func fix(_ wording: DriftWording, _ command: FreezeCommandLine?) -> String {
        if version.unversioned != nil || kind == .physical {
            return wording.fix(
                schema: type.name, reference: version.reference, unversioned: version.unversioned, command: command)
        }
        let back = "Put \(type.name) back as it was" + (version.reference.map { " at \($0)" } ?? "")
        let again = version.reference == nil ? command?.text(version.version, isForced: true) : nil
        return "\(back), and change a copy of it that is nested in a new version"
            + (kind == .silent ? ", \(DriftWording.withAnother)" : "")
            + (again.map { "; if \(version.version) never shipped: \($0)" } ?? "")
    }

    /// The changes of the type as sentences, without duplicates.
    private var clauses: [String] {
        var seen: Set<String> = []
        func sentences(_ changes: [ModelChange]) -> [String] {
            changes.map { ChangeWording($0.seen(from: type)).sentence }.filter { seen.insert($0).inserted }
        }
        let changes = found.map(\.change.change)
        let parts = sentences(changes.filter { $0.aspect != .swiftType })
        // A changed part is more specific than the changed shape of the complete value.
        return parts.isEmpty ? sentences(changes) : parts
    }

    /// The effect on decoding existing rows; nil if the stores match no known version, or if only tables differ.
    private var decoding: String? {
        var seen: Set<ShapeDifference.DecodingObstacle> = []
        let obstacles = found.flatMap(\.change.obstacles).filter { seen.insert($0).inserted }
        guard !obstacles.isEmpty else { return kind == .silent ? "every row still decodes" : nil }
        return obstacles.map { obstacle in
            let name = ([type.name] + obstacle.path).joined(separator: ".")
            return switch obstacle.reason {
            case .goneRawValue(let raw):
                "a row that holds \"\(raw)\" no longer decodes: the app ends where it reads it"
            case .goneCase: "a row that holds \(name) no longer decodes: the app ends where it reads it"
            case .addedField:
                "rows lack \(name), which is not optional, and values that are stored as one no longer decode"
            case .retyped(let before, let after):
                "a row's \(name) was stored as \(before) and is read as \(after): it may not decode"
            }
        }.joined(separator: "; ")
    }
}

extension ModelChange {
    /// Returns the change with its path relative to the type that the property's values consist of.
    fileprivate func seen(from type: ValueType) -> ModelChange {
        var change = self
        var rest = Array(element.dropFirst(type.path.count))
        // An enum with raw values has a single column, which is named after the property.
        if aspect == .type, rest == [property] { rest = [] }
        change.entity = type.name
        change.property = rest.first
        change.element = Array(rest.dropFirst())
        return change
    }
}
