import PermafrostModel
import PermafrostSource
import PermafrostStore

/// Writes a draft of sources together with the fixtures of the versions that it declares, and the tests of them: everything or nothing.
///
/// Fixtures in the project's folder are staged and written in one step with the sources. For a fixture tree elsewhere the sources are
/// written first, read again and frozen; if that fails, the sources get their old text back.
package struct DraftTransaction {
    /// The files that a draft wrote.
    package struct Result {
        /// The versions that were frozen.
        package var frozen: [String] = []
        /// The scaffolded tests with the result for each file; nil if no tests were requested.
        package var tests: (scaffold: ProjectScaffold, outcomes: [ProjectScaffold.Outcome])?
    }

    /// An error after the sources were written. They have their old text again.
    package struct TakenBack: Error {
        package let cause: any Error
    }

    let draft: NextVersionDraft
    /// The project as the draft declares it.
    let outcome: Project
    let edits: SourceEdits
    let session: FreezeSession

    package init(_ draft: NextVersionDraft, outcome: Project, edits: SourceEdits, session: FreezeSession) {
        self.draft = draft
        self.outcome = outcome
        self.edits = edits
        self.session = session
    }

    /// Writes the draft.
    ///
    /// - Parameters:
    ///   - selection: the versions to freeze; nil for none.
    ///   - scaffolds: whether to write the tests that are missing.
    ///   - project: reads the project from the files.
    /// - Throws: the error of a freeze or of `SourceEdits.write`, with nothing written; ``TakenBack`` with the error that came later.
    package func run(
        freezing selection: ProjectFreeze.Selection?, scaffolds: Bool = false, readingBy project: () throws -> Project
    ) throws -> Result {
        var result = Result()
        var staged: [FreezeSession.StagedFile] = []
        let freezesLater = selection != nil && outcome.treeInside == nil
        if let selection, !freezesLater {
            let staging = try StagedFixtures()
            (result.frozen, staged) = try session.freeze(selection, of: outcome, staging: staging)
        }
        // A file that somebody edits in the meantime keeps the edit.
        let read = draft.files.compactMap { file in file.oldText.map { (file.path, Array($0.utf8)) } }
        try edits.write(
            draft.files.map { ($0.path, $0.text, $0.isNew) }, expecting: Dictionary(read) { first, _ in first },
            adding: staged)
        guard freezesLater || scaffolds else { return result }
        do {
            let written = try project()
            if let selection, freezesLater {
                result.frozen = try session.freeze(selection, of: written, staging: nil).versions
            }
            if scaffolds {
                let scaffold = try ProjectScaffold(written, tests: nil, framework: .xctest)
                result.tests = (scaffold, try scaffold.write(with: edits))
            }
        } catch {
            _ = try edits.undo()
            throw TakenBack(cause: error)
        }
        return result
    }
}
