import PermafrostModel
import PermafrostProject
import PermafrostStore

/// Why nothing is adopted, and the verdicts of steps, in words.
enum AdoptionWording {
    static func words(_ error: AdoptionError) -> String {
        switch error {
        case .shallowClone:
            "the repository is a shallow clone, which may lack tags: stores of a release without a tag would be overlooked. "
                + "\(ErrorWording.GitAdvice.unshallow) brings them. Nothing was written"
        case .severalContainers(let places):
            "containers open different models, each of them a store of its own: \(places.map { "\($0)" }.joined(separator: ", ")). "
                + "Say which models are meant with --models A,B. Nothing was written"
        case .severalGroups(let names):
            "there are several groups of versions: say which is meant with --plan \(names.joined(separator: " or --plan "))"
        case .unreadable(let place):
            "\(place): the models cannot be evaluated, see permafrost check. Nothing was written"
        case .unknownTag(let tag, let known):
            "no tag \(tag); the newest are \(known.suffix(5).joined(separator: ", "))"
        case .numbers(let version):
            "the fixture \(version) has a shape that came before one of a lower number. Remove it or give it another number, and "
                + "run this again"
        case .untagged(let versions):
            "\(versions.joined(separator: ", ")) is frozen, and no tag has its shape, so that no version could be declared for it, and a "
                + "plan would refuse such a store (\(CoreDataFailure.unknownModelVersion.code)). "
                + "Tag the commit that shipped it; or remove the fixture, if none did. "
                + "Nothing was written"
        case .unnumbered(let version):
            "the fixture \(version) has a shape that shipped, and its name is no version identifier: three numbers, as in 1.0.0. "
                + "Freeze the shape under such a number, or remove the fixture, and run this again"
        case .exists(let path): "\(path) is there already: move it away, and run this again. Nothing was written"
        }
    }

    /// `loses data (SavedFilter)`
    static func words(_ step: ShapeStep?) -> String {
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
