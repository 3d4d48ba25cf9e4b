/// Information that rules examine, in addition to the declared versions and plans, which every rule receives. A fact is
/// computed when the first rule of a command needs it.
///
/// Each rule declares the facts that it needs (``Rule/needs``). A command therefore computes only the facts of the
/// rules that it runs.
package enum Fact: String, Sendable, CaseIterable {
    /// The stages of a plan, with the effects of their hooks and operations, and the classes that these use.
    case stages
    /// The changes from each version to the next one, and the versions that the app opens.
    case steps
    /// The names of the frozen versions, and the changes to each version since it was frozen.
    case edits
    /// The stores that sync with CloudKit.
    case syncedStores
    /// The code that creates containers, copies stores and deletes rows.
    case code
    /// The versions that plans declare as retired.
    case retirements
    /// The declarations, compared with the fixtures and with the base of a change.
    case comparison
    /// The declared versions that a freeze rejects.
    case rejections
    /// The entries of the fixture tree that aren't fixtures.
    case entries
    /// The fixtures with changed or missing files.
    case damage
    /// The fixtures and release records in git, compared with the fixture tree.
    case git
    /// The fixture files that git changes or leaves out in other checkouts.
    case delivery
    /// An exported schema of CloudKit, compared with the models.
    case cloudKit
}

/// A log of the facts that rules ask for.
package final class FactLog: Sendable {
    private let asked = Locked<Set<Fact>>([])

    package init() {}

    /// The facts that were asked for.
    package var facts: Set<Fact> { asked.withLock { $0 } }

    package func note(_ fact: Fact) { asked.withLock { _ = $0.insert(fact) } }
}
