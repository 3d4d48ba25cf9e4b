import Foundation
import PermafrostModel
import PermafrostTestSupport
import SwiftData
import Testing

@testable import CartographerExample
@testable import Permafrost
@testable import PostsExample

/// Differences between live versions, and between a store and its declared version.
@Suite struct SchemaDiffTests {
    @Test func aStepOfTheExampleIsLightweight() throws {
        let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
        #expect(diff.from.title == "PostsSchemaV1 1.0.0")
        #expect(diff.to.title == "PostsSchemaV2 2.0.0")
        #expect(diff.verdict == .lightweight)
        #expect(diff.questions == [])
        #expect(
            diff.changes == [
                SchemaDiff.Change(
                    subject: "Post.authorName", what: "Post.authorName was added (optional String)",
                    advice: "existing rows get nil", verdict: .lightweight)
            ])
    }

    @Test func theOverallVerdictIsTheMostSevere() throws {
        let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV4.self)
        #expect(diff.verdict == .needsDefault)
        #expect(Set(diff.changes.map(\.verdict)).isSuperset(of: [.lightweight, .losesData, .needsDefault]))
        #expect(diff.questions.count == 1)
        #expect(
            diff.questions.first?.hasPrefix("Post.body was removed, and content and slug of the same type were added")
                == true)
    }

    @Test func aVersionDoesNotDifferFromItself() throws {
        for version in PostsMigrationPlan.schemas + CartographerMigrationPlan.schemas {
            let diff = try SchemaDiff.diff(from: version, to: version)
            #expect(diff.changes.isEmpty)
            #expect(diff.verdict == nil)
        }
    }

    // MARK: Stores

    private func store(of version: any VersionedSchema.Type, in folder: ScratchFolder) throws -> URL {
        let url = folder.url.appending(path: "App.store")
        let schema = Schema(versionedSchema: version)
        let container = try ModelContainer(
            for: schema, configurations: ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none))
        withExtendedLifetime(container) {}
        return url
    }

    @Test func aStoreOfTheDeclaredVersionHasNotDrifted() throws {
        let folder = try ScratchFolder()
        let url = try store(of: PostsSchemaV3.self, in: folder)
        let before = try folder.files()
        let drift = try detectDrift(declared: PostsSchemaV3.self, at: url)
        #expect(drift.isRecognised)
        #expect(drift.passed, "\(drift)")
        #expect("\(drift)" == "App.store is a store of PostsSchemaV3 3.0.0")
        #expect(try folder.files() == before)
    }

    @Test func aStoreOfAnotherVersionListsTheDifferences() throws {
        let folder = try ScratchFolder()
        let drift = try detectDrift(declared: PostsSchemaV2.self, at: try store(of: PostsSchemaV1.self, in: folder))
        #expect(!drift.isRecognised)
        #expect(
            drift.changes.contains {
                $0.subject == "Post.authorName" && $0.kind == .identity && $0.change.aspect == .added
            })
        #expect(
            "\(drift)".hasPrefix(
                "App.store isn't recognized as PostsSchemaV2 2.0.0: without a migration, the store can't be opened\n"))
        #expect("\(drift)".contains("  [identity] Post.authorName was added (optional String)"))
    }

    @Test(arguments: ["no store at all", ""])
    func aFileThatIsNotAStoreIsAnErrorWithItsPath(_ content: String) throws {
        let folder = try ScratchFolder()
        try folder.write(content, to: "App.store")
        let error = #expect(throws: MigrationError.self) {
            try detectDrift(declared: PostsSchemaV2.self, at: folder.url.appending(path: "App.store"))
        }
        guard case .store(.unreadable)? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        let text = error?.description ?? ""
        #expect(text.hasPrefix("App.store: the store can't be read."))
        // The reason is a sentence, not the description of a Swift value.
        let reason = text.dropFirst("App.store: the store can't be read. ".count)
        #expect(reason.first?.isUppercase == true || reason.hasPrefix("/"), "\(text)")
    }
}
