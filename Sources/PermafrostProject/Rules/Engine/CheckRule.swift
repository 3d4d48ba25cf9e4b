import PermafrostModel

/// A rule that checks fixtures and their declarations.
protocol CheckRule: Rule {
    /// Creates the rule for the fixtures and declarations in `input`.
    init(input: CheckInput)
}

extension CheckRule {
    func finding(
        _ message: Finding.Message, severity: Finding.Severity? = nil, subject: Finding.Subject? = nil,
        about version: ComparedVersion, at location: SourceLocation
    ) -> Finding {
        Finding(
            Self.page, message, severity: severity, subject: subject, group: version.group.name,
            version: version.version, schema: version.schema.name, at: location)
    }
}
