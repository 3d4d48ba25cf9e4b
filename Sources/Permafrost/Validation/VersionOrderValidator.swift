import SwiftData

/// Versions are listed oldest first, each with a number of its own.
struct VersionOrderValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        zip(input.versions.indices, input.versions.indices.dropFirst()).compactMap { earlier, later in
            let (first, second) = (input.versions[earlier], input.versions[later])
            guard first.type.versionIdentifier >= second.type.versionIdentifier else { return nil }
            // A plan that leads back says so with a stage.
            let isMeant = input.stages.contains { $0.from == earlier && $0.to == later }
            return PlanFinding(
                .versionsOutOfOrder, isMeant ? .warning : .error,
                what: "\(second.name) is listed after \(first.name).",
                fix: "List the versions oldest first, each with a number of its own.")
        }
    }
}
