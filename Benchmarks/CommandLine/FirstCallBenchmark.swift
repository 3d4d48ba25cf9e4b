import Foundation

/// The time of a package's first `swift package freeze`, with the tools of a bundle and with tools that are built.
///
/// Each is measured once, because the tools take minutes to build. The baseline is `swift package describe`, which also
/// compiles the manifests.
struct FirstCallBenchmark {
    let permafrost: String
    /// The folder of this checkout.
    let checkout: URL

    /// The reason why something can't be measured.
    private struct Skipped: Error {
        let reason: String
    }

    /// Measures both calls. Prints a sentence for each call that can't be measured.
    func run() throws -> [BenchmarkLine] {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "permafrost-bench-call-\(getpid())")
        defer { try? FileManager.default.removeItem(at: scratch) }
        print("\n| first call in a package | time | swift package describe | ratio |\n|---|---|---|---|")
        var lines: [BenchmarkLine] = []
        for isBundled in [true, false] {
            let what = "swift package freeze, tools " + (isBundled ? "of a bundle" : "built")
            do {
                let environment = try isBundled ? ["PERMAFROST_BUNDLE": makeBundle()] : [:]
                let app = scratch.appending(path: isBundled ? "bundled" : "built")
                try write(app)
                let describing = try time(["describe"], in: app, environment, scratch: "describe")
                let freezing = try time(
                    ["--allow-writing-to-package-directory", "freeze", "--all"], in: app, environment, scratch: "freeze"
                )
                let line = BenchmarkLine(what, Measurement([freezing]), Measurement([describing]), limit: nil)
                print(String(format: "| \(what) | %.1f s | %.1f s | %.1f |", freezing, describing, line.ratio))
                lines.append(line)
            } catch {
                let reason = (error as? Skipped)?.reason ?? "\(error)"
                print("\nSkipped: \(what). \(reason)\n")
            }
        }
        return lines
    }

    /// Creates a bundle of the measured tool. Returns its path in the checkout.
    private func makeBundle() throws -> String {
        guard FileManager.default.fileExists(atPath: checkout.path + "/Scripts/artifactbundle") else {
            throw Skipped(reason: "\(checkout.path) isn't a checkout of Permafrost.")
        }
        // `Scripts/bench` measures a staged tool, which needs the libraries in its folder.
        let staged = URL(filePath: permafrost).deletingLastPathComponent()
        guard FileManager.default.fileExists(atPath: staged.path + "/licenses") else {
            throw Skipped(reason: "\(permafrost) isn't from Scripts/stage.")
        }
        let folder = ".build/bench-bundle"
        let make =
            "triple=$(swift -print-target-info | sed -n 's/.*\"unversionedTriple\": \"\\([^\"]*\\)\".*/\\1/p') "
            + "&& Scripts/artifactbundle \(folder) \"$triple=$1\""
        do {
            _ = try Measurement.seconds(
                ["/bin/sh", "-c", make, "sh", staged.path], in: checkout,
                environment: ProcessInfo.processInfo.environment)
        } catch {
            throw Skipped(reason: "Scripts/artifactbundle can't make a bundle. Run it to see the reason.")
        }
        return folder + "/permafrost.artifactbundle"
    }

    /// Writes a package with the Posts example, which depends on the checkout.
    private func write(_ app: URL) throws {
        let sources = app.appending(path: "Sources")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: checkout.appending(path: "Examples/Posts"), to: sources.appending(path: "App"))
        let manifest = """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "App",
                platforms: [.macOS(.v14)],
                dependencies: [.package(name: "Permafrost", path: "\(checkout.path)")],
                targets: [
                    .target(name: "App", dependencies: [.product(name: "Permafrost", package: "Permafrost")])
                ]
            )

            """
        try Data(manifest.utf8).write(to: app.appending(path: "Package.swift"))
    }

    /// Returns the time of a `swift package` command in seconds. It doesn't use results of earlier commands.
    private func time(
        _ arguments: [String], in app: URL, _ environment: [String: String], scratch: String
    ) throws -> Double {
        let folder = app.appending(path: scratch)
        let options = [
            "--scratch-path", folder.path, "--cache-path", folder.path + "/cache", "--manifest-cache", "none",
        ]
        return try Measurement.seconds(
            ["/usr/bin/env", "swift", "package"] + options + arguments, in: app,
            environment: ProcessInfo.processInfo.environment.merging(environment) { $1 })
    }
}
