/// Which rules give a Swift type its attribute.
package enum MappingRules: Sendable, CaseIterable {
    /// What Apple's framework does, as far as it is known.
    case current
    /// What this project took for it before version hashes of Apple's framework showed otherwise. Fixtures that were
    /// frozen then are recognised by them; nothing else uses them.
    case former
}
