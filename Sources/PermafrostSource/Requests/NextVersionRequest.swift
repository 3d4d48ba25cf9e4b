import PermafrostModel

/// A request to draft a schema's next version. ``NextVersionWriter`` returns the new and the changed Swift files, but
/// doesn't write them to disk.
package struct NextVersionRequest: Sendable, Hashable {
    /// A version that the sources declare.
    package struct Version: Sendable, Hashable {
        /// The type's qualified name.
        package var type: String
        /// The location of the type's declaration.
        package var location: SourceLocation
        /// The location of each entity's class, keyed by entity name.
        package var classes: [String: SourceLocation]

        package init(type: String, location: SourceLocation, classes: [String: SourceLocation]) {
            self.type = type
            self.location = location
            self.classes = classes
        }
    }

    /// The absolute path of the project's folder.
    package var directory: String
    /// The contents of the Swift files, keyed by path, at a commit that declares the newest version as it shipped. Nil
    /// if the project's files still declare the version as it shipped.
    package var shippedSources: [String: String]?
    /// The newest version as the project currently declares it.
    package var current: Version
    /// The newest version as it shipped. Its locations are in ``shippedSources``, unless that is nil.
    package var shipped: Version
    /// The versions that precede the newest version, oldest first.
    package var older: [Version]
    /// The names of the entities to freeze. The newest version gets copies of their classes as they shipped, except for
    /// classes that are already nested in a version.
    package var frozen: Set<String>
    /// The qualified type names of all versions that the project declares.
    package var versions: Set<String>
    /// The locations of all classes that belong to at least one version in the project.
    package var listed: Set<SourceLocation>
    /// The contents of the Swift files with models, keyed by path, at the last commit that is known to contain the
    /// shipped version. Nil if no such commit is known. A model class in these files isn't new, even if no version
    /// lists it.
    package var baseline: [String: String]?
    /// The names of the new model classes that the next version leaves out.
    package var leftOut: Set<String>
    /// The plan to add the next version to, with empty `classes`, or nil to create a plan.
    package var plan: Version?
    /// Whether ``plan`` exists but doesn't list any versions yet.
    package var planIsEmpty = false
    /// Whether ``plan`` has a stage. If it has none and ``stage`` isn't nil, stages between its older versions are added
    /// too.
    package var planHasStages = true
    /// The unqualified name of the type that declares the next version.
    package var name: String
    /// The next version's identifier, as three numbers.
    package var identifier: [Int]
    /// The kind of the stage that migrates to the next version. Nil to add the version to ``plan`` without a stage.
    package var stage: PlanStage.Kind?
    /// The user's answers about properties that may have been renamed since they shipped.
    package var renamings: [PropertyRenaming]
    /// The hash modifiers that attributes get in the next version.
    package var modifiers: [HashModifier]

    package init(
        directory: String, shippedSources: [String: String]?, current: Version, shipped: Version, older: [Version],
        frozen: Set<String>, versions: Set<String>, listed: Set<SourceLocation>, baseline: [String: String]?,
        leftOut: Set<String>, plan: Version?, name: String, identifier: [Int], stage: PlanStage.Kind?,
        renamings: [PropertyRenaming], modifiers: [HashModifier] = []
    ) {
        self.directory = directory
        self.shippedSources = shippedSources
        self.current = current
        self.shipped = shipped
        self.older = older
        self.frozen = frozen
        self.versions = versions
        self.listed = listed
        self.baseline = baseline
        self.leftOut = leftOut
        self.plan = plan
        self.name = name
        self.identifier = identifier
        self.stage = stage
        self.renamings = renamings
        self.modifiers = modifiers
    }
}

/// The user's answer about whether a property was renamed. The newest version had the property when it shipped, but
/// no longer has it.
package struct PropertyRenaming: Sendable, Hashable {
    /// The name of the model with the property.
    package var entity: String
    /// The property's name as it shipped.
    package var oldName: String
    /// The name of a new property. If ``isRename`` is true, ``oldName`` was renamed to this name. Otherwise, the
    /// user answered that it wasn't.
    package var property: String
    /// Whether ``oldName`` was renamed to ``property``.
    package var isRename: Bool
    /// The original name to declare. This is ``oldName``, or an even older name if ``oldName`` was itself a new
    /// name.
    package var originalName: String

    package init(entity: String, oldName: String, property: String, isRename: Bool, originalName: String? = nil) {
        self.entity = entity
        self.oldName = oldName
        self.property = property
        self.isRename = isRename
        self.originalName = originalName ?? oldName
    }

    /// The model's name and the property's name as it shipped, such as `Trip.name`.
    package var subject: String { "\(entity).\(oldName)" }
}

/// A hash modifier to add to an attribute. It changes the version hash of the attribute's model, so that stores are
/// migrated.
package struct HashModifier: Sendable, Hashable {
    /// The name of the attribute's model.
    package var entity: String
    /// The attribute's name.
    package var property: String
    package var value: String

    package init(entity: String, property: String, value: String) {
        self.entity = entity
        self.property = property
        self.value = value
    }
}
