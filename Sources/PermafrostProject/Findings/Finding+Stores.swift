import PermafrostModel

extension StoreDrift {
    /// What makes the store unknown, as findings: each difference from the nearest version, at its place in the source; one
    /// alone where no version resembles it. None for a store that a declared version recognises.
    ///
    /// - Parameter store: the store's path as it was given.
    package func findings(store: String) -> [Finding] {
        guard !isRecognised else { return [] }
        if let version = formerlyMapped, let mapping = version.formerMapping {
            return [
                Finding(
                    .formerStore(mapping, store: store), severity: .error, group: version.group,
                    version: version.version, schema: version.schema, hasPlan: meetsPlan,
                    location: nearest?.version.model.location)
            ]
        }
        guard let nearest, case .models(let changes) = nearest.differences, !changes.isEmpty else {
            return [Finding(.unknownStore(store), severity: .error, hasPlan: meetsPlan)]
        }
        let version = nearest.version
        return changes.map { change in
            Finding(
                .storeDrift(change, store: store), severity: change.kind == .identity ? .error : .note,
                group: version.group, version: version.version, schema: version.schema, hasPlan: meetsPlan,
                location: version.model.place(of: change))
        }
    }
}

extension VersionDifference {
    /// What a migration has to do, as findings: each change at its place in the source.
    package var findings: [Finding] {
        inference.changes.map { judged in
            let severity: Finding.Severity =
                switch judged.verdict {
                case .nothing, .lightweight: .note
                case .losesData: .warning
                case .needsDefault, .needsCustomStage: .error
                }
            return Finding(
                .migrationChange(judged, from: old.name), severity: severity, version: new.name, schema: new.schema,
                location: place(of: judged.change))
        }
    }
}
