import Foundation
import SwiftData

/// A version that was always understood.
enum DiarySchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Day.self, Page.self] }

    @Model final class Day {
        var date: Date?
        @Relationship(inverse: \Page.day) var pages: [Page] = []
        init() {}
    }

    @Model final class Page {
        var text: String = ""
        var day: Day?
        init() {}
    }
}
