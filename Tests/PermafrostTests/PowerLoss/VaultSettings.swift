#if os(Linux)
    import MigrationCrashModels
    import PermafrostTestSupport
    import Testing

    extension VaultOperation {
        /// Settings that together contain every pair of differences of two factors that apply to the operation, and
        /// each difference with every other factor as usual. The first setting is plain.
        var settings: [VaultSetting] {
            let factors = VaultSetting.Factor.allCases.filter { reason(against: $0) == nil }
            return CoveringArray(counts: factors.map { $0.differences.count + 1 }).rows.map { row in
                VaultSetting(zip(factors, row).compactMap { $1 == 0 ? nil : $0.differences[$1 - 1] })
            }
        }
    }

    /// The settings for failing calls and killed processes.
    @Suite struct VaultSettingTests {
        /// Every pair of values of two applicable factors occurs in a setting. A factor that doesn't apply has a
        /// reason, and never differs.
        @Test(arguments: VaultOperation.allCases)
        func everyPairOfValuesOccursInASetting(_ operation: VaultOperation) {
            let settings = operation.settings
            let factors = VaultSetting.Factor.allCases
            #expect(settings.first == .plain && Set(settings).count == settings.count)
            for (index, factor) in factors.enumerated() {
                if let reason = operation.reason(against: factor) {
                    #expect(!reason.isEmpty && settings.allSatisfy { $0.difference(of: factor) == nil })
                    continue
                }
                for other in factors.dropFirst(index + 1) where operation.reason(against: other) == nil {
                    for value in [nil] + factor.differences.map(Optional.some) {
                        for otherValue in [nil] + other.differences.map(Optional.some) {
                            #expect(
                                settings.contains {
                                    $0.difference(of: factor) == value && $0.difference(of: other) == otherValue
                                }, "\(String(describing: value)) with \(String(describing: otherValue))")
                        }
                    }
                }
            }
        }

        /// A covering array covers all pairs with far fewer rows than there are combinations: at most twice the number
        /// of pairs of the two largest factors.
        @Test(arguments: [
            [2, 2, 2, 2], [5, 2, 2, 2, 2, 2, 2], [3, 4, 5], [4, 4, 4, 4, 4], [1, 3, 1, 2], [7], [2, 1], [],
        ]) func aCoveringArray(_ counts: [Int]) {
            let rows = CoveringArray(counts: counts).rows
            #expect(rows == CoveringArray(counts: counts).rows)
            #expect(rows.first == Array(repeating: 0, count: counts.count))
            for row in rows { #expect(zip(row, counts).allSatisfy { $0 >= 0 && $0 < $1 }) }
            for factor in counts.indices {
                #expect(Set(rows.map { $0[factor] }).count == counts[factor])
                for other in counts.indices.dropFirst(factor + 1) {
                    let pairs = Set(rows.map { [$0[factor], $0[other]] })
                    #expect(pairs.count == counts[factor] * counts[other])
                }
            }
            let largest = counts.sorted(by: >).prefix(2).reduce(1, *)
            #expect(rows.count <= max(1, largest * 2))
        }

        @Test func aFactorWithoutValuesHasNoRows() {
            #expect(CoveringArray(counts: [2, 0]).rows.isEmpty)
        }

        @Test(arguments: VaultOperation.allCases)
        func aSettingHasAName(_ operation: VaultOperation) {
            for setting in operation.settings { #expect(VaultSetting(name: "\(setting)") == setting) }
            #expect(VaultSetting(name: "linked+elsewhere") == nil)
        }
    }
#endif
