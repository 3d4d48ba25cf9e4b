import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostStore

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Findings as JUnit XML. Each subject is a test case, which fails if the subject has an error. Warnings and notes are
/// in the test case's output. Old findings are in the output of a separate test case, which always passes.
struct JUnitReport {
    let text: String

    init(_ report: FindingReport) {
        if let failure = report.failure {
            let suite = Self.suite("permafrost \(report.command)", [Self.testCase(failure, report.command)], errors: 1)
            text = Self.document([suite], tests: 1, failures: 0, errors: 1)
            return
        }
        var suites: [(name: String, cases: [XMLElement], failures: Int)] = []
        for subject in report.subjects {
            let (element, isFailure) = Self.testCase(subject, report)
            if suites.last?.name != subject.suite { suites.append((subject.suite, [], 0)) }
            suites[suites.count - 1].cases.append(element)
            suites[suites.count - 1].failures += isFailure ? 1 : 0
        }
        if let old = report.old { suites.append(("baseline", [Self.testCase(old, report)], 0)) }
        text = Self.document(
            suites.map {
                Self.suite("permafrost \(report.command): \($0.name)", $0.cases, failures: $0.failures)
            }, tests: suites.reduce(0) { $0 + $1.cases.count }, failures: suites.reduce(0) { $0 + $1.failures },
            errors: 0)
    }

    private static func suite(
        _ name: String, _ cases: [XMLElement], failures: Int = 0, errors: Int = 0
    ) -> XMLElement {
        element(
            "testsuite",
            [
                ("name", name), ("tests", "\(cases.count)"), ("failures", "\(failures)"), ("errors", "\(errors)"),
                ("skipped", "0"),
            ], cases)
    }

    /// Returns the test case for the error that ended a command.
    private static func testCase(_ failure: String, _ command: String) -> XMLElement {
        let error = element("error", [("message", failure)], [])
        return element("testcase", [("classname", "permafrost"), ("name", command)], [error])
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
        let text = document.xmlString(options: .nodePrettyPrint)
        // On some systems, Foundation adds a line break at the end.
        return text.hasSuffix("\n") ? text : text + "\n"
    }

    private static func testCase(_ subject: ReportSubject, _ report: FindingReport) -> (XMLElement, Bool) {
        let errors = subject.findings.filter { $0.severity == .error }
        let others = subject.findings.filter { $0.severity != .error }
        var children: [XMLElement] = []
        if let first = errors.first {
            let failure = element(
                "failure", [("message", first.what), ("type", first.code)], [])
            failure.stringValue = lines(errors, report.context)
            children.append(failure)
        }
        if !others.isEmpty {
            let output = element("system-out", [], [])
            output.stringValue = lines(others, report.context)
            children.append(output)
        }
        let attributes = [
            ("classname", "permafrost.\(report.command).\(subject.suite)"), ("name", subject.name),
        ]
        return (element("testcase", attributes, children), !errors.isEmpty)
    }

    private static func testCase(_ old: FindingReport.OldFindings, _ report: FindingReport) -> XMLElement {
        let output = element("system-out", [], [])
        output.stringValue = (old.remarks.map(\.visible) + [lines(old.findings, report.context, isOld: true)])
            .joined(separator: "\n")
        return element(
            "testcase", [("classname", "permafrost.\(report.command).baseline"), ("name", old.source)], [output])
    }

    private static func lines(_ findings: [Finding], _ context: ReportContext, isOld: Bool = false) -> String {
        findings.map { finding in
            let place = finding.location.map { "\(context.relative($0.file)):\($0.line):\($0.column): " } ?? ""
            return
                ("\(place)\(isOld ? "old " : "")\(finding.severity.rawValue): "
                + finding.sentences.joined(separator: " ") + " [\(finding.code)]").visible
        }.joined(separator: "\n")
    }

    private static func element(
        _ name: String, _ attributes: [(String, String)], _ children: [XMLElement]
    ) -> XMLElement {
        let element = XMLElement(name: name)
        for (name, value) in attributes {
            let attribute = XMLNode(kind: .attribute)
            attribute.name = name
            attribute.stringValue = value.visible
            element.addAttribute(attribute)
        }
        for child in children { element.addChild(child) }
        return element
    }
}
