/// The platforms that sources are built for, with the minimum system version of each.
struct TargetPlatforms: Sendable, Hashable {
    /// The minimum system versions, such as `[17, 2]`, keyed by platform. A version is empty if it isn't known.
    private(set) var minimums: [Platform: [Int]]
    /// Whether a project file or manifest determines the platforms. If false, the sources can be built for any
    /// platform.
    private(set) var isKnown: Bool
    /// The platform whose stores are frozen, if the sources are built for it.
    var preferred = Platform.iOS

    /// The value for sources whose platforms aren't known. Contains every platform, without minimum versions.
    static let unknown = TargetPlatforms(
        minimums: Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, []) }), isKnown: false)

    private init(minimums: [Platform: [Int]], isKnown: Bool) {
        self.minimums = minimums
        self.isKnown = isKnown
    }

    /// Creates a target's platforms from their minimum system versions. If the dictionary is empty, the platforms
    /// aren't known.
    init(_ minimums: [Platform: [Int]]) {
        self = minimums.isEmpty ? .unknown : TargetPlatforms(minimums: minimums, isKnown: true)
    }

    /// The platforms, or every platform if they aren't known. If the platforms include ``preferred``, it comes first.
    var all: [Platform] {
        ([preferred] + Platform.allCases.filter { $0 != preferred }).filter { minimums[$0] != nil }
    }

    /// The platforms. Empty if they aren't known.
    var known: Set<Platform> { isKnown ? Set(minimums.keys) : [] }

    /// Returns whether the sources are known to be built for a platform.
    func certainly(includes platform: Platform) -> Bool { isKnown && minimums[platform] != nil }

    /// Returns whether the sources are known to have no platform in common with other sources.
    func isDisjoint(with other: TargetPlatforms) -> Bool {
        isKnown && other.isKnown && Set(minimums.keys).isDisjoint(with: other.minimums.keys)
    }

    /// Removes the platforms that no app is built for, because a library may support platforms that the project's apps
    /// don't. Does nothing if the apps' platforms aren't known, or if no platform would remain.
    mutating func limit(to apps: TargetPlatforms) {
        let common = minimums.filter { apps.minimums[$0.key] != nil }
        guard apps.isKnown, !common.isEmpty else { return }
        minimums = common
        isKnown = true
    }

    /// Adds another target's platforms. For a platform of both targets, keeps the lower minimum version. If either
    /// target's platforms aren't known, the result isn't known.
    mutating func formUnion(_ other: TargetPlatforms) {
        guard isKnown, other.isKnown else {
            let preferred = preferred
            self = .unknown
            self.preferred = preferred
            return
        }
        minimums.merge(other.minimums) { $0.lexicographicallyPrecedes($1) ? $0 : $1 }
    }
}

extension TargetPlatforms {
    /// Creates the platforms from a target's build settings in an Xcode project. The platforms aren't known if a build
    /// configuration's SDKs can't be determined.
    ///
    /// - Parameter configurations: for each build configuration, such as Debug, a function that returns the value of a
    ///   setting, or nil if the value isn't known.
    init(settings configurations: [(String) -> String?]) {
        var minimums: [Platform: [Int]] = [:]
        for setting in configurations {
            let names = setting("SUPPORTED_PLATFORMS") ?? setting("SDKROOT")
            let sdks = names?.split(separator: " ").map { Platform(sdk: String($0)) } ?? []
            guard !sdks.isEmpty, !sdks.contains(nil) else {
                self = .unknown
                return
            }
            for platform in sdks.compactMap(\.self) {
                let version = Self.numbers(setting(Self.deploymentSettings[platform] ?? "") ?? "")
                minimums[platform] =
                    minimums[platform].map { $0.lexicographicallyPrecedes(version) ? $0 : version } ?? version
            }
        }
        self.init(minimums)
    }

    private static let deploymentSettings: [Platform: String] = [
        .iOS: "IPHONEOS_DEPLOYMENT_TARGET", .macOS: "MACOSX_DEPLOYMENT_TARGET", .watchOS: "WATCHOS_DEPLOYMENT_TARGET",
        .tvOS: "TVOS_DEPLOYMENT_TARGET", .visionOS: "XROS_DEPLOYMENT_TARGET",
    ]

    /// Returns the numbers in a version such as `17.2` or `v17_2`. The result is empty if a part isn't a number.
    static func numbers(_ version: String) -> [Int] {
        let parts = version.drop { $0 == "v" }.split { $0 == "." || $0 == "_" }.map { Int($0) }
        return parts.contains(nil) ? [] : parts.compactMap(\.self)
    }
}
