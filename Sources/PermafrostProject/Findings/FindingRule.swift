/// A kind of finding: its stable code, its name, and what it stands for.
package struct FindingRule: Sendable, Hashable {
    /// The code, which no other kind ever gets: `PF0101`.
    package let code: String
    /// A name in one word.
    package let name: String
    /// What it stands for, in one sentence.
    package let summary: String

    /// The kinds that a check may find.
    package static let check = [
        FindingRule(
            code: "PF0101", name: "IdentityDrift",
            summary: "A frozen version's declaration changed, and with it the version hash by which stores are known."),
        FindingRule(
            code: "PF0102", name: "SilentDrift",
            summary: "A frozen version's declaration changed in a way that its version hash does not show."),
        FindingRule(
            code: "PF0103", name: "PhysicalDrift",
            summary: "A frozen version's declaration changed in its tables, columns or indexes alone."),
        FindingRule(code: "PF0104", name: "DeclarationGone", summary: "Nothing declares a frozen version any more."),
        FindingRule(code: "PF0105", name: "NotFrozen", summary: "A declared version is not frozen."),
        FindingRule(
            code: "PF0107", name: "RenamedVersion",
            summary: "A version was frozen under one identifier and is declared under another."),
        FindingRule(code: "PF0108", name: "DamagedFixture", summary: "A fixture's files are not as they were frozen."),
        FindingRule(
            code: "PF0109", name: "RefusedEntry",
            summary: "The fixture tree holds a symbolic link or an unsafe name, which is not read."),
        FindingRule(
            code: "PF0110", name: "UnownedFixture", summary: "A fixture cannot be told to belong to one group."),
        FindingRule(
            code: "PF0111", name: "UnsafeVersion", summary: "A version's identifier cannot be the name of a folder."),
        FindingRule(code: "PF0112", name: "SharedVersion", summary: "Two schemas of a group declare one version."),
        FindingRule(
            code: "PF0116", name: "FormerMapping",
            summary: "A version was frozen by an earlier Permafrost whose mapping was wrong for parts of it."),
        FindingRule(
            code: "PF0120", name: "SourceNotRead",
            summary: "Something in the sources could not be read or evaluated, or should be known."),
        EqualHashesRule.page.rule,
    ]

    /// The kinds that a replay of tags may find.
    package static let history = [
        FindingRule(
            code: "PF0113", name: "UndescribedShape",
            summary: "A version shipped in a shape whose hashes no declared version has.")
    ]

    /// What may be found of a store.
    package static let stores = [
        FindingRule(
            code: "PF0114", name: "UnknownStore",
            summary: "A store has version hashes that no declared version has.")
    ]

    /// What may be found between two versions.
    package static let differences = [
        FindingRule(
            code: "PF0115", name: "MigrationChange",
            summary: "A change between two versions, and what it asks of a migration.")
    ]
}
