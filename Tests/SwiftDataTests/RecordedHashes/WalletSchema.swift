import Foundation
import SwiftData

/// Integers of every width, and a pair of relationships that both have a `@Relationship` without an inverse.
enum WalletSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] {
        [
            PersistentPublicKey.self, PersistentWallet.self, PersistentMasternode.self, PersistentTokenBalance.self,
            PersistentIdentity.self, PersistentAccount.self, PersistentToken.self,
        ]
    }

    @Model final class PersistentPublicKey {
        var keyId: Int32 = 0
        var purpose: String = ""
        var securityLevel: String = ""
        var keyType: String = ""
        var readOnly: Bool = false
        var disabledAt: Int?
        var publicKeyData: Data = Data()
        var contractBoundsData: Data?
        var contractBoundsDocumentTypeName: String?
        var privateKeyKeychainIdentifier: String?
        var walletId: Data?
        var identityDerivationPath: String?
        var identityId: String = ""
        var createdAt: Date = Date()
        var lastAccessed: Date?
        var identity: PersistentIdentity?

        init() {}
    }

    @Model final class PersistentWallet {
        @Attribute(.unique) var walletId: Data = Data()
        var walletGroupId: Data = Data()
        var networkRaw: UInt32?
        var name: String?
        var walletDescription: String?
        var birthHeight: UInt32 = 0
        var syncedHeight: UInt32 = 0
        var lastSynced: UInt64 = 0
        var lastAppliedChainLockBytes: Data?
        var isImported: Bool = false
        var seedBindingVerifiedMarker: String?
        var createdAt: Date = Date()
        var lastUpdated: Date = Date()
        @Relationship(inverse: \PersistentAccount.wallet) var accounts: [PersistentAccount] = []
        @Relationship(inverse: \PersistentIdentity.wallet) var identities: [PersistentIdentity] = []

        init() {}
    }

    @Model final class PersistentMasternode {
        #Unique<PersistentMasternode>([\.walletId, \.proTxHash])
        var walletId: Data = Data()
        var proTxHash: Data = Data()
        var registrationTxid: Data = Data()
        var serviceAddress: String?
        var isEvonode: Bool = false
        var ownerKeyHash: Data?
        var votingKeyHash: Data?
        var ownerAddress: String?
        var votingAddress: String?
        var operatorPublicKey: Data?
        var platformNodeId: Data?
        var payoutAddress: String?
        var operatorPseudoAddress: String?
        var platformNodeAddress: String?
        var ownerInWallet: Bool = false
        var votingInWallet: Bool = false
        var operatorInWallet: Bool = false
        var platformInWallet: Bool = false
        var ownerAccountType: UInt8 = 0
        var votingAccountType: UInt8 = 0
        var operatorAccountType: UInt8 = 0
        var platformAccountType: UInt8 = 0
        var ownerKeyIndex: UInt32 = 0
        var votingKeyIndex: UInt32 = 0
        var operatorKeyIndex: UInt32 = 0
        var platformKeyIndex: UInt32 = 0
        var collateralTxid: Data?
        var collateralVout: UInt32 = 0
        var revoked: Bool = false
        var revocationReason: UInt16 = 0
        var statusRaw: UInt8 = 0
        var registrationHeight: UInt32 = 0
        var hasRegistration: Bool = false
        var txCount: UInt32 = 0
        var orderIndex: UInt32 = 0
        var typeIndex: UInt32 = 0
        var createdAt: Date = Date()
        var lastUpdated: Date = Date()

        init() {}
    }

    @Model final class PersistentTokenBalance {
        var tokenId: String = ""
        var identityId: Data = Data()
        var balance: Int = 0
        var frozen: Bool = false
        var createdAt: Date = Date()
        var lastUpdated: Date = Date()
        var lastSyncedAt: Date?
        var tokenName: String?
        var tokenSymbol: String?
        var tokenDecimals: Int32?
        var networkRaw: UInt32 = 0
        @Relationship(deleteRule: .nullify) var identity: PersistentIdentity?
        var token: PersistentToken?

        init() {}
    }

    @Model final class PersistentIdentity {
        var wallet: PersistentWallet?
        @Relationship(inverse: \PersistentPublicKey.identity) var publicKeys: [PersistentPublicKey] = []
        @Relationship(deleteRule: .cascade) var tokenBalances: [PersistentTokenBalance] = []

        init() {}
    }

    @Model final class PersistentAccount {
        var wallet: PersistentWallet?

        init() {}
    }

    @Model final class PersistentToken {
        @Relationship(inverse: \PersistentTokenBalance.token) var balances: [PersistentTokenBalance] = []

        init() {}
    }
}
