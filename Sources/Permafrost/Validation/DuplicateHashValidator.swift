/// No two versions are the same to SwiftData, which ends the process on Apple's platforms where they are.
struct DuplicateHashValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.versions.indices.compactMap { index in
            let version = input.versions[index]
            guard let earlier = input.versions[..<index].first(where: { $0.identity.hashes == version.identity.hashes })
            else { return nil }
            return PlanFinding(
                .duplicateHashes, what: "\(version.name) has the hashes of \(earlier.name).",
                fix: "Take one of them off the plan, or give a property of the later one a hashModifier.")
        }
    }
}
