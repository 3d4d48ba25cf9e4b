import SwiftData
import SwiftDataCrashModels

/// `save PATH` adds entries one transaction after another, until it is killed; `migrate PATH` brings the store to the
/// second version.
@main
struct Main {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return }
        let configuration = ModelConfiguration(url: URL(fileURLWithPath: arguments[2]))
        if arguments[1] == "migrate" {
            _ = try ModelContainer(
                for: Schema(versionedSchema: LedgerV2.self), migrationPlan: LedgerPlan.self,
                configurations: configuration)
            return
        }
        let context = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: Ledger.self), configurations: configuration))
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
}
