import PermafrostModel

/// A request to write the next version of a schema. ``NextVersionWriter`` creates the edits of Swift files.
package struct NextVersionRequest: Sendable, Hashable {
    /// A version declared in the sources.
    package struct Version: Sendable, Hashable {
        /// The type's qualified name.
        package var type: String
        /// The location of the type's declaration.
        package var location: SourceLocation
        /// The class of each entity, by the entity's name.
        package var classes: [String: SourceLocation]

        package init(type: String, location: SourceLocation, classes: [String: SourceLocation]) {
            self.type = type
            self.location = location
            self.classes = classes
        }
    }

    /// The absolute path of the project's folder.
    package var directory: String
    /// The sources that contain the newest version as it shipped, by path; nil if these are the project's current
    /// sources.
    package var shippedSources: [String: String]?
    /// The newest version as currently declared in the project.
    package var current: Version
    /// The newest version as it shipped. Its locations are in ``shippedSources`` if that isn't nil.
    package var shipped: Version
    /// The plan's older versions, oldest first.
    package var older: [Version]
    /// The entities whose classes must be frozen as they shipped in the newest version, unless they are nested in it.
    package var frozen: Set<String>
    /// The classes of every version that the project declares.
    package var listed: Set<SourceLocation>
    /// The sources from the newest version's last release, by path; nil if they are unknown. A model class that exists
    /// in them isn't new, even if no version lists it.
    package var baseline: [String: String]?
    /// The names of new model classes that the next version doesn't list.
    package var leftOut: Set<String>
    /// The plan that lists the versions. Its `classes` is empty. Nil to create a plan.
    package var plan: Version?
    /// The unqualified name of the type that declares the next version.
    package var name: String
    /// The next version's identifier, which consists of three numbers.
    package var identifier: [Int]
    /// The kind of the stage that migrates to the next version.
    package var stage: VersionGraph.PlanStage.Kind
    /// The user's answers about properties that may have been renamed since they shipped.
    package var renamings: [NextVersionRequest.PropertyRenaming]
    /// The hash modifiers that attributes get in the next version.
    package var modifiers: [NextVersionRequest.HashModifier]

    package init(
        directory: String, shippedSources: [String: String]?, current: Version, shipped: Version, older: [Version],
        frozen: Set<String>, listed: Set<SourceLocation>, baseline: [String: String]?, leftOut: Set<String>,
        plan: Version?, name: String, identifier: [Int], stage: VersionGraph.PlanStage.Kind,
        renamings: [NextVersionRequest.PropertyRenaming], modifiers: [NextVersionRequest.HashModifier] = []
    ) {
        self.directory = directory
        self.shippedSources = shippedSources
        self.current = current
        self.shipped = shipped
        self.older = older
        self.frozen = frozen
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

extension NextVersionRequest {
    /// The user's answer to whether a property that the newest version no longer has was renamed.
    package struct PropertyRenaming: Sendable, Hashable {
        /// The name of the property's model.
        package var entity: String
        /// The property's name as it shipped.
        package var oldName: String
        /// The property that ``oldName`` was renamed to, or that could be mistaken for it.
        package var property: String
        /// Whether ``oldName`` was renamed to ``property``.
        package var isRename: Bool

        package init(entity: String, oldName: String, property: String, isRename: Bool) {
            self.entity = entity
            self.oldName = oldName
            self.property = property
            self.isRename = isRename
        }

        /// The property's name as it shipped, preceded by the model's name.
        package var subject: String { "\(entity).\(oldName)" }
    }
}

extension NextVersionRequest {
    /// A new hash modifier of an attribute. It changes the version hash of the attribute's model, so that a migration
    /// runs.
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
}
