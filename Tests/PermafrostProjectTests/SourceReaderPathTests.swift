import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Where `permafrost` finds its source reader.
@Suite struct SourceReaderPathTests {
    /// Files of a layout, the executable that looks for its reader, and the reader that it finds.
    struct Layout: Sendable {
        let name: String
        let files: [String]
        var links: [String: String] = [:]
        let executable: String
        let reader: String
    }

    static let layouts = [
        Layout(
            name: "the native engine", files: [".build/release/permafrost", ".build/release/PermafrostSourceReader"],
            executable: ".build/release/permafrost", reader: ".build/release/PermafrostSourceReader"),
        Layout(
            name: "the native engine, for a plugin",
            files: [
                ".build/debug/PermafrostPluginTool-tool", ".build/debug/PermafrostSourceReader-tool",
                ".build/debug/permafrost", ".build/debug/PermafrostSourceReader",
            ],
            executable: ".build/debug/PermafrostPluginTool-tool", reader: ".build/debug/PermafrostSourceReader-tool"),
        Layout(
            name: "the native engine, for a plugin and for a clone",
            files: [
                ".build/debug/PermafrostPluginTool-tool", ".build/debug/PermafrostSourceReader-tool",
                ".build/debug/permafrost", ".build/debug/PermafrostSourceReader",
            ],
            executable: ".build/debug/permafrost", reader: ".build/debug/PermafrostSourceReader"),
        Layout(
            name: "the native engine, whose reader was built for a plugin alone",
            files: [".build/debug/permafrost", ".build/debug/PermafrostSourceReader-tool"],
            executable: ".build/debug/permafrost", reader: ".build/debug/PermafrostSourceReader-tool"),
        Layout(
            name: "Xcode's engine",
            files: [
                "out/Products/Debug-linux/PermafrostPluginTool", "out/Products/Debug-linux/PermafrostSourceReader",
                "out/Products/Release-linux/PermafrostSourceReader",
            ],
            executable: "out/Products/Debug-linux/PermafrostPluginTool",
            reader: "out/Products/Debug-linux/PermafrostSourceReader"),
        Layout(
            name: "copied into one folder", files: ["bin/permafrost", "bin/PermafrostSourceReader"],
            executable: "bin/permafrost", reader: "bin/PermafrostSourceReader"),
        Layout(
            name: "a link to permafrost", files: ["release/permafrost", "release/PermafrostSourceReader"],
            links: ["bin/permafrost": "release/permafrost"], executable: "bin/permafrost",
            reader: "release/PermafrostSourceReader"),
        Layout(
            name: "a link to each, from where they are apart", files: ["a/permafrost", "b/PermafrostSourceReader"],
            links: ["bin/permafrost": "a/permafrost", "bin/PermafrostSourceReader": "b/PermafrostSourceReader"],
            executable: "bin/permafrost", reader: "bin/PermafrostSourceReader"),
    ]

    @Test(arguments: layouts)
    func `The reader is found in each layout`(_ layout: Layout) throws {
        let folder = try ScratchFolder()
        for file in layout.files {
            try folder.write("", to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(file))
        }
        for (link, file) in layout.links {
            let place = folder.url.appending(path: link)
            try FileManager.default.createDirectory(
                at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: place, withDestinationURL: folder.url.appending(path: file))
        }
        let found = try SourceReaderProcess.path(beside: folder.url.appending(path: layout.executable))
        #expect(found == folder.path(layout.reader), "\(layout.name)")
    }

    @Test func `What is missing is named, with its place and what to do`() throws {
        let folder = try ScratchFolder()
        // A reader that may not be run does not count.
        try folder.write("", to: "bin/PermafrostSourceReader")
        do {
            let path = try SourceReaderProcess.path(beside: folder.url.appending(path: "bin/permafrost"))
            Issue.record("found \(path)")
        } catch ProjectError.sourceReader(let reason) {
            for words in [
                "PermafrostSourceReader", folder.path("bin"), "--target PermafrostTools", "PERMAFROST_SOURCE_READER",
            ] { #expect(reason.contains(words), "\(words)") }
        }
    }

    /// An executable's place, and the build that it belongs to.
    struct Place: Sendable {
        let executable: String
        var scratch = ".build"
        /// The build's configuration and engine; nil where there is no build.
        let build: [String]?
    }

    static let places = [
        Place(executable: ".build/x86_64-unknown-linux-gnu/debug/permafrost", build: ["debug", "native"]),
        Place(executable: ".build/arm64-apple-macosx/release/permafrost", build: ["release", "native"]),
        Place(
            executable: "elsewhere/x86_64-unknown-linux-gnu/debug/permafrost", scratch: "elsewhere",
            build: ["debug", "native"]),
        Place(executable: ".build/out/Products/Debug-linux/permafrost", build: ["debug", "swiftbuild"]),
        Place(executable: ".build/out/Products/Release/permafrost", build: ["release", "swiftbuild"]),
        Place(executable: ".build/x86_64-unknown-linux-gnu/profile/permafrost", build: nil),
        Place(executable: ".build/debug/permafrost", build: nil),
        Place(executable: "bin/permafrost", build: nil),
    ]

    @Test(arguments: places)
    func `A build of SwiftPM is known by its folders`(_ place: Place) throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "Sources/PermafrostSourceReader/Main.swift")
        try folder.write("{}", to: place.scratch + "/workspace-state.json")
        let build = SourceReaderBuild(of: folder.url.appending(path: place.executable), package: folder.url)
        #expect(build.map { [$0.configuration, $0.engine] } == place.build)
        if let build {
            #expect(build.scratch == folder.path(place.scratch))
            #expect(build.package == folder.url.path)
        }
    }

    @Test func `A build whose package is gone, and a folder without one, build nothing`() throws {
        let folder = try ScratchFolder()
        let executable = folder.url.appending(path: ".build/x86_64-unknown-linux-gnu/debug/permafrost")
        try folder.write("{}", to: ".build/workspace-state.json")
        #expect(SourceReaderBuild(of: executable, package: folder.url) == nil)
        try folder.write("", to: "Sources/PermafrostSourceReader/Main.swift")
        #expect(SourceReaderBuild(of: executable, package: folder.url) != nil)
        try FileManager.default.removeItem(at: folder.url.appending(path: ".build/workspace-state.json"))
        #expect(SourceReaderBuild(of: executable, package: folder.url) == nil)
    }
}
