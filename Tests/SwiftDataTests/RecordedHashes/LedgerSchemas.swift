import Foundation
import SwiftData

enum Capitalization: String, Codable { case first, second }
enum ScheduleType: String, Codable { case first, second }
enum Direction: String, Codable { case first, second }
enum AssetClass: String, Codable { case first, second }

struct CardMeta: Codable {
    var bank: String
    var last4: String
    var creditLimit: Decimal
    var minPayment: Decimal
    var overdraftLimit: Decimal
    var statementDay: Int
    var dueDay: Int
    var graceDays: Int
}

struct LoanMeta: Codable {
    var principal: Decimal
    var rate: Decimal
    var monthlyPayment: Decimal
    var insurance: Decimal
    var paymentDay: Int
    var termEnd: Date
    var scheduleType: ScheduleType
}

struct DebtMeta: Codable {
    var counterparty: String
    var dueDate: Date
    var rate: Decimal
    var direction: Direction
}

struct MarketMeta: Codable {
    var symbol: String
    var assetClass: AssetClass
}

struct ManualAssetMeta: Codable {
    var revalReminderMonths: Int
    var depreciationRatePerYear: Decimal
    var linkedLoanID: UUID
}

/// Optional structs that contain enums.
enum LedgerSchemaV5: VersionedSchema {
    static let versionIdentifier = Schema.Version(5, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Account.self, AccountGroup.self, AccountEvent.self, AccountDailySnapshot.self]
    }

    @Model final class Account {
        var id: UUID = UUID()
        var name: String = ""
        var kindRaw: String = ""
        var currency: String = ""
        var createdAt: Date = Date()
        var archivedAt: Date?
        var deletedAt: Date?
        var includeInTotal: Bool = false
        var note: String?
        var order: Int = 0
        var cardMeta: CardMeta?
        var depositMeta: DepositMeta?
        var loanMeta: LoanMeta?
        var debtMeta: DebtMeta?
        var marketMeta: MarketMeta?
        var manualAssetMeta: ManualAssetMeta?
        var group: AccountGroup?
        @Relationship(inverse: \AccountEvent.account) var events: [AccountEvent]?
        @Relationship(inverse: \AccountDailySnapshot.account) var snapshots: [AccountDailySnapshot]?

        init() {}
    }

    @Model final class AccountGroup {
        @Relationship(inverse: \Account.group) var accounts: [Account]?

        init() {}
    }

    @Model final class AccountEvent {
        var id: UUID = UUID()
        var date: Date = Date()
        var createdAt: Date = Date()
        var dayKey: String = ""
        var typeRaw: String = ""
        var amount: Decimal?
        var quantity: Decimal?
        var unitPrice: Decimal?
        var fxRateToBase: Decimal?
        var originalAmount: Decimal?
        var redenomRate: Decimal?
        var fxProvisional: Bool = false
        var categoryID: String?
        var note: String?
        var sourceTransactionID: String?
        var originalCurrency: String?
        var redenomFromCurrency: String?
        var transferID: UUID?
        var account: Account?

        init() {}
    }

    @Model final class AccountDailySnapshot {
        var account: Account?

        init() {}
    }

    struct DepositMeta: Codable {
        var rate: Decimal
        var earlyClosePenalty: Decimal
        var termEnd: Date
        var payoutDay: Int
        var allowsTopUp: Bool
        var allowsEarlyClose: Bool
        var remindEnd: Bool
        var autoRollover: Bool
        var capitalization: Capitalization
    }
}

/// A version with two more attributes than ``LedgerSchemaV5``.
enum LedgerSchemaV6: VersionedSchema {
    static let versionIdentifier = Schema.Version(6, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Account.self, AccountGroup.self, AccountEvent.self, AccountDailySnapshot.self]
    }

    @Model final class Account {
        var id: UUID = UUID()
        var name: String = ""
        var kindRaw: String = ""
        var currency: String = ""
        var createdAt: Date = Date()
        var archivedAt: Date?
        var deletedAt: Date?
        var includeInTotal: Bool = false
        var note: String?
        var order: Int = 0
        var productTypeRaw: String?
        var productMigrationReason: String?
        var cardMeta: CardMeta?
        var depositMeta: DepositMeta?
        var loanMeta: LoanMeta?
        var debtMeta: DebtMeta?
        var marketMeta: MarketMeta?
        var manualAssetMeta: ManualAssetMeta?
        var group: AccountGroup?
        @Relationship(inverse: \AccountEvent.account) var events: [AccountEvent]?
        @Relationship(inverse: \AccountDailySnapshot.account) var snapshots: [AccountDailySnapshot]?

        init() {}
    }

    @Model final class AccountGroup {
        @Relationship(inverse: \Account.group) var accounts: [Account]?

        init() {}
    }

    @Model final class AccountEvent {
        var account: Account?

        init() {}
    }

    @Model final class AccountDailySnapshot {
        var account: Account?

        init() {}
    }

    struct DepositMeta: Codable {
        var rate: Decimal
        var earlyClosePenalty: Decimal
        var termEnd: Date
        var payoutDay: Int
        var allowsTopUp: Bool
        var allowsEarlyClose: Bool
        var remindEnd: Bool
        var autoRollover: Bool
        var capitalization: Capitalization
    }
}

