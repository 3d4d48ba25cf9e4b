import PermafrostModel

/// A rule over what a check met.
protocol CheckRule: Rule {
    /// - Parameter input: what it looks at.
    init(input: CheckInput)
}

extension CheckRule {
    /// A finding about a declared version.
    func finding(
        _ words: Finding.Words, severity: Finding.Severity? = nil, subject: Finding.Subject? = nil,
        about version: CheckInput.Version, at location: SourceLocation
    ) -> Finding {
        Finding(
            Self.page, words, severity: severity, subject: subject, group: version.group.name,
            version: version.version, schema: version.schema.name, at: location)
    }
}

extension CheckInput.Version {
    /// Whether a fixture's folder can have its name.
    var isSafeName: Bool { (try? VersionName(version)) != nil }
}
