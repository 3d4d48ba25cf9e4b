/// The build settings that `#if` and `#available` conditions depend on: the platform, the flags that are set, and the
/// oldest system version that the code runs on.
struct Configuration: Sendable, Hashable {
    var platform: Platform
    var flags: Set<String>
    /// The oldest system version that the code runs on, such as `[17, 2]`. Empty if it isn't known.
    var minimum: [Int] = []

    /// The platform and the flags, such as `iOS` or `iOS DEBUG`.
    var title: String { ([platform.rawValue] + flags.sorted()).joined(separator: " ") }

    /// Returns whether code under the given conditions is compiled.
    func holds(_ conditions: [Condition]) -> Bool {
        conditions.allSatisfy { holds($0.test) }
    }

    func holds(_ test: Condition.Test) -> Bool {
        switch test {
        case .all(let tests): tests.allSatisfy(holds)
        case .any(let tests): tests.contains(where: holds)
        case .not(let test): !holds(test)
        case .os(let name):
            name == platform.rawValue || name == "xrOS" && platform == .visionOS || name == "OSX" && platform == .macOS
        case .canImport(let module): SystemModules.canImport(module, on: platform)
        case .flag(let flag): flags.contains(flag)
        case .constant(let value): value
        }
    }

    /// Returns whether every system that the code runs on satisfies an `#available` condition. For example, every
    /// system of an app that requires iOS 18 satisfies `#available(iOS 17, *)`. Returns false if the oldest system
    /// version isn't known.
    func alwaysSatisfies(availability condition: String) -> Bool {
        guard let open = condition.firstIndex(of: "("), let close = condition.lastIndex(of: ")"), open < close else {
            return false
        }
        var isListed = false
        for part in condition[condition.index(after: open)..<close].split(separator: ",") {
            let words = part.split { $0 == " " || $0 == "\n" || $0 == "\t" }
            guard words.count == 2,
                words[0] == platform.rawValue || words[0] == platform.rawValue + "ApplicationExtension"
            else { continue }
            isListed = true
            let version = TargetPlatforms.numbers(String(words[1]))
            if minimum.isEmpty || version.isEmpty || minimum.lexicographicallyPrecedes(version) { return false }
        }
        // `*` includes every system of a platform that isn't listed.
        return isListed || !minimum.isEmpty
    }
}
