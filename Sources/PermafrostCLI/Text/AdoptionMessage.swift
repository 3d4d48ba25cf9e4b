import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The messages that `adopt` prints for its errors, and for its verdicts on migrations.
enum AdoptionMessage {
    static func text(_ error: AdoptionError) -> String {
        switch error {
        case .shallowClone:
            "the repository is a shallow clone, which may lack the tags of releases. Nothing was written. Fetch the "
                + "tags first: "
                + GitMessage.GitAdvice.unshallow
        case .severalContainers(let places):
            "containers open different models: \(places.map { "\($0)" }.joined(separator: ", ")). Nothing was written. Choose the "
                + "models with --models A,B"
        case .moreModels(let place, let models):
            "the container at \(place) has more models, so a plan with only some of them doesn't describe its store. "
                + "Nothing was written. Pass --models \(models.joined(separator: ","))"
        case .severalGroups(let names):
            "the project has several groups of versions. Choose one with --plan \(names.joined(separator: " or --plan "))"
        case .unreadable(let place):
            "\(place): the models can't be evaluated. Nothing was written. For details, run permafrost lint"
        case .unknownTag(let tag, let known):
            "there is no tag \(tag); the newest tags are \(known.suffix(5).joined(separator: ", "))"
        case .numbers(let version):
            "the number of the \(version) fixture is too low: schemas that shipped before it have the same or a higher number. Freeze "
                + "its schema with a higher number, or remove the fixture, and run the command again"
        case .untagged(let versions):
            "no tag declares the schemas of these fixtures: \(versions.listed). adopt can't declare versions for "
                + "these schemas, and a plan would reject their stores (\(CoreDataFailure.unknownModelVersion.code)). "
                + "Nothing was written. Tag the commits that shipped the schemas. If a schema never shipped, remove "
                + "its fixture"
        case .unnumbered(let version):
            "the \(version) fixture has a schema that shipped, but the fixture's name isn't a version identifier such "
                + "as 1.0.0. Freeze the schema with such a number, or remove the fixture, and run the command again"
        case .exists(let path):
            "\(path) already exists. Nothing was written. Move this file away, and run the command again"
        }
    }

    /// Returns a migration's verdict. If it is worse than lightweight, the text includes up to three affected models or
    /// properties, such as `loses data (SavedFilter)`. Returns a dash if there is no migration.
    static func text(_ step: ShapeStep?) -> String {
        guard let step else { return "–" }
        let verdict =
            switch step.verdict {
            case .nothing: "nothing to do"
            case .lightweight: "lightweight"
            case .losesData: "loses data"
            case .needsDefault: "needs a default"
            case .needsCustomStage: "needs a custom stage"
            }
        guard step.verdict > .lightweight, !step.subjects.isEmpty else { return verdict }
        let rest = step.subjects.count > 3 ? ", …" : ""
        return "\(verdict) (\(step.subjects.prefix(3).joined(separator: ", "))\(rest))"
    }
}
