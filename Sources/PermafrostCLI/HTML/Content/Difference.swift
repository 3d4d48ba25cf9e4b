import PermafrostModel
import PermafrostStore

/// What differs between two versions of a chapter, and what a migration makes of it.
struct Difference: Sendable {
    /// One change with its consequence.
    struct Change: Sendable {
        /// How a part appears in a difference.
        enum Mark: String {
            case added, removed, renamed, changed

            /// A sign that shows the kind without a colour.
            var sign: String {
                switch self {
                case .added: "+"
                case .removed: "−"
                case .renamed: "→"
                case .changed: "~"
                }
            }
        }

        let judged: MigrationVerdict.ClassifiedChange
        /// Where it is declared.
        let place: String?
        let wording: JudgementWording

        init(_ judged: MigrationVerdict.ClassifiedChange, place: String?) {
            self.judged = judged
            self.place = place
            wording = JudgementWording(judged)
        }

        var mark: Mark {
            if judged.rule == .renamed { return .renamed }
            guard judged.change.element.isEmpty else { return .changed }
            return switch judged.change.aspect {
            case .added: .added
            case .removed: .removed
            default: .changed
            }
        }

        /// The property's name with the elements that lead to the part.
        var subject: String? {
            judged.change.property.map { ([$0] + judged.change.element).joined(separator: ".") }
        }

        /// The property's name in the newer version.
        var nameAfterwards: String? {
            mark == .renamed ? judged.change.after ?? judged.change.property : judged.change.property
        }

        /// The consequence.
        var advice: String { (judged.rule.isInferred ? "likely: " : "") + wording.advice }
    }

    /// The positions of the versions.
    let from, to: Int
    let changes: [Change]
    /// What may have been renamed, as questions.
    let questions: [String]
    /// What the framework makes of it as a whole; nil if nothing differs.
    let verdict: MigrationVerdict?
    /// Whether stores of both have one identity, in words.
    let identity: String

    /// The changes of each entity, by name; those of no entity come last.
    var byEntity: [(entity: String?, changes: [Change])] {
        let groups = Dictionary(grouping: changes, by: \.judged.change.entity)
        return groups.sorted { left, right in
            guard let first = left.key, let second = right.key else { return left.key != nil && right.key == nil }
            return CodeUnitOrder.isBefore(first, second)
        }.map { ($0.key, $0.value) }
    }
}

extension MigrationVerdict {
    var tone: ReportPage.Tone {
        switch self {
        case .nothing: .neutral
        case .lightweight: .good
        case .losesData: .warning
        case .needsDefault, .needsCustomStage: .error
        }
    }
}
