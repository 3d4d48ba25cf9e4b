import PermafrostModel

/// The files with compact classes, and the parts that were removed from each class. The files aren't on disk yet.
package struct SquashDraft: Sendable, Hashable {
    /// A model class of a squashed version.
    package struct Class: Sendable, Hashable {
        /// The qualified name of the version's type.
        package let schema: String
        package let name: String
        package let location: SourceLocation
        /// The reason that the class isn't changed, or nil if it may be.
        package var omission: Omission?
        /// Descriptions of the removed parts, such as `title`, `describe()` or `conformance to Comparable`.
        package var removed: [String] = []
        /// The number of removed documentation comments, other than those of removed parts.
        package var commentCount = 0
        /// The parts without stored data that remain.
        package var kept: [Kept] = []

        package var isChanged: Bool { !removed.isEmpty || commentCount > 0 }
    }

    /// A part of a class that stores don't need, but that may be used.
    package struct Kept: Sendable, Hashable {
        /// The part's description, such as `describe()`.
        package let part: String
        package let reason: Reason
    }

    /// The reason that a part of a class remains.
    package enum Reason: Sendable, Hashable {
        /// Code outside of the class may use the part. The value is the first place that mentions its name.
        case mentioned(SourceLocation)
        /// Code outside of the classes uses the version's classes, and may use this part without naming it.
        case mayBeUsed
        /// The class conforms to the protocol, which may require the part.
        case required(by: String)
    }

    /// The reason that a class isn't changed.
    package enum Omission: Sendable, Hashable {
        /// The newest version also lists the class.
        case live
        /// The class isn't declared directly in the version's type or its extension.
        case notNested
        /// The class, or the version around it, contains code in an `#if` block.
        case conditional(SourceLocation)
        /// The class or a member has an attribute, macro or declaration whose effect isn't known. The value is its name.
        case unknown(String, SourceLocation)
    }

    /// The edited files.
    package var files: [NextVersionDraft.File]
    /// The classes of the squashed versions, in the order of the versions and of their sources.
    package var classes: [Class]

    package init(files: [NextVersionDraft.File], classes: [Class]) {
        self.files = files
        self.classes = classes
    }
}
