import Foundation
import PermafrostProject

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Findings as JUnit's XML: a case for each subject, which fails where it has an error; warnings are its output.
struct JUnitReport {
    let text: String

    init(_ report: FindingReport) {
        var suites: [(name: String, cases: [XMLElement], failures: Int)] = []
        for subject in report.subjects {
            let (element, isFailure) = Self.testCase(subject, report)
            if suites.last?.name != subject.suite { suites.append((subject.suite, [], 0)) }
            suites[suites.count - 1].cases.append(element)
            suites[suites.count - 1].failures += isFailure ? 1 : 0
        }
        text = Self.document(
            suites.map { suite in
                Self.element(
                    "testsuite",
                    [
                        ("name", "permafrost \(report.command): \(suite.name)"), ("tests", "\(suite.cases.count)"),
                        ("failures", "\(suite.failures)"), ("errors", "0"), ("skipped", "0"),
                    ], suite.cases)
            }, tests: report.subjects.count, failures: suites.reduce(0) { $0 + $1.failures }, errors: 0)
    }

    /// An error that ended a command: one case that could not run.
    init(failure: String, command: String) {
        let error = Self.element("error", [("message", failure)], [])
        let testCase = Self.element("testcase", [("classname", "permafrost"), ("name", command)], [error])
        let suite = Self.element(
            "testsuite",
            [("name", "permafrost \(command)"), ("tests", "1"), ("failures", "0"), ("errors", "1"), ("skipped", "0")],
            [testCase])
        text = Self.document([suite], tests: 1, failures: 0, errors: 1)
    }

    private static func document(_ suites: [XMLElement], tests: Int, failures: Int, errors: Int) -> String {
        let root = element(
            "testsuites",
            [
                ("name", "permafrost"), ("tests", "\(tests)"), ("failures", "\(failures)"), ("errors", "\(errors)"),
                ("skipped", "0"),
            ], suites)
        let document = XMLDocument(rootElement: root)
        document.version = "1.0"
        document.characterEncoding = "UTF-8"
        return document.xmlString(options: .nodePrettyPrint)
    }

    private static func testCase(_ subject: FindingReport.Subject, _ report: FindingReport) -> (XMLElement, Bool) {
        let errors = subject.findings.filter { $0.severity == .error }
        let others = subject.findings.filter { $0.severity != .error }
        var children: [XMLElement] = []
        if let first = errors.first {
            let failure = element(
                "failure", [("message", FindingWording(first).what), ("type", first.code)], [])
            failure.stringValue = legal(lines(errors, report.paths))
            children.append(failure)
        }
        if !others.isEmpty {
            let output = element("system-out", [], [])
            output.stringValue = legal(lines(others, report.paths))
            children.append(output)
        }
        let attributes = [
            ("classname", "permafrost.\(report.command).\(subject.suite)"), ("name", subject.name),
        ]
        return (element("testcase", attributes, children), !errors.isEmpty)
    }

    private static func lines(_ findings: [Finding], _ paths: ReportPaths) -> String {
        findings.map { finding in
            let place = finding.location.map { "\(paths.relative($0.file)):\($0.line):\($0.column): " } ?? ""
            return "\(place)\(finding.severity.rawValue): "
                + FindingWording(finding).sentences.joined(separator: " ") + " [\(finding.code)]"
        }.joined(separator: "\n")
    }

    private static func element(
        _ name: String, _ attributes: [(String, String)], _ children: [XMLElement]
    ) -> XMLElement {
        let element = XMLElement(name: name)
        for (name, value) in attributes {
            let attribute = XMLNode(kind: .attribute)
            attribute.name = name
            attribute.stringValue = legal(value)
            element.addAttribute(attribute)
        }
        for child in children { element.addChild(child) }
        return element
    }

    /// The text without the control characters that XML 1.0 has no way to write.
    private static func legal(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }))
    }
}
