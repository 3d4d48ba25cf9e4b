import PermafrostModel
import PermafrostSource

/// The version names of the shapes that a group shipped.
///
/// A version that is declared with a `VersionedSchema` has a name of its own. Models without one get the name of the
/// declared version or the fixture that has their hashes. The newest shape that shipped gets the name that `list` shows and
/// `freeze` uses for the current models. If these models have another shape, they get the next major version. All other
/// shapes are numbered below the next shape with a name: 0.1.0, 0.2.0 and so on.
struct ShapeNumbers {
    /// A shape, before it has a name.
    struct Shape {
        let schema: DeclaredVersion
        /// The checksums of the shape's hashes: of the newest frameworks, and then of others.
        let versionChecksums: [String]
        /// Whether a tag has the shape.
        let isShipped: Bool
    }

    /// The names, in the order of the shapes.
    let names: [String]

    /// Names a group's shapes.
    ///
    /// - Parameters:
    ///   - shapes: the distinct shapes, in the order that they were replaced, with the current one last.
    ///   - group: the group that the shapes belong to now, or nil if the project no longer declares it. Then the shapes
    ///     get names that no version of the project has.
    ///   - isSeparate: whether the shapes are of a store whose models aren't declared as versions yet, unlike those of
    ///     another store. They then get the names that `adopt` gives them.
    ///   - name: the group's name.
    init(
        _ shapes: [Shape], of group: VersionGroup?, isSeparate: Bool = false, named name: String, in project: Project,
        _ frozen: FixtureChecksums
    ) {
        let declared = isSeparate ? [] : group?.schemas ?? project.groups.flatMap(\.schemas)
        let today = declared.first(where: \.isUnversioned).flatMap(project.unversioned)?.freeze
        var known = shapes.map { shape -> String? in
            guard shape.schema.isUnversioned else { return shape.schema.version ?? shape.schema.versionIdentifier }
            let same = declared.first { schema in
                schema.model.map { shape.versionChecksums.contains($0.versionChecksum) } ?? false
            }
            return if let same { same.isUnversioned ? today?.frozenAs : same.version } else {
                frozen.version(of: shape.versionChecksums, of: shape.schema.name, in: name)
            }
        }
        if let today, today.frozenAs == nil, NumericVersion(today.number) != nil,
            let newest = shapes.lastIndex(where: \.isShipped) ?? shapes.indices.last, known[newest] == nil
        {
            known[newest] = today.number
        }
        if isSeparate, let newest = known.indices.last, known[newest] == nil { known[newest] = "1.0.0" }
        var taken = Set(known.compactMap(\.self) + declared.compactMap(\.version))
        var last = NumericVersion()
        var names: [String] = []
        for (index, shape) in shapes.enumerated() {
            if let name = known[index] {
                last = max(last, NumericVersion(name) ?? last)
                names.append(name)
                continue
            }
            let next = known[index...].compactMap { $0.flatMap(NumericVersion.init) }.filter { last < $0 }.min()
            let isNext = today != nil && !shape.isShipped
            let numbers = last.next(below: next, isMajor: isNext) { numbers in
                let standing = frozen.standing(
                    shape.versionChecksums, of: shape.schema.name, numbers.description, in: name)
                if case .versionTaken = standing { return false }
                return !taken.contains(numbers.description)
            }
            last = numbers
            taken.insert(numbers.description)
            names.append(numbers.description)
        }
        self.names = names
    }
}
