import Foundation
import MigrationCrashModels
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// A launch of an app whose store must be migrated, in a separate process that can be killed.
///
/// `MigrationCrashWorker PLAN STORE SAFETY [STEP | NOTE]`, where PLAN is one of these:
/// - `sound`: opens the store with the plan, adds the note numbered NOTE if there is one, and prints `opened`;
/// - `failing`: the same, with a plan whose hook after the migration throws;
/// - `stepwise`: migrates the store to the third version step by step, and prints `opened`;
/// - `count-sound` and so on: prints the number of steps;
/// - `kill-sound` and so on: the process kills itself at step STEP;
/// - `neighbour-first`, `neighbour-third`: opens the store as an app of that version without a plan does, prints
///   `opened`, adds the note numbered NOTE, and prints `saved`;
/// - `held-first` and so on: the same, but waits for a line of input before it adds the note;
/// - `killed-first` and so on: the same as a neighbour, but the process kills itself with the store open.
///
/// `MigrationCrashWorker perform OPERATION FOLDER SETTING` performs a `VaultOperation` and prints its marks. If the
/// environment requests it, the process is killed at one of its calls on the folder's files. `MigrationCrashWorker
/// visit` uses a store at the same time as another process: see ``Visits``.
///
/// `MigrationCrashWorker fill STORE OPENING CALL` opens a `TallyPlan`'s store, and kills itself at a call of one of the
/// plan's closures. Otherwise, it prints `opened`.
///
/// `MigrationCrashWorker hold STORE` opens a store with SQLite, and executes each line of its input. It prints `done`
/// after each line. A line that begins with `repeat ` is executed until the process is killed, with a number in place
/// of each `?`.
///
/// Steps are the moments before and after each file operation, and each progress report. The process prints `ready`
/// when it begins, and the cause of any error at its end.
@main
struct Main {
    static func main() {
        let arguments = CommandLine.arguments
        if arguments.count == 5, arguments[1] == "perform" {
            return perform(arguments[2], arguments[3], arguments[4])
        }
        if arguments.count == 5, arguments[1] == "fill" { return fill(arguments[2], arguments[3], arguments[4]) }
        if arguments.count == 2, arguments[1] == "visit" { return Visits.run() }
        if arguments.count == 3, arguments[1] == "hold" { return hold(arguments[2]) }
        guard arguments.count >= 4, let safety = MigrationSafety(rawValue: arguments[3]) else { exit(2) }
        let number = arguments.count > 4 ? Int(arguments[4]) : nil
        let parts = arguments[1].split(separator: "-")
        let steps = Steps(last: parts.first == "kill" ? number ?? 0 : nil)
        do {
            if let number, ["neighbour", "held", "killed"].contains(parts.first) {
                return try visit(
                    arguments[2], isThird: parts.last == "third", number, waits: parts.first == "held",
                    isKilled: parts.first == "killed")
            }
            say("ready")
            if parts.last == "stepwise" {
                try migrateStepwise(arguments[2], steps)
                say(parts.first == "count" ? "\(steps.count)" : "opened")
                return
            }
            let container = try open(arguments[2], safety, isFailing: parts.last == "failing", steps)
            if parts.count == 1, let number {
                let context = ModelContext(container)
                context.insert(VaultV2.Note(number: number))
                try context.save()
            }
            say(parts.first == "count" ? "\(steps.count)" : "opened")
        } catch {
            if parts.first == "count" { say("\(steps.count)") }
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func hold(_ path: String) {
        do {
            let connection = try SQLiteConnection(path: path, mode: .create)
            while let line = readLine() {
                var number = 0
                let isRepeated = line.hasPrefix("repeat ")
                let statements = isRepeated ? String(line.dropFirst("repeat ".count)) : line
                repeat {
                    number += 1
                    try connection.execute(statements.replacing("?", with: "\(number)"))
                    if number == 1 { say("done") }
                } while isRepeated
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func fill(_ path: String, _ name: String, _ call: String) {
        guard let opening = TallyPlan.Opening(rawValue: name), let call = Int(call) else { exit(2) }
        TallyPlan.kill(atCall: call)
        do {
            try opening.open(URL(fileURLWithPath: path))
            say("opened")
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func perform(_ name: String, _ folder: String, _ setting: String) {
        guard let operation = VaultOperation(rawValue: name), let setting = VaultSetting(name: setting) else { exit(2) }
        let caught: @Sendable () -> Void = { say(VaultOperation.Mark.caught.rawValue) }
        do {
            try VaultHooks.$caught.withValue(setting.has(.catching) ? caught : nil) {
                try operation.perform(URL(fileURLWithPath: folder), setting) { say($0.rawValue) }
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func open(
        _ path: String, _ safety: MigrationSafety, isFailing: Bool, _ steps: Steps
    ) throws -> ModelContainer {
        try SafeMigration(
            to: VaultV2.self, plan: isFailing ? VaultStore.failingPlan : VaultStore.plan, safety: safety,
            configurations: StoreConfigurations(storeURL: URL(fileURLWithPath: path)), files: steps.operations,
            progress: { _ in steps.passed() }
        ).open()
    }

    /// Opens the store without a plan and adds a note.
    private static func visit(_ path: String, isThird: Bool, _ number: Int, waits: Bool, isKilled: Bool) throws {
        let schema = isThird ? Schema(versionedSchema: VaultV3.self) : Schema(versionedSchema: VaultV1.self)
        let context = ModelContext(
            try ModelContainer(
                for: schema, configurations: ModelConfiguration(schema: schema, url: URL(fileURLWithPath: path))))
        // Opening a store doesn't necessarily read anything.
        if isThird { _ = try context.fetchCount(FetchDescriptor<VaultV3.Note>()) }
        if !isThird { _ = try context.fetchCount(FetchDescriptor<VaultV1.Note>()) }
        say("opened")
        if waits { _ = readLine() }
        if isThird {
            context.insert(VaultV3.Note(number: number))
        } else {
            context.insert(VaultV1.Note(number: number))
        }
        try context.save()
        say("saved")
        if isKilled { kill(getpid(), SIGKILL) }
    }

    private static func migrateStepwise(_ path: String, _ steps: Steps) throws {
        try ProgressiveMigration(
            store: URL(fileURLWithPath: path), plan: VaultStore.steppedPlan, to: VaultV3.self, files: steps.operations
        ).perform { _ in steps.passed() }
    }

    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// The steps of a launch. The process can kill itself at one of them.
final class Steps: Sendable {
    private let passedSteps = Locked(0)
    private let last: Int?

    init(last: Int?) { self.last = last }

    var count: Int { passedSteps.withLock { $0 } }

    func passed() {
        passedSteps.withLock {
            $0 += 1
            if $0 == last { kill(getpid(), SIGKILL) }
        }
    }

    /// File operations with a step before and after each.
    var operations: FileSystem {
        let system = FileSystem()
        var files = system
        files.makeFolder = { path in try self.around { try system.makeFolder(path) } }
        files.write = { bytes, path in try self.around { try system.write(bytes, path) } }
        files.create = { path, model in try self.around { try system.create(path, model) } }
        files.copyAttributes = { model, path in try self.around { try system.copyAttributes(model, path) } }
        files.fill = { path, next in
            try self.around {
                try system.fill(path) {
                    self.passed()
                    return try next()
                }
            }
        }
        files.copy = { source, target in try self.around { try system.copy(source, target) } }
        files.link = { source, target in try self.around { try system.link(source, target) } }
        files.sync = { path in try self.around { try system.sync(path) } }
        files.rename = { source, target in try self.around { try system.rename(source, target) } }
        files.renameNew = { source, target in try self.around { try system.renameNew(source, target) } }
        files.exchange = { first, second in try self.around { try system.exchange(first, second) } }
        files.removeFolder = { path in try self.around { try system.removeFolder(path) } }
        files.remove = { path in try self.around { try system.remove(path) } }
        return files
    }

    private func around(_ body: () throws -> Void) rethrows {
        passed()
        try body()
        passed()
    }
}
