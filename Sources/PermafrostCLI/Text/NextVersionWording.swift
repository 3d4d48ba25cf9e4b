import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// Why no next version is written, in words: what is so, and what to do next.
enum NextVersionWording {
    static func words(_ error: NextVersionError) -> String {
        sentence(error) + (isAfterWriting(error) ? "" : ". Nothing was written")
    }

    private static func isAfterWriting(_ error: NextVersionError) -> Bool {
        switch error {
        case .unfinished, .nothingToUndo, .editedSince, .cutShort, .notNoted: true
        default: false
        }
    }

    private static func sentence(_ error: NextVersionError) -> String {
        switch error {
        case .noPlan(let directory):
            "no VersionedSchema is declared in \(directory). Declare one with the models that shipped, and run this again"
        case .modelFile(let path):
            "\(path) is a Core Data model, and Xcode makes its next version: Editor > Add Model Version. Then freeze it: "
                + "\(ToolCommand.line("freeze")) --all --model \(path.asShellWord)"
        case .severalPlans(let names, let places):
            "the project has several plans (\(places.map(\.description).joined(separator: ", "))). Choose one with "
                + "--plan \(names.joined(separator: " or --plan "))"
        case .severalGroups(let versions):
            "several schemas are in no plan. Choose one with --schema "
                + versions.joined(separator: " or --schema ")
        case .unreadableSources(let issue): words(issue)
        case .unreadable(let schema, let place): "\(place): \(schema) can't be evaluated. For details: permafrost check"
        case .notShipped(let schema, let version, let place, let missing):
            "\(place): \(version) (\(schema)) has not shipped: \(words(missing)). Edit it; --even-unshipped starts another"
        case .sameHash(let schema, let version, let changes, let place):
            "\(place): the version hash doesn't include what was edited in \(schema), so a new version would have the same hash: "
                + changes.prefix(3).map { ChangeWording($0).sentence }.joined(separator: "; ")
                + ". Keep the edit in \(version). The tables of existing stores don't change"
        case .noSource(let schema, let version, let place):
            "\(place): \(schema) differs from the shipped \(version), and no commit has the shipped one. For details: "
                + "\(ToolCommand.line("check")), and \(ToolCommand.line("drift")) with a \(version) store"
        case .nameTaken(let name): "\(name) is already declared. Choose another name with --name"
        case .badVersion(let version, let newest, let next):
            "\"\(version)\" isn't a version after \(newest). Use a number such as \(next)"
        case .unnumbered(let version):
            "the newest version is \"\(version)\", which isn't a number such as 2.0.0, so it has no next version"
        case .unknownModel(let name, let known):
            "--models names \(name), which isn't a model of the version; it has \(known.joined(separator: ", "))"
        case .notRenamed(let given, let mistake): words(given, mistake)
        case .problem(let problem): words(problem)
        case .wouldChange(let schema, let what): "the files would have changed \(schema): \(what)"
        case .inUse(let directory):
            "another new-version, adopt or init is running in \(directory). Wait until it has ended, and run this again"
        case .cutShort(let journal):
            "an earlier run was cut short, and the sources are half written (journal: \(journal)). Run this without --dry-run, "
                + "which finishes that first"
        case .unfinished(let path, let journal):
            "an earlier run was cut short, and \(path) was edited since, so it can't be finished. Restore \(path), or undo the "
                + "rest by hand and delete the journal \(journal)"
        case .nothingToUndo(let places):
            "there is nothing to undo: no journal of an earlier run was found in \(places.joined(separator: ", "))"
        case .editedSince(let path, let journal):
            "\(path) was edited since it was written. Nothing was reverted. Restore \(path) to what was written, or undo the "
                + "edits by hand and delete the journal \(journal)"
        case .unreadableJournal(let path, let reason):
            "the journal \(path) of an earlier run can't be read: \(reason). If that run was cut short, sources may be half "
                + "written: compare them with the last commit. Then delete the journal and run this again"
        case .noJournal(let reasons):
            "no folder is writable for the journal that makes an interrupted run safe (\(reasons.joined(separator: "; "))). Allow writing "
                + "to one of them and run this again"
        case .notNoted(let journal, let reason):
            "everything was written, but the journal \(journal) could not be renamed: \(reason). The next run does that, and "
                + "--undo reverts the files"
        case .changedMeanwhile(let path): "\(path) has changed since it was read: run this again"
        case .notWritable(let path): "\(path) is read-only. Make it writable, and run this again"
        case .isLink(let path):
            "\(path) is a symbolic link, and only files of the project are edited: put a copy in its place"
        case .isNoFile(let path): "\(path) is not a file. Move it away, and run this again"
        case .isOutside(let path): "\(path) is not a path that can be written inside the project"
        }
    }

