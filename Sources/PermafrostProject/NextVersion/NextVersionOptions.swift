import PermafrostModel
import PermafrostSource
import PermafrostStore

package struct NextVersionOptions: Sendable {
    /// The next version's number. If nil, it is derived from the last two versions. For example, 1.0.0 and 1.1.0 are
    /// followed by 1.2.0. After a single version, the major component is increased.
    package var version: String?
    /// The name of the type that declares the next version, or nil to derive it from the newest version's type.
    package var name: String?
    /// The models whose classes are copied. Models that are connected to them are also copied. If this is empty, the
    /// classes are selected as in the project's previous versions.
    package var models: [String] = []
    /// The new model classes that the next version doesn't list.
    package var without: [String] = []
    /// The new names of renamed properties, keyed by the old name with its model, such as `Post.body`.
    package var renamed: [String: String] = [:]
    /// The properties that were removed and not renamed, such as `Post.body`.
    package var notRenamed: Set<String> = []
    /// The attributes that get a new hash modifier in the next version, such as `Song.plays`.
    package var hashModifiers: Set<String> = []
    /// The kind of the new stage. If nil, the stage is lightweight, or custom if a lightweight stage can't follow the
    /// preceding lightweight stages, and a plan without stages gets none.
    package var stage: PlanStage.Kind?
    /// Whether to add a next version even if the newest one hasn't shipped.
    package var evenUnshipped = false

    package init() {}
}
