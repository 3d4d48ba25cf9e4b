import PermafrostModel

/// What the next version of a schema is to be, as facts. ``NextVersionWriter`` makes edits of Swift files of it.
package struct NextVersionRequest: Sendable, Hashable {
    /// A version that the sources declare.
    package struct Version: Sendable, Hashable {
        /// The type's name with its nesting.
        package var type: String
        /// Where the type is declared.
        package var location: SourceLocation
        /// The class of each entity, by the entity's name.
        package var classes: [String: SourceLocation]

        package init(type: String, location: SourceLocation, classes: [String: SourceLocation]) {
            self.type = type
            self.location = location
            self.classes = classes
        }
    }

    /// The project's folder, absolute.
    package var directory: String
    /// The sources in which the newest version is as it shipped, by their paths; nil if the project's own are.
    package var shippedSources: [String: String]?
    /// The newest version as the project declares it.
    package var current: Version
    /// The newest version as it shipped, in ``shippedSources`` if there are such sources.
    package var shipped: Version
    /// The plan's versions before it, oldest first.
    package var older: [Version]
    /// The entities whose classes stay as they shipped in the newest version, if they are not nested in it.
    package var frozen: Set<String>
    /// The classes of every version that the project declares.
    package var listed: Set<SourceLocation>
    /// The sources with which the newest version shipped last, by their paths: a model class of theirs that no version lists is
    /// not new. Nil if they are not known.
    package var baseline: [String: String]?
    /// New model classes that the next version does not list, by name.
    package var leftOut: Set<String>
    /// The plan that lists the versions, without classes; nil if one is to be made.
    package var plan: Version?
    /// The name of the type that declares the next version, without nesting.
    package var name: String
    /// The next version's identifier: three numbers.
    package var identifier: [Int]
    /// The kind of the stage that leads to it.
    package var stage: VersionGraph.PlanStage.Kind
    /// Properties that have another name than they shipped with, and others that have not.
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
    /// What a user said of a property that is gone from the newest version: it has another name now, or it has none.
    package struct PropertyRenaming: Sendable, Hashable {
        /// The model.
        package var entity: String
        /// The property's name as it shipped.
        package var oldName: String
        /// The property that has its values, or that could be taken for it.
        package var property: String
        /// Whether ``property`` has the values of ``oldName``.
        package var isRename: Bool

        package init(entity: String, oldName: String, property: String, isRename: Bool) {
            self.entity = entity
            self.oldName = oldName
            self.property = property
            self.isRename = isRename
        }

        /// The property's name as it shipped, with its model.
        package var subject: String { "\(entity).\(oldName)" }
    }
}
