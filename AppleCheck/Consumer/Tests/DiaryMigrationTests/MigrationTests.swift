import Diary
import Foundation
import PermafrostTesting
import SwiftData
import Testing

@Suite struct MigrationTests {
    @Test func aNewDiaryOpens() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let container = try DiaryContainer.open(at: folder.appendingPathComponent("diary.store"))
        let context = ModelContext(container)
        context.insert(DiaryV2.Entry(title: "Snow", text: "The first of the year.", written: Date()))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<DiaryV2.Entry>()) == 1)
    }
}
