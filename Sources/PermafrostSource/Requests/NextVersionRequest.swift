import PermafrostModel

/// The next version of a schema to write, as facts. ``NextVersionWriter`` creates edits of Swift files from it.
package struct NextVersionRequest: Sendable, Hashable {
    /// A version that the sources declare.
    package struct Version: Sendable, Hashable {
        /// The type's qualified name.
        package var type: String
        /// The place of the type's declaration.
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
    /// The sources with the newest version as it shipped, by path; nil if the project's own sources contain it.
    package var shippedSources: [String: String]?
    /// The newest version as the project declares it.
    package var current: Version
    /// The newest version as it shipped, in ``shippedSources`` if there are such sources.
    package var shipped: Version
    /// The plan's older versions, oldest first.
    package var older: [Version]
    /// The entities whose classes must stay as they shipped in the newest version, if they aren't nested in it.
    package var frozen: Set<String>
    /// The classes of every version that the project declares.
    package var listed: Set<SourceLocation>
    /// The sources that the newest version last shipped with, by path. A model class in them that no version lists
    /// isn't new. Nil if they are unknown.
    package var baseline: [String: String]?
    /// New model classes that the next version does not list, by name.
    package var leftOut: Set<String>
    /// The plan that lists the versions, without classes; nil to create one.
    package var plan: Version?
    /// The unqualified name of the type that declares the next version.
    package var name: String
    /// The next version's identifier: three numbers.
    package var identifier: [Int]
    /// The kind of the stage that migrates to it.
    package var stage: VersionGraph.PlanStage.Kind
    /// The properties that were renamed since they shipped, and the ones that weren't.
    package var renamings: [NextVersionRequest.PropertyRenaming]

    package init(
        directory: String, shippedSources: [String: String]?, current: Version, shipped: Version, older: [Version],
        frozen: Set<String>, listed: Set<SourceLocation>, baseline: [String: String]?, leftOut: Set<String>,
        plan: Version?, name: String, identifier: [Int], stage: VersionGraph.PlanStage.Kind,
        renamings: [NextVersionRequest.PropertyRenaming]
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
    }
}

extension NextVersionRequest {
    /// The user's answer about a property that the newest version no longer has: whether it was renamed.
    package struct PropertyRenaming: Sendable, Hashable {
        /// The model.
        package var entity: String
        /// The property's name as it shipped.
        package var oldName: String
        /// The property that has its values, or could be mistaken for it.
        package var property: String
        /// Whether ``property`` has the values of ``oldName``.
        package var isRename: Bool

        package init(entity: String, oldName: String, property: String, isRename: Bool) {
            self.entity = entity
            self.oldName = oldName
            self.property = property
            self.isRename = isRename
        }

        /// The property's name as it shipped, preceded by its model's.
        package var subject: String { "\(entity).\(oldName)" }
    }
}
