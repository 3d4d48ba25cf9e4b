import Foundation
import PermafrostTestSupport
import Testing

/// A source reader that does not end is ended, and the command says so.
@Suite struct HangingReaderTests {
    /// Readers that hang: before they answer, in the middle of an answer, with a child that keeps the output open, and one that
    /// ignores what asks it to end.
    @Test(arguments: [
        "exec sleep 600", "printf PFDECL08; exec sleep 600", "sleep 20 & sleep 600",
        "trap '' TERM INT HUP; while :; do sleep 1; done",
    ])
    func isEnded(_ script: String) throws {
        let folder = try ScratchFolder()
        try folder.write(CacheTests.schema, to: "App/V1.swift")
        try folder.write("#!/bin/sh\n\(script)\n", to: "reader")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("reader"))
        let start = Date()
        let result = try Tool.run(
            "check", in: folder,
            environment: ["PERMAFROST_SOURCE_READER": folder.path("reader"), "PERMAFROST_SOURCE_READER_SECONDS": "1"])
        #expect(Date().timeIntervalSince(start) < 60)
        #expect(result.status == 2, "\(result)")
        #expect(
            result.errors.contains("did not end within 1 second")
                && result.errors.contains("PERMAFROST_SOURCE_READER_SECONDS"), "\(result)")
        #expect(result.output.isEmpty, "\(result)")
    }

    @Test(arguments: ["0", "-1", "soon", "1e9999"]) func aLimitThatIsNoneIsRefused(_ seconds: String) throws {
        let folder = try ScratchFolder()
        try folder.write(CacheTests.schema, to: "App/V1.swift")
        let result = try Tool.run("list", in: folder, environment: ["PERMAFROST_SOURCE_READER_SECONDS": seconds])
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("PERMAFROST_SOURCE_READER_SECONDS"), "\(result)")
    }
}
