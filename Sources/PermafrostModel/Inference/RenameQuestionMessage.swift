/// A question about a possible rename.
package struct RenameQuestionMessage: Sendable, Hashable {
    /// The question, with the removed name and the possible new names. It also describes how to declare a rename,
    /// and which data is deleted without such a declaration.
    package let text: String

    /// Creates the text of a question.
    ///
    /// - Parameter isFromModelFile: whether a Core Data model declares the versions. Unlike SwiftData, Core Data
    ///   can also rename entities.
    package init(_ question: RenameQuestion, isFromModelFile: Bool = false) {
        let candidates = question.candidates.listed
        let verb = question.candidates.count == 1 ? "was" : "were"
        guard !isFromModelFile else {
            let (oldName, manner, lost) =
                question.entity.map { ("\($0).\(question.oldName)", "of the same type", "values") }
                ?? ("the entity \(question.oldName)", "with the same properties", "rows")
            text =
                "\(oldName) was removed, and \(candidates) \(manner) \(verb) added. If it was renamed, give it the "
                + "renaming identifier \(question.oldName) in Xcode. Otherwise its \(lost) are silently deleted"
            return
        }
        guard let entity = question.entity else {
            text =
                "the model \(question.oldName) was removed, and \(candidates) with the same properties \(verb) added. If it "
                + "was renamed, keep the old name or copy the rows in a custom stage, because SwiftData has no option for a renamed "
                + "model. Otherwise its rows are silently deleted"
            return
        }
        text =
            "\(entity).\(question.oldName) was removed, and \(candidates) of the same type \(verb) added. If it was renamed, add "
            + "originalName: \"\(question.oldName)\". Otherwise its values are silently deleted"
    }
}
