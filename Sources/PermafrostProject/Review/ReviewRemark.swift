import PermafrostModel

/// A finding, reduced to its texts and location.
package struct ReviewRemark: Sendable, Hashable, Encodable {
    package var code: String
    package var severity: Finding.Severity
    package var what: String
    package var affected: String?
    package var fix: String?
    package var file: String?
    package var line: Int?

    package init(
        code: String, severity: Finding.Severity, what: String, affected: String? = nil, fix: String? = nil,
        file: String? = nil, line: Int? = nil
    ) {
        self.code = code
        self.severity = severity
        self.what = what
        self.affected = affected
        self.fix = fix
        self.file = file
        self.line = line
    }
}
