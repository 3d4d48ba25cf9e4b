import Foundation
import Permafrost
import SwiftData

/// The diary's store, opened like in an app.
public enum DiaryContainer {
    /// Opens the store at a URL, and migrates it to the current version after a backup.
    public static func open(at url: URL) throws -> ModelContainer {
        try SafeModelContainer.make(for: DiaryV2.self, plan: DiaryMigrationPlan.self, storeURL: url)
    }

    /// Returns the entries of a place, newest first.
    @MainActor
    public static func entries(at place: String, in container: ModelContainer) throws -> [DiaryV2.Entry] {
        var descriptor = FetchDescriptor<DiaryV2.Entry>(
            predicate: #Predicate { $0.place?.label == place }, sortBy: [SortDescriptor(\.written, order: .reverse)])
        descriptor.fetchLimit = 100
        return try container.mainContext.fetch(descriptor)
    }
}
