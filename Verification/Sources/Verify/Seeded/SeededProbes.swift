import SwiftData

/// A generated version that can fill a store and read it.
protocol SeededVersion: VersionedSchema {
    /// Inserts two rows of each model.
    static func fill(_ context: ModelContext)

    /// Returns a fact about the rows of each model.
    static func facts(_ context: ModelContext) throws -> [Fact]
}

/// The generated versions, in one list for each seed.
enum SeededVersions {
    static let chains = [seed1, seed2, seed3]
}

/// Probes of random models: a store of each version is opened as each later version, with inference only.
///
/// The outcome is predicted by `permafrost diff`, and the rows by SwiftData for Linux. Both come from the rules that
/// `lint` and the dry run follow.
enum SeededProbes {
    static let all: [Probe] = SeededVersions.chains.enumerated().flatMap { index, versions in
        versions.indices.flatMap { from in
            versions.indices.filter { $0 > from }.map { to in
                probe(seed: index + 1, versions[from], from + 1, versions[to], to + 1)
            }
        }
    }

    private static func probe(
        seed: Int, _ old: any SeededVersion.Type, _ from: Int, _ new: any SeededVersion.Type, _ to: Int
    ) -> Probe {
        var probe = Probe.opening(
            "seed-\(seed)-\(from)-to-\(to)", "Seed \(seed): version \(from) is opened as version \(to)",
            rule: "inference of every change between two random models (LightweightInference, ModelMapping)",
            change: (String(describing: old), String(describing: new)),
            make: { try $0.make(old, fill: old.fill) },
            open: { try $0.open(new, read: new.facts) })
        probe.recordsFacts = true
        return probe
    }
}

/// Returns a fact about the rows of a model, sorted by key.
func seeded(_ model: String, _ rows: [(key: String, values: [String: String])]) -> Fact {
    let texts = rows.sorted { $0.key < $1.key }.map { row in
        ([row.key] + row.values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }).joined(separator: ", ")
    }
    return Fact("rows of \(model)", texts.joined(separator: "; "))
}

/// Returns the text of a value.
func seeded(_ value: Int?) -> String { value.map(String.init) ?? "nil" }

/// Returns the text of a value.
func seeded(_ value: String?) -> String { value.map { "\"\($0)\"" } ?? "nil" }
