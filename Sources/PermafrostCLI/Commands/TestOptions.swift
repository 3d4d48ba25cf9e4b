import PermafrostModel
import PermafrostProject
import PermafrostSource

/// The options of commands that write tests.
enum TestOptions {
    static let tests = TextOption("--tests", value: "DIR", "the test target's folder (default: the only test target)")
    static let framework = TextOption(
        "--framework", value: "xctest|swift-testing", "the test framework (default: the framework that the tests use)")
}

extension CommandContext {
    /// Returns a request for all tests, with the values of `--tests` and `--framework`. Throws a ``UsageError`` if the
    /// framework is unknown.
    func testRequest() throws -> ScaffoldRequest {
        let framework = try invocation[TestOptions.framework].map { text in
            guard let framework = TestFramework(rawValue: text) else {
                throw UsageError.invalidValue(
                    option: "--framework", value: text,
                    expected: TestFramework.allCases.map(\.rawValue).joined(separator: " or "))
            }
            return framework
        }
        return ScaffoldRequest(tests: path(TestOptions.tests), framework: framework)
    }

    /// Returns a request for all tests if the flag was given; otherwise nil. Throws a ``UsageError`` if `--tests` or
    /// `--framework` was given without the flag.
    func testRequest(if flag: Flag) throws -> ScaffoldRequest? {
        guard invocation[flag] else {
            for option in [TestOptions.tests, TestOptions.framework] where invocation[option] != nil {
                throw UsageError.optionNeeds(option.specification.name, flag.specification.name)
            }
            return nil
        }
        return try testRequest()
    }

    /// Writes tests. In the text format, prints each outcome when the test is written.
    func written(_ scaffold: ProjectScaffold, problems: [Finding] = []) -> ScaffoldReport {
        let outcomes = scaffold.write { outcome in
            guard isForPeople else { return }
            let path = shown(outcome.path)
            switch outcome.result {
            case .failed(let error): output.error(ErrorMessage(error, of: path))
            // The report says that the file wasn't replaced.
            case .edited where scaffold.replaces: break
            default: output.result(outcome.line(path, Style(output.hasColors)))
            }
        }
        return ScaffoldReport(scaffold: scaffold, outcomes: outcomes, problems: problems, shown: shown)
    }
}
