import PermafrostModel
import PermafrostProject
import PermafrostStore

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
        var suites: [(name: String, cases: [Element], failures: Int)] = []
        let listed = report.omittedCount.map { _ in Set(report.listed) }
        for subject in report.subjects {
            let (element, isFailure) = Self.testCase(subject, report, listing: listed)
            if suites.last?.name != subject.suite { suites.append((subject.suite, [], 0)) }
            suites[suites.count - 1].cases.append(element)
            suites[suites.count - 1].failures += isFailure ? 1 : 0
        }
        suites += report.old.map { ($0.suite, [Self.testCase($0, report)], 0) }
        text = Self.document(
            suites.map {
                Self.suite("permafrost \(report.command): \($0.name)", $0.cases, failures: $0.failures)
            }, tests: suites.reduce(0) { $0 + $1.cases.count }, failures: suites.reduce(0) { $0 + $1.failures },
            errors: 0)
    }

    private static func suite(
        _ name: String, _ cases: [Element], failures: Int = 0, errors: Int = 0
    ) -> Element {
        Element(
            "testsuite",
            [
                ("name", name), ("tests", "\(cases.count)"), ("failures", "\(failures)"), ("errors", "\(errors)"),
                ("skipped", "0"),
            ], cases)
    }

    /// Returns the test case for the error that ended a command.
    private static func testCase(_ failure: String, _ command: String) -> Element {
        let error = Element("error", [("message", failure)])
        return Element("testcase", [("classname", "permafrost"), ("name", command)], [error])
    }

    private static func document(_ suites: [Element], tests: Int, failures: Int, errors: Int) -> String {
        let root = Element(
            "testsuites",
            [
                ("name", "permafrost"), ("tests", "\(tests)"), ("failures", "\(failures)"), ("errors", "\(errors)"),
            ], suites)
        return "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\"?>\n" + root.markup(indentation: "")
    }

    /// - Parameter listed: the findings to list if some are omitted; nil if all are listed.
    private static func testCase(
        _ subject: ReportSubject, _ report: FindingReport, listing listed: Set<Finding>?
    ) -> (Element, Bool) {
        func lines(_ findings: [Finding]) -> String {
            let shown = listed.map { listed in findings.filter(listed.contains) } ?? findings
            let rest = findings.count - shown.count
            return Self.lines(shown, report.context) + (rest > 0 ? "\n\(Counted("finding", rest)) omitted" : "")
        }
        let errors = subject.findings.filter { $0.severity == .error }
        let others = subject.findings.filter { $0.severity != .error }
        var children: [Element] = []
        if let first = errors.first {
            children.append(
                Element(
                    "failure", [("message", first.what), ("type", first.code)], text: lines(errors)))
        }
        if !others.isEmpty {
            children.append(Element("system-out", text: lines(others)))
        }
        let attributes = [
            ("classname", "permafrost.\(report.command).\(subject.suite)"), ("name", subject.name),
        ]
        return (Element("testcase", attributes, children), !errors.isEmpty)
    }

    private static func testCase(_ old: OldFindings, _ report: FindingReport) -> Element {
        let text =
            (old.remarks.map(\.visible) + [
                lines(Array(old.findings.prefix(ReportLimit.findings)), report.context, isOld: true)
            ])
            .joined(separator: "\n")
        return Element(
            "testcase", [("classname", "permafrost.\(report.command).\(old.suite)"), ("name", old.source)],
            [Element("system-out", text: text)])
    }

    private static func lines(_ findings: [Finding], _ context: ReportContext, isOld: Bool = false) -> String {
        findings.map { finding in
            let place = finding.location.map { "\(context.relative($0.file)):\($0.line):\($0.column): " } ?? ""
            return
                ("\(place)\(isOld ? "old " : "")\(finding.severity.rawValue): "
                + finding.sentences.joined(separator: " ") + " [\(finding.code)]").visible
        }.joined(separator: "\n")
    }

    /// An element with either text or other elements. Devices lack Foundation's types for XML documents.
    private struct Element {
        private let name: StaticString
        private let attributes: [(name: String, value: String)]
        private let children: [Element]
        private let text: String

        init(
            _ name: StaticString, _ attributes: [(String, String)] = [], _ children: [Element] = [], text: String = ""
        ) {
            self.name = name
            self.attributes = attributes
            self.children = children
            self.text = text
        }

        /// Returns the element in lines of its own.
        func markup(indentation: String) -> String {
            let values = attributes.map { " \($0.name)=\"\(Self.escaped($0.value.visible, inAttribute: true))\"" }
            let lines = children.map { $0.markup(indentation: indentation + "  ") }
            let content =
                lines.isEmpty ? Self.escaped(text, inAttribute: false) : "\n" + lines.joined() + indentation
            return "\(indentation)<\(name)\(values.joined())>\(content)</\(name)>\n"
        }

        private static func escaped(_ text: String, inAttribute: Bool) -> String {
            var result = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": result += "&amp;"
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                case "\r": result += "&#13;"
                // A reader turns these into spaces, or ends the value.
                case "\"" where inAttribute: result += "&quot;"
                case "\n" where inAttribute: result += "&#10;"
                case "\t" where inAttribute: result += "&#9;"
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
    }
}

extension OldFindings {
    fileprivate var suite: String {
        switch reason {
        case .baseline: "baseline"
        case .release: "release"
        }
    }
}
