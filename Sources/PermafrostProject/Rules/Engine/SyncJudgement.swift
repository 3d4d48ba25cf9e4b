import PermafrostModel
import PermafrostSource

/// A judgment of whether a store syncs with CloudKit, based on its configuration and the target's entitlements.
///
/// A configuration that doesn't specify a database uses the entitlements, as Apple documents in "Syncing model data
/// across a person's devices".
struct SyncJudgement {
    private enum Result {
        case no
        case yes(String, users: String, isForDevelopment: Bool)
        case unknown(String)
    }

    private let result: Result
    /// The edit that keeps the store local, such as `pass cloudKitDatabase: .none to the ModelConfiguration`.
    private let local: String
    private let isAutomatic: Bool

    /// Judges whether a store with the given request and entitlements syncs.
    ///
    /// - Parameters:
    ///   - subject: the start of a sentence about the configuration.
    ///   - local: the edit that keeps the store local, in the imperative.
    init(
        _ request: CloudKitRequest, _ entitlements: Entitlements, subject: String, local: String
    ) {
        let isModelFile = request.written == "usedWithCloudKit"
        isAutomatic = !request.databases.contains(.explicit)
        self.local = local
        let isOptional = request.databases.count > 1
        // The reasons for an unknown result continue a sentence.
        let name = subject.hasPrefix("The ") ? "the " + subject.dropFirst(4) : subject
        if request.databases.contains(.explicit) {
            let verb = isOptional ? "can name" : "names"
            let sentence = isModelFile ? subject : "\(subject) \(verb) a CloudKit database"
            result = .yes(sentence, users: "all users", isForDevelopment: false)
        } else if request.databases.contains(.automatic), entitlements.hasCloudKit {
            let verb = isOptional ? "can leave" : "leaves"
            let signing = SigningText(entitlements)
            result = .yes(
                "\(subject) \(verb) the CloudKit database to the entitlements, and \(signing.text)",
                users: signing.users, isForDevelopment: signing.isForDevelopment)
        } else if request.databases.contains(.automatic), let problem = entitlements.unknownCloudKit {
            result = .unknown("\(name) leaves the CloudKit database to the entitlements, and \(problem)")
        } else if request.databases.contains(.unknown),
            let reason = entitlements.hasCloudKit ? SigningText(entitlements).text : entitlements.unknownCloudKit
        {
            result = .unknown("the cloudKitDatabase of \(name) can't be read, and \(reason)")
        } else {
            result = .no
        }
    }

    /// Returns the store if it syncs or may sync, or nil if it doesn't sync.
    ///
    /// - Parameter isCertain: whether the store's models are known.
    func store(of group: String, _ entities: Set<String>?, isCertain: Bool, at location: SourceLocation) -> SyncedStore?
    {
        switch result {
        case .no: return nil
        case .yes(let reason, let users, let isForDevelopment):
            guard isCertain else {
                return SyncedStore(
                    group: group, entities: entities, evidence: .unknown("\(reason), but its models can't be read"),
                    users: users,
                    alternative: "List the container's models with a literal, or with Schema(versionedSchema:)"
                        + (isAutomatic ? ". If the store isn't meant to sync, \(local)" : ""),
                    location: location)
            }
            return SyncedStore(
                group: group, entities: entities, evidence: .configured(reason), users: users,
                isForDevelopment: isForDevelopment,
                alternative: isAutomatic ? "If the store isn't meant to sync, \(local)" : nil, location: location)
        case .unknown(let reason):
            return SyncedStore(
                group: group, entities: entities, evidence: .unknown(reason),
                alternative:
                    "If the store isn't meant to sync, \(local). To check the store's models as if the store synced, "
                    + "run lint with --cloudkit",
                location: location)
        }
    }
}

/// Texts about the entitlements that make a store sync, for use in a finding.
private struct SigningText {
    /// A clause about the targets' files with and without CloudKit, such as
    /// `App.entitlements (Release) has CloudKit, but Debug.entitlements (Debug) doesn't`.
    let text: String
    /// A phrase for the users whose app has CloudKit, such as `all users`.
    let users: String
    /// Whether only debug builds have CloudKit.
    let isForDevelopment: Bool

    init(_ entitlements: Entitlements) {
        let synced = entitlements.signings.filter(\.hasCloudKit)
        let targets = Set(synced.compactMap(\.target))
        let others = entitlements.signings.filter { signing in
            !signing.hasCloudKit && signing.problem == nil && (signing.target.map(targets.contains) ?? true)
        }
        let local = others.isEmpty ? "" : ", but \(Self.names(others)) \(Self.verb(others, "doesn't", "don't"))"
        text = "\(Self.names(synced)) \(Self.verb(synced, "has", "have")) CloudKit\(local)"
        let all = Set(entitlements.signings.compactMap(\.target))
        isForDevelopment =
            !synced.isEmpty && synced.allSatisfy(\.isForDebugging)
        users =
            isForDevelopment
            ? "only developers with a debug build"
            : targets == all ? "all users" : "users of \(targets.sorted().joined(separator: " and "))"
    }

    private static func verb(_ signings: [Entitlements.Signing], _ one: String, _ many: String) -> String {
        Set(signings.map(name)).count == 1 ? one : many
    }

    private static func names(_ signings: [Entitlements.Signing]) -> String {
        var seen: Set<String> = []
        return signings.map(name).filter { seen.insert($0).inserted }.joined(separator: " and ")
    }

    private static func name(_ signing: Entitlements.Signing) -> String {
        let configurations =
            signing.buildConfigurations.isEmpty ? "" : " (\(signing.buildConfigurations.joined(separator: ", ")))"
        return (signing.file ?? "the target \(signing.target ?? "") without entitlements") + configurations
    }
}
