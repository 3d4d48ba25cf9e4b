import Foundation
import PermafrostTestSupport
import Testing

/// What `permafrost` prints over the examples, and over small projects that contradict themselves, is what the files in
/// `Outputs` say, and so are the bytes of the fixtures that it writes.
///
/// A file says what a command does today, not what it should do. It changes with the change that is meant to alter it:
/// `PERMAFROST_WRITE_GOLDEN=1` writes all files anew.
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
        #expect(Set(names).count == names.count, "two projects have one name")
        if Self.isWriting { try GoldenFolder.removeAll(besides: names) }
        let unknown = try GoldenFolder.projects().filter { !names.contains($0) }
        #expect(unknown.isEmpty, "no project is called \(unknown): \(GoldenFolder.nextStep)")
    }
}
