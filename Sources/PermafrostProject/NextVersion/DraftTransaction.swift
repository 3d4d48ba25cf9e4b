import PermafrostModel
import PermafrostSource
import PermafrostStore

/// An operation that writes a draft's sources, and the fixtures and tests of the versions that the draft declares.
/// Either all or none of the files are written.
///
/// If the fixture tree is inside the project's folder, the fixtures are first written to a temporary folder, and then
/// added together with the sources. Otherwise, the sources are written first, and then read again to freeze the
/// versions. If that fails, the sources are reverted.
package struct DraftTransaction {
    /// The result of writing a draft.
    package struct Result {
        /// The names of the frozen versions.
        package var frozen: [String] = []
        /// The tests, and the outcome for each test file. Nil if no tests were requested.
        package var tests: (scaffold: ProjectScaffold, outcomes: [ProjectScaffold.Outcome])?
    }

    /// An error that occurred after the sources were written. The sources have been reverted.
    package struct RolledBack: Error {
        package let cause: any Error
    }

    let draft: NextVersionDraft
    /// The project, read as if the draft had already been written.
    let outcome: Project
    let edits: SourceEdits
    let session: FreezeSession

    package init(_ draft: NextVersionDraft, outcome: Project, edits: SourceEdits, session: FreezeSession) {
        self.draft = draft
        self.outcome = outcome
        self.edits = edits
        self.session = session
    }

    /// Freezes the selected versions in a temporary folder and deletes it, so that a dry run fails like ``run``. Does nothing
    /// if the fixture tree is outside the project's folder.
    ///
    /// - Throws: the error of a freeze.
    package func rehearse(freezing selection: ProjectFreeze.Selection) throws {
        guard outcome.workTree != nil else { return }
        _ = try session.freeze(selection, of: outcome, staging: try StagedFixtures())
    }

    /// Writes the draft, the fixtures of the selected versions, and the requested tests.
    ///
    /// - Parameters:
    ///   - selection: the versions to freeze, or nil for none.
    ///   - tests: the missing tests to write, or nil for none.
    ///   - project: a function that reads the project from disk.
    /// - Throws: the error of a freeze or of `SourceEdits.write`, or ``RolledBack`` if an error occurs after the
    ///   sources were written. After all errors except ``SourceEditError/journalNotUpdated(journal:reason:)``, the
    ///   sources are unchanged or reverted.
    package func run(
        freezing selection: ProjectFreeze.Selection?, testing tests: ScaffoldRequest? = nil,
        readingBy project: () throws -> Project
    ) throws -> Result {
        var result = Result()
        var staged: [FreezeSession.StagedFile] = []
        let freezesLater = selection != nil && outcome.workTree == nil
        if let selection, !freezesLater {
            let staging = try StagedFixtures()
            (result.frozen, staged) = try session.freeze(selection, of: outcome, staging: staging)
        }
        // If a file is edited in the meantime, keep the edit.
        let read = draft.files.compactMap { file in file.oldText.map { (file.path, Array($0.utf8)) } }
        let journal = try edits.write(
            draft.files.map { ($0.path, $0.text, $0.isNew) }, expecting: Dictionary(read) { first, _ in first },
            adding: staged, before: tests)
        guard freezesLater || tests != nil else { return result }
        do {
            let written = try project()
            if let selection, freezesLater {
                result.frozen = try session.freeze(selection, of: written, staging: nil).versions
            }
            if let tests {
                let scaffold = try ProjectScaffold(written, tests)
                result.tests = (scaffold, try scaffold.write(with: edits))
            }
        } catch {
            // If this run wrote nothing, the last journal belongs to an earlier run.
            if journal != nil { _ = try edits.undo() }
            throw RolledBack(cause: error)
        }
        return result
    }
}
