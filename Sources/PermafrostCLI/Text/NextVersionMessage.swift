import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource

/// Messages about a next version that can't be written. They explain the error and its fix.
enum NextVersionMessage {
    static func text(_ error: NextVersionError) -> String { sentence(error) + ". Nothing was written" }

    private static func sentence(_ error: NextVersionError) -> String {
        switch error {
        case .noPlan(let directory):
            "no VersionedSchema is declared in \(directory). To declare what shipped, using git tags, run "
                + "\(ToolCommand.line("adopt")). Or declare one yourself with the models that shipped, and run the command again"
        case .modelFile(let path):
            "\(path) is a Core Data model. Add its next version in Xcode (Editor > Add Model Version), then freeze "
                + "that version: \(ToolCommand.line("freeze")) VERSION"
        case .severalPlans(let names, let places):
            "the project has several plans (\(places.map(\.description).joined(separator: ", "))). Choose one with "
                + "--plan \(names.joined(separator: " or --plan "))"
        case .severalGroups(let versions):
            "several groups of schemas aren't in a plan. Choose one with --schema "
                + versions.joined(separator: " or --schema ")
        case .unreadableSources(let issue): text(issue)
        case .unreadable(let schema, let place):
            "\(place): \(schema) can't be evaluated. For details, run permafrost check"
        case .notShipped(let schema, let version, let place, let missing, let isFrozen):
            "\(place): \(version) (\(schema)) hasn't shipped: \(text(missing)). Edit \(schema)"
                + (isFrozen
                    ? " and freeze it again with \(FreezeCommandLine().text(version, isForced: true))" : "")
                + ", take back the last new-version with --undo, or add --even-unshipped to start a new version"
        case .sameHash(let schema, let version, let changes, let place, let attribute):
            "\(place): the version hash doesn't include what was edited in \(schema), so a new version would have the same hash: "
                + changes.prefix(3).map { ChangeMessage($0).sentence }.joined(separator: "; ")
                + (attribute.map {
                    ". For a new version that brings the edit to existing stores, run the command again with --hash-modifier \($0). To keep "
                        + "the edit in \(version), so that only new stores get it, run \(freezeAgain(version))"
                } ?? ". To keep the edit in \(version), run \(freezeAgain(version)). Existing stores don't get it")
        case .noSource(let schema, let version, let place, let fixture):
            "\(place): \(schema) differs from the shipped \(version), and no commit contains the shipped declaration. "
                + "Revert \(schema) by hand, and run the command again"
                + (fixture.map {
                    ". To list the differences, run \(ToolCommand.line("diff")) \($0.asShellWord) \(version.asShellWord)"
                } ?? "")
        case .nameTaken(let name): "\(name) is already declared. Choose a different name with --name"
        case .badVersion(let version, let newest, let next):
            "\"\(version)\" isn't a version after \(newest). Use a number such as \(next)"
        case .unnumbered(let version):
            "the newest version is named \"\(version)\". This isn't a number such as 2.0.0, so the next version's number can't "
                + "be derived from it. Use a number in the newest version's @FreezeSchema(version:), and run the "
                + "command again"
        case .unknownModel(let name, let known):
            "--models lists \(name), which isn't a model of the version (models: \(known.joined(separator: ", ")))"
        case .unknownAttribute(let name, let known):
            "--hash-modifier lists \(name), which isn't a stored attribute of a model (attributes: "
                + "\(known.prefix(12).joined(separator: ", "))\(known.count > 12 ? ", …" : ""))"
        case .notRenamed(let given, let mistake): text(given, mistake)
        case .problem(let problem): text(problem)
        case .wouldNotBeRead(let schema, let issue):
            "the new source of \(schema) couldn't be read back (\(issue.location)): \(Finding(issue).what). \(byHand)"
        case .wouldChange(let schema, let what): "the edits would have changed \(schema): \(what). \(byHand)"
        }
    }

