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

        @Test(arguments: VaultOperation.allCases)
        func aSettingHasAName(_ operation: VaultOperation) {
            for setting in operation.settings { #expect(VaultSetting(name: "\(setting)") == setting) }
            #expect(VaultSetting(name: "linked+elsewhere") == nil)
        }
    }
#endif
