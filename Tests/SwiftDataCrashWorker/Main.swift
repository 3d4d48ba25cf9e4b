import Foundation
import SwiftData
import SwiftDataCrashModels

/// The work that tests do on a store from separate processes. Each process prints `ready` when its work begins, and
/// prints any error at its end.
///
/// - `save PATH` adds entries in one transaction after another, until it is killed;
/// - `append PATH FIRST COUNT` adds three entries in each of COUNT transactions, numbered from FIRST, and prints the
///   number of transactions after each;
/// - `migrate PATH` migrates the store to the second version;
/// - `read PATH` opens the store without permission to save, and prints the number of its entries.
@main
struct Main {
    static func main() {
        do { try run(Array(CommandLine.arguments.dropFirst())) } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
            let reason = cause.localizedFailureReason ?? ""
            say("\(cause.code): \(cause.localizedDescription) \(reason)", to: .standardError)
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard arguments.count >= 2 else { return }
        let configuration = ModelConfiguration(
            url: URL(fileURLWithPath: arguments[1]), allowsSave: arguments[0] != "read")
        if arguments[0] == "migrate" {
            say("ready")
            _ = try ModelContainer(
                for: Schema(versionedSchema: LedgerV2.self), migrationPlan: LedgerPlan.self,
                configurations: configuration)
            return
        }
        let context = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: Ledger.self), configurations: configuration))
        say("ready")
        switch arguments[0] {
        case "save": try save(context)
        case "append": try append(context, first: Int(arguments[2]) ?? 0, count: Int(arguments[3]) ?? 0)
        default: say("\(try context.fetch(FetchDescriptor<Ledger.Entry>()).count)")
        }
    }

    private static func save(_ context: ModelContext) throws {
        guard let account = try context.fetch(FetchDescriptor<Ledger.Account>()).first else { return }
        while true {
            for _ in 0..<3 {
                let entry = Ledger.Entry(number: account.count)
                if account.count.isMultiple(of: 5) { entry.receipt = Data(repeating: 1, count: 120_000) }
                account.count += 1
                entry.account = account
            }
            try context.save()
        }
    }

    private static func append(_ context: ModelContext, first: Int, count: Int) throws {
        for saved in 0..<count {
            for offset in 0..<3 {
                let entry = Ledger.Entry(number: first + saved * 3 + offset)
                if offset == 0 { entry.receipt = Data(repeating: 2, count: 120_000) }
                context.insert(entry)
            }
            try context.save()
            say("\(saved + 1)")
        }
    }

    private static func say(_ line: String, to file: FileHandle = .standardOutput) {
        file.write(Data((line + "\n").utf8))
    }
}
