import Foundation
import PermafrostTestSupport
import Testing

/// No command prints a CI service's command that is part of a name or a text in a checkout.
@Suite struct ForeignCommandTests {
    private static let obeyed = "::error::INJECTED ##[error]INJECTED ##vso[task.complete]"

    /// The command lines. Commands that write files come last.
    private static let lines = [
        [], ["check"], ["check", "--base", "v1.0"], ["lint"], ["lint", "--all"], ["explain", "PF\(obeyed)"],
        ["list"], ["schema", "2.0.0"], ["schema", obeyed], ["history"], ["review", "--base", "v1.0"],
        ["inspect", "\(obeyed).store", "--rows", "Note"], ["inspect", "Fixtures/1.0.0/App-1_0_0.sqlite"],
        ["inspect", "gone\(obeyed)"], ["drift", "\(obeyed).store", "--blame"], ["diff", "\(obeyed).store", "2.0.0"],
        ["store-diff", "\(obeyed).store", "Fixtures/1.0.0/App-1_0_0.sqlite", "--rows"],
        ["migrate", "\(obeyed).store", "--to", "2.0.0"], ["scaffold"], ["freeze", "--all"], ["freeze", obeyed],
        ["new-version", "--dry-run"], ["adopt", "--dry-run"], ["init", "--dry-run"],
        ["ship", "1.0.0", "--release", obeyed], [obeyed], ["check", "--\(obeyed)"], ["check", "--plan", obeyed],
        ["lint", "--schema", obeyed],
        ["report", "--output", "-"], ["report", "\(obeyed).store", "--rows", "--output", "-"],
        ["report", "--output", "\(obeyed)/none.html"],
    ]

    /// A repository whose folders, files, defaults, former names and commits contain commands.
    private static func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let repository = try TestRepository(folder)
        try folder.write(".cache\n", to: ".gitignore")
        let members = """
            var title: String = "\(obeyed)"
            @Attribute(originalName: "\(obeyed)") var body: String?
            """
        let first = "Sources/\(obeyed)/First \(obeyed).swift"
        try folder.write(GoldenProject.version("NotesV1", "1, 0, 0", members), to: first)
        try folder.write(GoldenProject.plan("NotesPlan", ["NotesV1"], stages: []), to: "Sources/\(obeyed)/Plan.swift")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try repository.commit("Ship \(obeyed)")
        try repository.git("tag", "v1.0")
        try folder.edit(first, "var title: String = \"\(obeyed)", "var title: String = \"w \(obeyed)")
        try folder.write(
            GoldenProject.version("NotesV2", "2, 0, 0", "var title: String = \"v \(obeyed)\"\nvar stars: Int"),
            to: "Sources/\(obeyed)/Second \(obeyed).swift")
        try folder.write(
            GoldenProject.plan("NotesPlan", ["NotesV1", "NotesV2"], stages: [(from: "NotesV1", to: "NotesV2")]),
            to: "Sources/\(obeyed)/Plan.swift")
        try folder.write("import SwiftData\n@Model final class {", to: "Sources/\(obeyed)/Broken \(obeyed).swift")
        try repository.commit("Edit \(obeyed)")
        try FileManager.default.copyItem(
            at: folder.url.appending(path: "Fixtures/1.0.0/App-1_0_0.sqlite"),
            to: folder.url.appending(path: "\(obeyed).store"))
        return folder
    }

    @Test(arguments: ["text", "json", "github", "sarif", "junit", "xcode", "markdown"])
    func everyCommand(_ format: String) throws {
        let folder = try Self.project()
        var printed = 0
        for arguments in Self.lines {
            let result = try Tool.run(arguments + ["--format", format], in: folder.url, cache: folder)
            let commands = ForeignCommands(in: result, format: format).lines
            #expect(commands.isEmpty, "\(arguments) --format \(format): \(commands)")
            printed += (result.output + result.standardError).contains("INJECTED") ? 1 : 0
        }
        #expect(printed >= 10, "\(printed)")
    }
}
