import Foundation
import SwiftData

/// Probes of stages: the time and thread they run on, and the store that their hooks see.
enum StageProbes {
    static let all: [Probe] = [
        .opening(
            "stages-are-synchronous", "The order of hooks if the container is created on the main thread",
            theme: .plans,
            rule: "stages run in order on the thread that creates the container, before it returns (StageRun)",
            expected: [
                Fact("order", "stages, will 1, did 1, will 2, did 2, container"),
                Fact("every hook is on the thread that makes the container", true),
                Fact("hooks are on the main thread", true),
            ], make: makeFirst,
            open: { try observe(on: $0) }),
        .opening(
            "stages-in-background", "The order of hooks if the container is created on another thread", theme: .plans,
            rule: "a hook runs on the thread that creates the container, not on the main actor (StageRun)",
            expected: [
                Fact("order", "stages, will 1, did 1, will 2, did 2, container"),
                Fact("every hook is on the thread that makes the container", true),
                Fact("hooks are on the main thread", false),
            ], make: makeFirst,
            open: { folder in
                let outcome = Outcome()
                let thread = Thread { outcome.finish { try observe(on: folder) } }
                thread.stackSize = 8 << 20
                thread.start()
                return try outcome.facts()
            }),
        .opening(
            "stages-read-once", "When SwiftData reads a plan's stages", theme: .plans,
            rule: "SwiftData reads a plan's stages only while it creates the container (RunningPlan)",
            expected: [Fact("read while the container is made", true), Fact("read later", false)],
            make: makeFirst,
            open: { folder in
                let container = try folder.container(LadderSchemaV3.self, plan: ObservedPlan.self)
                let early = Diary.shared.entries.count { $0.what == "stages" }
                let context = ModelContext(container)
                context.insert(LadderSchemaV3.Rung())
                try context.save()
                _ = try context.fetch(FetchDescriptor<LadderSchemaV3.Rung>())
                let late = Diary.shared.entries.count { $0.what == "stages" } - early
                return [Fact("read while the container is made", early > 0), Fact("read later", late > 0)]
            }),
        .opening(
            "hooks-and-saving", "A hook's saved changes", theme: .plans,
            rule: "saved changes are kept; willMigrate has the old models, didMigrate the new ones (StageRun)",
            expected: [Fact("saved in willMigrate", "will"), Fact("saved in didMigrate", "did")],
            make: makeFirst,
            open: { folder in
                try folder.open(LadderSchemaV2.self, plan: EditingPlan.self) { context in
                    try context.fetch(FetchDescriptor<LadderSchemaV2.Rung>()).flatMap { rung in
                        [
                            Fact("saved in willMigrate", rung.name),
                            Fact("saved in didMigrate", rung.height == 5 ? "did" : "nothing"),
                        ]
                    }
                }
            }),
        .opening(
            "unsaved-changes", "A hook's unsaved changes", theme: .plans,
            rule: "a hook's unsaved changes are lost (StageRun)", expected: [Fact("value", "first")],
            make: makeFirst,
            open: { folder in
                try folder.open(LadderSchemaV2.self, plan: ForgetfulHookPlan.self) { context in
                    try context.fetch(FetchDescriptor<LadderSchemaV2.Rung>()).map { Fact("value", $0.name) }
                }
            }),
        .opening(
            "throwing-hook", "A hook that throws", theme: .plans,
            rule:
                "SwiftData throws SwiftDataError.loadIssueModelContainer and keeps the store (PlanContainer)",
            expected: [Fact("error", "SwiftDataError.loadIssueModelContainer"), Fact("rows of the old version", "1")],
            make: makeFirst,
            open: { folder in
                var facts: [Fact] = []
                do {
                    _ = try folder.container(LadderSchemaV2.self, plan: ThrowingPlan.self)
                } catch {
                    facts.append(Fact("error", FailureText.kind(of: error)))
                }
                return facts
            }
        ).followed(by: "opening as before") { folder in
            try folder.open(LadderSchemaV1.self) { context in
                let count = try context.fetchCount(FetchDescriptor<LadderSchemaV1.Rung>())
                return [Fact("rows of the old version", "\(count)")]
            }
        },
    ]

