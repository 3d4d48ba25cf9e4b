import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostStore

/// `permafrost review`: describes what a branch does to schema versions.
struct ReviewCommand: Command {
    static let base = TextOption(
        "--base", value: "GITREF", "the branch, tag or commit that the changes will be merged into, such as origin/main"
    )
    static let fromJSON = TextOption(
        "--from-json", value: "FILE",
        "show the review in a file that review --format json wrote, without reading a project")

    static let specification = CommandSpecification(
        name: "review",
        summary: "describe what a branch does to schema versions, for a reviewer",
        discussion: """
            Compares the sources and fixtures with the commit that the branch began at, which is the newest commit \
            that HEAD and GITREF have in common. Lists the versions that were added, changed, removed or frozen. Also \
            lists every change with its verdict, the affected users, and the tests that cover the change, and every \
            finding that the branch adds. check, lint and diff print the same verdicts. In Markdown, the review fits into a comment on GitHub. Exit 0: the \
            review was written, even if it lists errors. To fail a build, use check and lint. 2: failed or \
            incomplete.
            """,
        examples: [
            CommandExample("--base main", "describe what the branch does to schema versions"),
            CommandExample("--base main --format markdown", "write the description for a comment on a pull request"),
        ],
        options: [base, fromJSON],
        formats: [.text, .json, .markdown])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let reference = context.invocation[Self.base]
        if let file = context.invocation[Self.fromJSON] {
            guard reference == nil else {
                throw UsageError.conflictingOptions(Self.fromJSON.specification.name, Self.base.specification.name)
            }
            return context.write(try ReviewReport(Self.review(in: file), isReceived: true))
        }
        guard let reference else {
            throw UsageError.missingOption(Self.base.specification.name + " GITREF", command: "review")
        }
        let base = try ProjectReview.Base(context.options, reference)
        let progress = ProgressNote("reading sources", output: context.output)
        defer { progress.end() }
        let held = context.heldFixtures(base: base.reference)
        let project = try context.project(readsCode: true)
        let earlier = try context.project(at: base.reference, readsCode: true)
        let matcher = try context.matcher(of: project)
        let check = try ProjectCheck.run(
            project, matcher, held: held.get(), since: EarlierProject(earlier, reference: base.reference))
        // The branch may have removed every version.
        let lint = project.declarations.schemas.isEmpty ? nil : try ProjectLint.run(project, matcher)
        let comparison = try lint.map { try context.comparison(of: $0, since: base.commit.id, knowing: earlier) }
        let review = try ProjectReview(
            project, since: earlier, at: base, check: check, lint: lint, comparison, matcher
        ).review
        progress.end()
        return context.write(try ReviewReport(review, isReceived: false))
    }

    private static func review(in file: String) throws -> Review {
        do {
            return try ReviewJSON(parsing: FileAccess.read(file.absolutePath, limit: ReviewJSON.sizeLimit)).review
        } catch {
            let reason =
                switch error {
                case let error as FileError where error.code == ELOOP: "a file, not a symbolic link"
                case let error as FileError where error.code == EFBIG: "a file of at most \(ReviewJSON.sizeLimit) bytes"
                case let error as FileError: "a file that can be read (\(error.reason))"
                case let error as ModelDocumentError:
                    "a file that review --format json wrote (\(ReviewJSON.problem(error)))"
                default: "a file that review --format json wrote (\(ErrorMessage(error).text))"
                }
            throw UsageError.invalidValue(option: fromJSON.specification.name, value: file, expected: reason)
        }
    }
}