    /// Returns the command that replaces a version's fixture, even if the version shipped.
    private static func freezeAgain(_ version: String) -> String {
        "\(ToolCommand.line("freeze")) \(version.asShellWord) --force-shipped --because TEXT"
    }

    /// The advice for a version that the command can't write.
    private static let byHand =
        "Write the version yourself: copy the declarations that shipped to a type of their own, and add the type and a stage "
        + "to the plan. To verify the result, run permafrost check"

    private static func text(_ issue: SourceIssue) -> String {
        let finding = Finding(issue)
        let sentence = [finding.what, finding.fix].compactMap(\.self).joined(separator: ". ")
        return "\(issue.location): \(sentence). Until you correct the source, no new version can be verified"
    }

    private static func text(_ missing: NextVersionError.Missing) -> String {
        switch missing {
        case .tag: "no release tag declares this version"
        case .record:
            "no release tag declares this version, and \(ReleaseRecord.fileName) doesn't record a release of it"
        case .commit: "the version isn't committed"
        case .fixture: "it isn't frozen, but other versions are"
        }
    }

    private static func text(_ given: String, _ mistake: PropertyRenamings.Mistake) -> String {
        switch mistake {
        case .unknownModel(let known):
            "--renamed and --not-renamed accept a model's property, such as Post.body, but the model of \(given) didn't ship "
                + "or is no longer declared (models: \(known.joined(separator: ", ")))"
        case .unedited:
            "the version hasn't been edited since it shipped. Rename or remove \(given) in the source first, and run the command again"
        case .didNotShip(let gone):
            "\(given) didn't ship"
                + (gone.isEmpty
                    ? ", and no property of its model was removed" : "; removed: \(gone.joined(separator: ", "))")
        case .isStillThere:
            "\(given) is still declared, so it wasn't renamed. Rename the property in the source first, and run the "
                + "command again"
        case .isNotNew(let name, let new):
            "\(given) wasn't renamed to \(name), which isn't a new property"
                + (new.isEmpty ? "" : " (new properties: \(new.joined(separator: ", ")))")
        case .hasOtherKind(let name):
            "\(given) wasn't renamed to \(name): one is an attribute, and the other a relationship"
        }
    }

    static func text(_ problem: NextVersionProblem) -> String {
        switch problem {
        case .computedList(let type, let place):
            "\(place): the declaration of \(type) contains no array of versions to add to. Declare schemas "
                + "there as an array"
        case .computedModels(let type, let place):
            "\(place): \(type) computes its list of models, so a copy of this type would list the wrong classes. "
                + "Declare models there as an array"
        case .listedTwice(let name, let place): "\(place): \(name) is listed twice. Remove one of the two entries"
        case .computedStages(let place):
            "\(place): the plan's declaration contains no array of stages to add to. Declare stages there as an array"
        case .moved(let name, let place):
            "\(place): \(name) is no longer there, because the file has changed since it was read. Run the command again"
        case .conflict(let place): "\(place): the file has merge conflict markers. Resolve the conflict first"
        case .exists(let path): "\(path) already exists. Move this file away, or choose a different name with --name"
        case .nameTaken(let name, let place):
            "\(place): \(name) is already declared, but the new version or plan needs this name. Rename the "
                + "declaration, and run the command again"
        case .notAdded(let name, let known):
            "--without lists \(name), which isn't a new model (new models: "
                + (known.isEmpty ? "none)" : "\(known.joined(separator: ", ")))")
        case .connected(let name, let place):
            "\(place): \(name) can't be left out, because the newest version already contains it. First remove \(name) from the "
                + "version's list of models, and remove other models' relationships to \(name)"
        case .unknownProperty(let name, let place):
            "\(place): \(name) isn't declared in its own var, so originalName or hashModifier can't be added to this "
                + "property. Declare \(name) in its own var, and run the command again"
        case .unsupported(let name, let place):
            "\(place): \(name) is declared in a form that can't be copied. \(byHand)"
        }
    }
}