    private static let makeFirst: @Sendable (ProbeFolder) throws -> Void = { folder in
        try folder.make(LadderSchemaV1.self) { $0.insert(LadderSchemaV1.Rung()) }
    }

    private static func observe(on folder: ProbeFolder) throws -> [Fact] {
        Diary.shared.note("making")
        _ = try folder.container(LadderSchemaV3.self, plan: ObservedPlan.self)
        Diary.shared.note("container")
        let entries = Diary.shared.entries
        // The number of times that the stages are read while the container is created doesn't matter.
        let order = entries.dropFirst().reduce(into: [String]()) { order, entry in
            if entry.what != "stages" || order.isEmpty { order.append(entry.what) }
        }
        let hooks = entries.filter { $0.what.hasPrefix("will") || $0.what.hasPrefix("did") }
        return [
            Fact("order", order.joined(separator: ", ")),
            Fact(
                "every hook is on the thread that makes the container",
                hooks.allSatisfy { $0.thread == entries.first?.thread }),
            Fact("hooks are on the main thread", hooks.contains(where: \.isMain)),
        ]
    }
}

/// A log of the events in this process, in order.
private final class Diary: @unchecked Sendable {
    struct Entry {
        let what: String
        let thread: ObjectIdentifier
        let isMain: Bool
    }

    static let shared = Diary()

    private let lock = NSLock()
    private var noted: [Entry] = []

    var entries: [Entry] { lock.withLock { noted } }

    func note(_ what: String) {
        let entry = Entry(what: what, thread: ObjectIdentifier(Thread.current), isMain: Thread.isMainThread)
        lock.withLock { noted.append(entry) }
    }
}

/// A thread's result, for another thread that waits for it.
private final class Outcome: @unchecked Sendable {
    private let ready = DispatchSemaphore(value: 0)
    private var result: Result<[Fact], any Error>?

    func finish(_ body: () throws -> [Fact]) {
        result = Result { try body() }
        ready.signal()
    }

    func facts() throws -> [Fact] {
        ready.wait()
        return try result?.get() ?? []
    }
}

private enum ObservedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self, LadderSchemaV3.self] }
    static var stages: [MigrationStage] {
        Diary.shared.note("stages")
        return [
            .custom(
                fromVersion: LadderSchemaV1.self, toVersion: LadderSchemaV2.self,
                willMigrate: { _ in Diary.shared.note("will 1") }, didMigrate: { _ in Diary.shared.note("did 1") }),
            .custom(
                fromVersion: LadderSchemaV2.self, toVersion: LadderSchemaV3.self,
                willMigrate: { _ in Diary.shared.note("will 2") }, didMigrate: { _ in Diary.shared.note("did 2") }),
        ]
    }
}

private enum EditingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: LadderSchemaV1.self, toVersion: LadderSchemaV2.self,
                willMigrate: { context in
                    for rung in try context.fetch(FetchDescriptor<LadderSchemaV1.Rung>()) { rung.name = "will" }
                    try context.save()
                },
                didMigrate: { context in
                    for rung in try context.fetch(FetchDescriptor<LadderSchemaV2.Rung>()) { rung.height = 5 }
                    try context.save()
                })
        ]
    }
}

private enum ForgetfulHookPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: LadderSchemaV1.self, toVersion: LadderSchemaV2.self, willMigrate: nil,
                didMigrate: { context in
                    for rung in try context.fetch(FetchDescriptor<LadderSchemaV2.Rung>()) { rung.name = "lost" }
                })
        ]
    }
}

private enum ThrowingPlan: SchemaMigrationPlan {
    struct Refusal: Error {}

    static var schemas: [any VersionedSchema.Type] { [LadderSchemaV1.self, LadderSchemaV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: LadderSchemaV1.self, toVersion: LadderSchemaV2.self, willMigrate: nil,
                didMigrate: { _ in throw Refusal() })
        ]
    }
}
