import PermafrostModel

/// What the first releases of Permafrost made of a declaration, where that was not what Apple's framework does.
package struct FormerMapping: Sendable, Hashable {
    /// The changes from the model of then to that of today's rules, each once.
    package let changes: [ModelChange]
    /// Whether the sources of then show that nothing else has changed.
    package var isConfirmed = false

    /// What they got wrong; nil if it is nothing.
    package init?(_ changes: [ModelChange]) {
        guard !changes.isEmpty else { return nil }
        var seen: Set<ModelChange> = []
        self.changes = changes.filter { seen.insert($0).inserted }
    }

    /// The properties that were mapped wrongly, each once: `Room.museum`.
    package var properties: [String] {
        var seen: Set<String> = []
        return changes.map { [$0.entity, $0.property].compactMap { $0 }.joined(separator: ".") }
            .filter { seen.insert($0).inserted }
    }

    /// Whether an inverse is among what was wrong. An `inverse:` that was taken out since looks the same.
    package var isOfInverses: Bool { changes.contains { $0.aspect == .inverse } }
}
