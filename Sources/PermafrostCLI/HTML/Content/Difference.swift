import PermafrostModel
import PermafrostStore

/// The difference between two versions of a group, with the consequences for a migration.
struct Difference: Sendable {
    /// A change with its consequence for a migration.
    struct Change: Sendable {
        /// The kind of change, which determines its highlighting.
        enum Mark: String {
            case added, removed, renamed, changed

            /// A character that identifies the kind without relying on color.
            var sign: String {
                switch self {
                case .added: "+"
                case .removed: "−"
                case .renamed: "→"
                case .changed: "~"
                }
            }
        }

        let judged: ClassifiedChange
        /// The location of the changed declaration in the newer version, or in the older version if it was removed. Nil
        /// if the location is unknown.
        let place: String?
        let wording: JudgementMessage

        init(_ judged: ClassifiedChange, place: String?) {
            self.judged = judged
            self.place = place
            wording = JudgementMessage(judged)
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

        /// The property's name, followed by the path to the changed part, such as `address.street`. Nil if the change
        /// isn't about a property.
        var subject: String? {
            judged.change.property.map { ([$0] + judged.change.element).joined(separator: ".") }
        }

        /// The property's name in the newer version; nil if the change isn't about a property.
        var nameAfterwards: String? {
            mark == .renamed ? judged.change.after ?? judged.change.property : judged.change.property
        }

        /// The change's consequence and the fix.
        var advice: String { wording.advice }
    }

    /// The positions of the older and the newer version in ``ReportPage/Chapter/versions``.
    let from, to: Int
    let changes: [Change]
    /// The questions about possible renames.
    let questions: [String]
    /// The most serious verdict on any of the changes; nil if there are no changes.
    let verdict: MigrationVerdict?
    /// A phrase that says whether both versions have the same version hashes.
    let identity: String

    /// The changes grouped by entity and sorted by entity name. Changes that don't belong to an entity come last.
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
