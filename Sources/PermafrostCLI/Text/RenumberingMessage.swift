import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// Messages about versions that `new-version --onto` can't renumber. They explain the error and its fix.
enum RenumberingMessage {
    static func text(_ error: RenumberingError) -> String { sentence(error) + ". Nothing was written" }

    private static func sentence(_ error: RenumberingError) -> String {
        switch error {
        case .nothingToRenumber(let plan, let reason): "there is nothing to renumber in \(plan): \(text(reason))"
        case .noPlan:
            "no migration plan lists the versions. Declare a SchemaMigrationPlan, and run the command again"
        case .noOtherPlan(let plan):
            "the other branch doesn't declare \(plan). Merge it, and add the missing versions to the plan by hand"
        case .notFrozen(let schema, let version, let place):
            "\(place): \(version) (\(schema)) isn't frozen, so it doesn't need to be renumbered. Keep your edited models, take "
                + "the other branch's plan and version files, and run \(ToolCommand.line("new-version")). Or freeze the "
                + "version first: \(ToolCommand.line("freeze")) \(version.asShellWord)"
        case .drifted(let schema, let version, let change, let place):
            "\(place): \(schema) was edited after \(version) was frozen: \(change). Revert the edit, or freeze the version "
                + "again: \(ToolCommand.line("freeze")) \(version.asShellWord) --force"
        case .shipped(let schema, let version, let release):
            "\(version) (\(schema)) has shipped in \(release), so its number can't change. Run the command on the other "
                + "branch, so that its version follows this one"
        case .unreadable(let issue):
            "the other branch's sources can't be read (\(issue.location)): \(Finding(issue).what). Correct this on the other "
                + "branch first"
        case .inProgress(let name):
            "a \(name) is in progress. Finish it, or stop it with git \(name) --abort, and run the command on your branch "
                + "before the merge"
        case .conflict(let conflict):
            "\(conflict.location): both branches changed \(conflict.declaration) differently. Merge or rebase, resolve the "
                + "conflict, and give your version the next number by hand"
        case .treeOutside(let path):
            "the fixture tree \(path) is outside of the project, so it can't be edited together with the sources"
        case .retired(let version, let plan):
            "the other branch has retired \(version) in \(plan), so the plan's lists can't be combined. Merge or rebase, resolve "
                + "the conflict, and give your version the next number by hand"
        case .wouldFail(let finding):
            "after the edits, \(ToolCommand.line("check")) would fail with \(finding.code): \(finding.what)"
        }
    }

    private static func text(_ reason: RenumberingError.Reason) -> String {
        switch reason {
        case .merged: "this branch already contains the other branch"
        case .noOwnVersion: "this branch adds no version"
        case .noOtherVersion: "the other branch adds no version"
        case .later(let version, let newest):
            "\(version) already follows the other branch's newest version, \(newest). When you merge, add the stage between "
                + "them"
        }
    }
}