/// A version with three more attributes than ``LedgerSchemaV6``.
enum LedgerSchemaV7: VersionedSchema {
    static let versionIdentifier = Schema.Version(7, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Account.self, AccountGroup.self, AccountEvent.self, AccountDailySnapshot.self]
    }

    @Model final class Account {
        var id: UUID = UUID()
        var name: String = ""
        var kindRaw: String = ""
        var currency: String = ""
        var createdAt: Date = Date()
        var archivedAt: Date?
        var deletedAt: Date?
        var includeInTotal: Bool = false
        var note: String?
        var order: Int = 0
        var productTypeRaw: String?
        var productMigrationReason: String?
        var valuationMembershipRevision: Int?
        var valuationFinancialRevision: Int?
        var valuationEventRevision: Int?
        var cardMeta: CardMeta?
        var depositMeta: DepositMeta?
        var loanMeta: LoanMeta?
        var debtMeta: DebtMeta?
        var marketMeta: MarketMeta?
        var manualAssetMeta: ManualAssetMeta?
        var group: AccountGroup?
        @Relationship(inverse: \AccountEvent.account) var events: [AccountEvent]?
        @Relationship(inverse: \AccountDailySnapshot.account) var snapshots: [AccountDailySnapshot]?

        init() {}
    }

    @Model final class AccountGroup {
        @Relationship(inverse: \Account.group) var accounts: [Account]?

        init() {}
    }

    @Model final class AccountEvent {
        var account: Account?

        init() {}
    }

    @Model final class AccountDailySnapshot {
        var account: Account?

        init() {}
    }

    struct DepositMeta: Codable {
        var rate: Decimal
        var earlyClosePenalty: Decimal
        var termEnd: Date
        var payoutDay: Int
        var allowsTopUp: Bool
        var allowsEarlyClose: Bool
        var remindEnd: Bool
        var autoRollover: Bool
        var capitalization: Capitalization
    }
}

/// A version whose struct has one more member than in ``LedgerSchemaV7``.
enum LedgerSchemaV10: VersionedSchema {
    static let versionIdentifier = Schema.Version(10, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Account.self, AccountGroup.self, AccountEvent.self, AccountDailySnapshot.self]
    }

    @Model final class Account {
        var id: UUID = UUID()
        var name: String = ""
        var kindRaw: String = ""
        var currency: String = ""
        var createdAt: Date = Date()
        var archivedAt: Date?
        var deletedAt: Date?
        var includeInTotal: Bool = false
        var note: String?
        var order: Int = 0
        var productTypeRaw: String?
        var productMigrationReason: String?
        var valuationMembershipRevision: Int?
        var valuationFinancialRevision: Int?
        var valuationEventRevision: Int?
        var cardMeta: CardMeta?
        var depositMeta: DepositMeta?
        var loanMeta: LoanMeta?
        var debtMeta: DebtMeta?
        var marketMeta: MarketMeta?
        var manualAssetMeta: ManualAssetMeta?
        var group: AccountGroup?
        @Relationship(inverse: \AccountEvent.account) var events: [AccountEvent]?
        @Relationship(inverse: \AccountDailySnapshot.account) var snapshots: [AccountDailySnapshot]?

        init() {}
    }

    @Model final class AccountGroup {
        @Relationship(inverse: \Account.group) var accounts: [Account]?

        init() {}
    }

    @Model final class AccountEvent {
        var account: Account?

        init() {}
    }

    @Model final class AccountDailySnapshot {
        var account: Account?

        init() {}
    }

    struct DepositMeta: Codable {
        var rate: Decimal
        var earlyClosePenalty: Decimal
        var termEnd: Date
        var payoutDay: Int
        var allowsTopUp: Bool
        var allowsEarlyClose: Bool
        var remindEnd: Bool
        var autoRollover: Bool
        var capitalization: Capitalization
        var isTaxable: Bool
    }
}
