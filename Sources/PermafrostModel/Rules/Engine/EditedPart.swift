/// A field or case of an enum or struct that was edited after versions were frozen, with the properties and versions
/// that the edit affects. Each edited part becomes one finding.
struct EditedPart {
    /// An affected property of a version.
    struct Reached {
        let group: RuleGroup
        /// The step from the version's frozen model to its declared model.
        let edit: UpgradeStep
        let change: ModelChange
    }

    /// The enum or struct that declares the part, or nil if its declaration isn't known.
    private let type: ValueType?
    /// The affected properties, in the order of groups and versions. There is at least one.
    private let reached: [Reached]

    /// Groups affected properties by edit. Returns the edits in the order of their first affected property.
    static func edits(_ reached: [Reached]) -> [EditedPart] {
        struct Key: Hashable {
            var name: String
            var location: SourceLocation?
            var before: String?
            var after: String?
        }
        var keys: [Key] = []
        var edits: [Key: EditedPart] = [:]
        for one in reached {
            let type = one.edit.to.valueType(declaring: one.change)
            let edit = EditedPart(type: type, reached: [one])
            let key = Key(
                name: edit.name, location: type?.location ?? one.edit.place(of: one.change), before: one.change.before,
                after: one.change.after)
            if edits[key] == nil { keys.append(key) }
            edits[key] = EditedPart(type: type, reached: (edits[key]?.reached ?? []) + [one])
        }
        return keys.compactMap { edits[$0] }
    }

    private init(type: ValueType?, reached: [Reached]) {
        self.type = type
        self.reached = reached
    }

    /// The change to the first affected property.
    var change: ModelChange { reached[0].change }
    /// The group of the first affected property.
    var group: RuleGroup { reached[0].group }

    /// The name of the edited part, such as `Mode.ride`, or `Trip.mode.ride` if the type isn't known.
    var name: String {
        guard let type else { return change.subject }
        return ([type.name] + change.element.dropFirst(type.path.count)).joined(separator: ".")
    }

    /// A phrase with the properties that store the part, such as `; Page.mode and Trip.mode store it`. Empty if the
    /// type isn't known, because ``name`` then contains the property.
    var stored: String {
        guard type != nil else { return "" }
        let properties = subject.properties
        return "; \(properties.listed) \(properties.count == 1 ? "stores" : "store") it"
    }

    /// The titles of the affected versions as a list, such as `TripV1 1.0.0 and TripV2 2.0.0`.
    var titles: String { steps.map(\.to.title).listed }
    /// The names of the affected versions as a list, such as `1.0.0 or 2.0.0`.
    private var versionNames: String { steps.map(\.to.name).unique.joined(separator: " or ") }
    /// The type names of the affected versions as a list, such as `TripV1 and TripV2`.
    var typeNames: String { steps.map(\.to.typeName).listed }
    /// The phrase `after the version was frozen`, or its plural.
    var since: String { steps.count == 1 ? "after the version was frozen" : "after the versions were frozen" }

    /// A phrase with the affected users and the effect, for an edit that changes the version hash.
    var affected: String { "users with a \(versionNames) store. The store no longer matches a declared version" }

    /// Returns a finding about the edit. Its location is the type's declaration, or the property's declaration if the
    /// type isn't known.
    func finding(_ page: RulePage, _ message: Finding.Message) -> Finding {
        let first = reached[0]
        return Finding(
            page, message, subject: .typeEdit(subject), group: first.group.name,
            otherGroups: reached.map(\.group.name).unique.filter { $0 != first.group.name },
            version: first.edit.to.name, schema: first.edit.to.schema,
            at: type?.location ?? first.edit.place(of: first.change))
    }

    private var subject: Finding.TypeEdit {
        Finding.TypeEdit(
            type: type?.name ?? name, changes: reached.map(\.change), schemas: steps.map(\.to.typeName), platform: nil)
    }

    /// The steps of the affected versions, without duplicates.
    private var steps: [UpgradeStep] {
        var seen: Set<String> = []
        return reached.map(\.edit).filter { seen.insert($0.to.title).inserted }
    }
}

extension RuleContext {
    /// Returns one affected property for each change that the closure returns. The closure is called with each edit of
    /// a frozen version, and returns the edit's relevant changes.
    func edits(_ changes: (UpgradeStep) -> [ModelChange]) -> [EditedPart.Reached] {
        groups.flatMap { group in
            group.edits.flatMap { edit in
                changes(edit).map { EditedPart.Reached(group: group, edit: edit, change: $0) }
            }
        }
    }
}

extension SchemaVersion {
    /// Returns the enum or struct of the project that declares a part of a property's values. If several types contain
    /// the part, returns the innermost one. Returns nil if no declaration is known.
    ///
    /// - Parameter path: the fields and cases from the property to the part.
    package func valueType(declaring path: [String], entity: String, property: String) -> ValueType? {
        valueTypes(entity: entity, property: property)
            .filter { $0.path.count < path.count && path.starts(with: $0.path) }
            .max { $0.path.count < $1.path.count }
    }

    fileprivate func valueType(declaring change: ModelChange) -> ValueType? {
        guard let entity = change.entity, let property = change.property else { return nil }
        return valueType(declaring: change.element, entity: entity, property: property)
    }
}
