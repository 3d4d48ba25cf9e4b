import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// After `new-version --onto` and the merge, the sources and the generated tests of both branches compile.
    @Suite struct RenumberedPackageTests {
        @Test func `The versions of both branches compile`() throws {
            let package = try LibraryPackage()
            try run([tool, "freeze", "--all"], in: package)
            try run(["git", "init", "--quiet", "--initial-branch", "main"], in: package)
            for (name, value) in [("user.name", "Permafrost"), ("user.email", "dev@permafrost.invalid")] {
                try run(["git", "config", name, value], in: package)
            }
            try commit(package)
            try run(["git", "switch", "--quiet", "--create", "mine"], in: package)
            try addThird("var isbn: String?", to: package)
            try run([tool, "scaffold"], in: package)
            try commit(package)
            try run(["git", "switch", "--quiet", "main"], in: package)
            try addThird("var shelf: String?", to: package)
            try commit(package)
            try run(["git", "switch", "--quiet", "mine"], in: package)

            let check = try result([tool, "check", "--merged-with", "main"], in: package)
            #expect(check.status != 0, "\(check)")
            let renumbered = try result([tool, "new-version", "--onto", "main"], in: package)
            #expect(renumbered.status != 2, "\(renumbered)")
            try commit(package)
            let merge = try result(["git", "merge", "--quiet", "--no-edit", "main"], in: package)
            if merge.status != 0 {
                let plan = "Sources/Library/LibraryMigrationPlan.swift"
                try run(["git", "checkout", "--quiet", "--ours", plan], in: package)
                try commit(package)
            }
            try run([tool, "check"], in: package)
            try run([tool, "check", "--merged-with", "main"], in: package)

            let sources = try package.files(below: "Sources/Library")
            for (file, property) in [("LibrarySchemaV4.swift", "isbn"), ("LibrarySchemaV3.swift", "shelf")] {
                let text = sources[file].map { String(decoding: $0, as: UTF8.self) }
                #expect(text?.contains(property) == true, "\(file)")
            }
            let build = try package.build()
            #expect(build.status == 0, "\((build.output + build.errors).suffix(6_000))")
        }

        private var tool: String { BuildFolder.tool.path }

        /// Adds version 3.0.0 with a property of its own, and freezes it.
        private func addThird(_ property: String, to package: LibraryPackage) throws {
            let folder = package.folder.appending(path: "Sources/Library")
            func edit(_ name: String, as new: String? = nil, _ change: (String) -> String) throws {
                let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
                try change(text).write(to: folder.appending(path: new ?? name), atomically: true, encoding: .utf8)
            }
            try edit("LibrarySchemaV2.swift", as: "LibrarySchemaV3.swift") { text in
                text.replacing("SchemaV2", with: "SchemaV3").replacing("Version(2, 0, 0)", with: "Version(3, 0, 0)")
                    .replacing("        var pages: Int\n", with: "        var pages: Int\n        \(property)\n")
            }
            try edit("LibraryMigrationPlan.swift") { text in
                text.replacing("LibrarySchemaV2.self] }", with: "LibrarySchemaV2.self, LibrarySchemaV3.self] }")
                    .replacing("[addRating]", with: "[addRating, migrateV2toV3]")
                    .replacing(
                        "    static var addRating",
                        with: """
                                static let migrateV2toV3 = MigrationStage.lightweight(
                                    fromVersion: LibrarySchemaV2.self, toVersion: LibrarySchemaV3.self)

                                static var addRating
                            """)
            }
            try run([tool, "freeze", "3.0.0"], in: package)
        }

        private func commit(_ package: LibraryPackage) throws {
            try run(["git", "add", "--all"], in: package)
            try run(["git", "commit", "--quiet", "--no-gpg-sign", "--message", "commit"], in: package)
        }

        private func run(_ command: [String], in package: LibraryPackage) throws {
            let result = try result(command, in: package)
            #expect(result.status == 0, "\(command): \(result)")
        }

        private func result(_ command: [String], in package: LibraryPackage) throws -> CommandResult {
            let cache = package.folder.deletingLastPathComponent().appending(path: "cache")
            return try CommandResult.running(
                command, in: package.folder, environment: ["PERMAFROST_CACHE_DIR": cache.path])
        }
    }
}