    /// Why a journal that was found isn't used.
    static func words(_ journal: UnusableJournal) -> String {
        let reason =
            switch journal.problem {
            case .unproved: "it isn't signed by this user for this project"
            case .isOfOthers: "it belongs to another user, or other users can write to it"
            case .isOfAnotherFolder(let path): "it was written for \(path), and its files differ from the ones here"
            case .file(let reason): reason
            }
        return "the journal \(journal.path) is ignored: \(reason)"
    }

    private static func words(_ issue: SourceIssue) -> String {
        let finding = Finding(issue)
        let sentence = [finding.what, finding.fix].compactMap(\.self).joined(separator: ". ")
        return "\(issue.location): \(sentence). Until then, no new version can be verified"
    }

    private static func words(_ missing: NextVersionError.Missing) -> String {
        switch missing {
        case .tag: "no tag has it"
        case .commit: "it is not committed"
        case .fixture: "it is not frozen, and others are"
        }
    }

    private static func words(_ given: String, _ mistake: PropertyRenamings.Mistake) -> String {
        switch mistake {
        case .unknownModel(let known):
            "--renamed and --not-renamed take a model's property, such as Post.body: \(given) names no model that shipped and is "
                + "still there; there are \(known.joined(separator: ", "))"
        case .unedited:
            "\(given) is unchanged since it shipped. Rename the property in the source first, and run this again"
        case .didNotShip(let gone):
            "\(given) did not ship"
                + (gone.isEmpty
                    ? ", and no property of its model is gone" : "; removed: \(gone.joined(separator: ", "))")
        case .isStillThere: "\(given) is still there, and so it was not renamed"
        case .isNotNew(let name, let new):
            "\(given) was not renamed to \(name), which isn't new; "
                + (new.isEmpty ? "no property of the model is" : "new: \(new.joined(separator: ", "))")
        case .isOfAnotherKind(let name):
            "\(given) was not renamed to \(name): one is an attribute, and the other a relationship"
        }
    }

    private static func words(_ problem: NextVersionDraft.Problem) -> String {
        switch problem {
        case .computedList(let type, let place):
            "\(place): the list of \(type) is computed, so a version can't be added to it. Write it as an array"
        case .listedTwice(let name, let place): "\(place): \(name) is listed twice. Remove one of them"
        case .computedStages(let place):
            "\(place): the plan's stages are computed, so a stage can't be added to them. Write them as an array"
        case .moved(let name, let place):
            "\(place): \(name) is no longer there, because the file changed meanwhile. Run this again"
        case .conflict(let place): "\(place): the file has the marks of a merge conflict. Resolve it first"
        case .exists(let path): "\(path) already exists. Move it away, or choose another name with --name"
        case .nameTaken(let name, let place):
            "\(place): \(name) is declared already, and a version or plan would have that name. Give it another one, and run this again"
        case .notAdded(let name, let known):
            "--without names \(name), which isn't a new model; "
                + (known.isEmpty ? "there is none" : "there are \(known.joined(separator: ", "))")
        case .connected(let name, let place):
            "\(place): \(name) can't be left out, because another model has a relationship to it. Remove the relationship first"
        case .unknownProperty(let name, let place):
            "\(place): \(name) doesn't have its own var declaration, so its old name can't be added. Give it one, or add "
                + "originalName yourself, and run this again"
        case .unsupported(let name, let place): "\(place): \(name) has a form that can't be copied"
        }
    }
}
