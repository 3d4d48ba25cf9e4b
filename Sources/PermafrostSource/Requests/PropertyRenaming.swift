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
