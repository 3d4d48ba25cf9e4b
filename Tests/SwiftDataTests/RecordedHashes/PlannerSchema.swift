import Foundation
import SwiftData

struct AISummary: Codable {
    var quickSummary: String?
    var detailedSummary: [String]
}

/// A tree of one model, and a required struct that contains an array.
enum PlannerSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Todo.self, Reminder.self, Space.self, SavedAISummary.self] }

    @Model final class Todo {
        var uuid: UUID = UUID()
        var title: String = ""
        var notes: String = ""
        var notesSummary: String = ""
        var stateRaw: String = ""
        var bucketRaw: String = ""
        var assignedDate: Date?
        var assignedHasTime: Bool = false
        var duration: TimeInterval?
        var dueDate: Date?
        var dueHasTime: Bool = false
        var isProject: Bool = false
        var colorHex: String?
        var importedFromReminders: Bool = false
        var sourceReminderID: String?
        var sortIndex: Int = 0
        var isNew: Bool = false
        var lastViewedPlacement: String?
        var createdAt: Date = Date()
        var modifiedAt: Date = Date()
        var resolvedAt: Date?
        var space: Space?
        var parent: Todo?
        @Relationship(inverse: \Todo.parent) var subtasks: [Todo]?
        @Relationship(inverse: \Reminder.todo) var reminders: [Reminder]?

        init() {}
    }

    @Model final class Reminder {
        var uuid: UUID = UUID()
        var kindRaw: String = ""
        var fireDate: Date?
        var latitude: Double?
        var longitude: Double?
        var radius: Double = 0
        var placeName: String?
        var triggerRaw: String = ""
        var isActive: Bool = false
        var createdAt: Date = Date()
        var todo: Todo?

        init() {}
    }

    @Model final class SavedAISummary {
        var uuid: UUID = UUID()
        var generatedOn: Date = Date()
        var summary: AISummary = AISummary(detailedSummary: [])

        init() {}
    }

    @Model final class Space {
        @Relationship(inverse: \Todo.space) var todos: [Todo]?

        init() {}
    }
}
