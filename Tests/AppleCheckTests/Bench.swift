import AppleCheck
import Foundation

/// The package's modules for apps, compiled once for all faults.
struct Bench: Sendable {
    /// The repository's folder.
    static let repository = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    /// A folder that is kept between runs, so that stand-ins are compiled once.
    static let scratch = repository + "/.build/check-apple-tests"

    let session: CheckSession
    private let units: [CheckUnit]
    private let reachable: [String: Set<String>]

    private static let prepared = Result { try Bench() }

    static func shared() throws -> Bench { try prepared.get() }

    private init() throws {
        let toolchain = try Toolchain()
        let plan = try ManifestPlan(repository: Self.repository, scratch: Self.scratch, toolchain: toolchain)
        session = try CheckSession(repository: Self.repository, scratch: Self.scratch, toolchain: toolchain)
        units = plan.units + plan.plugins
        reachable = CheckSession.reachable(units)
        let needed = (reachable["PermafrostTesting"] ?? []).union(["PermafrostTesting", "PermafrostInspect"])
        _ = try session.check(units.filter { needed.contains($0.name) })
    }

    /// Returns a module or a plugin of the package.
    func unit(_ name: String) throws -> CheckUnit {
        guard let unit = units.first(where: { $0.name == name }) else { throw Missing(unit: name) }
        return unit
    }

    /// Returns the findings in a unit, which is compiled for the first of its platforms.
    func check(_ unit: CheckUnit) throws -> [Finding] {
        try session.recheck(unit, for: unit.platforms, importing: reachable[unit.name] ?? [])
    }

    /// Returns the findings in code that is added in a place.
    func check(_ code: String, in place: Fault.Place) throws -> [Finding] {
        let source = CheckUnit.Source(path: "Added.swift", text: code + "\n")
        switch place {
        case .module(let name):
            var unit = try unit(name)
            unit.sources.append(source)
            return try check(unit).filter { $0.file == source.path }
        case .app:
            let unit = CheckUnit(name: "App", sources: [source])
            return try session.recheck(
                unit, for: unit.platforms,
                importing: (reachable["PermafrostTesting"] ?? []).union(["PermafrostTesting"]))
        }
    }

    struct Missing: Error {
        let unit: String
    }
}
