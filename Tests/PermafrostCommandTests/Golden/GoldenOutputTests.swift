import Foundation
import PermafrostTestSupport
import Testing

/// The files in `Outputs` have the output of `permafrost` on the examples and on small contradictory projects, and
/// digests of the fixtures that it writes.
///
/// A golden file shows a command's current behavior, not the intended one. Update it in the change that alters the
/// behavior on purpose: `PERMAFROST_WRITE_GOLDEN=1` writes all files again.
@Suite struct GoldenOutputTests {
    private static let isWriting = ProcessInfo.processInfo.environment["PERMAFROST_WRITE_GOLDEN"] == "1"

    @Test(arguments: GoldenProject.all)
    func outputsAreGolden(_ project: GoldenProject) throws {
        let session = try GoldenSession()
        try project.run(session)
        let folder = GoldenFolder(project: project.name)
        if Self.isWriting { try folder.write(session.outputs) }
        for difference in try folder.differences(from: session.outputs) {
            Issue.record("\(difference)\n\(GoldenFolder.nextStep)")
        }
    }

    @Test func everyGoldenFileHasAProject() throws {
        let names = GoldenProject.all.map(\.name)
        #expect(Set(names).count == names.count, "two projects have the same name")
        if Self.isWriting { try GoldenFolder.removeAll(besides: names) }
        let unknown = try GoldenFolder.projects().filter { !names.contains($0) }
        #expect(unknown.isEmpty, "there is no project for \(unknown): \(GoldenFolder.nextStep)")
    }
}
