import Foundation

/// The symbols that the minimum versions of Apple's platforms lack, keyed by identifier.
///
/// Most entries come from the toolchain: its modules contain the availability of every declaration on Apple's
/// platforms, and symbol graphs show it. The same applies to SwiftData's stand-in. ``AppleRules`` has the remaining
/// entries.
struct AvailabilityTable: Sendable {
    /// A symbol that needs newer platform versions, or that some platforms lack.
    struct Entry: Sendable, Equatable {
        /// The symbol's name: `Foundation.FileManager.homeDirectoryForCurrentUser`.
        let name: String
        /// The first version of each platform that has it, for platforms where the minimum version lacks it.
        let introduced: [String: Version]
        /// The platforms that don't have it.
        let missing: [String]
    }

    private(set) var entries: [String: Entry] = [:]

    /// The modules whose availability is read.
    private static let modules = [
        "Swift", "_Concurrency", "_StringProcessing", "RegexBuilder", "Synchronization", "Observation", "Foundation",
        "FoundationEssentials", "FoundationInternationalization", "FoundationXML", "Dispatch",
    ]

    /// Creates an empty table.
    init() {}

    /// Reads the toolchain's modules, or the result of an earlier run if nothing changed.
    ///
    /// - Parameter folder: the folder for the result.
    init(toolchain: Toolchain, in folder: String) throws {
        var digest = StableHash()
        digest.combine(toolchain.version)
        digest.combine(toolchain.root)
        digest.combine((AppleRules.macOnly.union(AppleRules.servedByOlder)).sorted().joined(separator: " "))
        let file = "\(folder)/availability-\(digest.text).tsv"
        if let text = try? String(contentsOfFile: file, encoding: .utf8), let table = Self(text) {
            self = table
            return
        }
        let tables = try Parallel.map(Self.modules) { module in
            try Self(module: module, arguments: [], toolchain: toolchain, in: "\(folder)/symbols-\(module)")
        }
        for table in tables { merge(table) }
        do {
            try text.write(toFile: file, atomically: true, encoding: .utf8)
        } catch {
            throw CheckFailure("can't write \(file): \(error.localizedDescription)")
        }
    }

    /// Reads the symbol graphs of one module.
    ///
    /// - Parameters:
    ///   - arguments: the search paths of the module, and the minimum access level of its symbols.
    ///   - folder: a folder for this module's symbol graphs.
    init(module: String, arguments: [String], toolchain: Toolchain, in folder: String) throws {
        let files = FileManager.default
        do {
            try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw CheckFailure("can't create \(folder): \(error.localizedDescription)")
        }
        defer { try? files.removeItem(atPath: folder) }
        let run = try CommandRun(
            toolchain.program("swift-symbolgraph-extract"),
            ["-module-name", module, "-target", toolchain.target, "-output-dir", folder, "-skip-synthesized-members"]
                + (arguments.contains("-minimum-access-level") ? [] : ["-minimum-access-level", "public"]) + arguments,
            in: folder)
        guard run.status == 0 else {
            throw CheckFailure("can't extract the symbol graph of \(module): \(run.errors.firstLine)")
        }
        for name in try files.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".symbols.json") {
            guard let data = files.contents(atPath: folder + "/" + name) else { continue }
            let graph: SymbolGraph
            do {
                graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
            } catch {
                throw CheckFailure("can't decode the symbol graph of \(module): \(error)")
            }
            for symbol in graph.symbols {
                // On Apple platforms Foundation is one module.
                let owner = module.hasPrefix("Foundation") ? "Foundation" : module
                let name = ([owner] + symbol.pathComponents).joined(separator: ".")
                if let entry = Entry(name, symbol.availability ?? []) { entries[symbol.identifier.precise] = entry }
            }
        }
    }

    /// Adds the entries of another table. Doesn't replace existing entries.
    mutating func merge(_ table: AvailabilityTable) {
        entries.merge(table.entries) { first, _ in first }
    }

    // MARK: Cached file

    private init?(_ text: String) {
        for line in text.split(separator: "\n") {
            let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard columns.count == 4 else { return nil }
            var introduced: [String: Version] = [:]
            for item in columns[2].split(separator: ",") {
                let parts = item.split(separator: " ")
                let numbers = parts.last?.split(separator: ".").compactMap { Int($0) } ?? []
                guard parts.count == 2, let major = numbers.first else { return nil }
                introduced[String(parts[0])] = Version(major, numbers.count > 1 ? numbers[1] : 0)
            }
            entries[columns[0]] = Entry(
                name: columns[1], introduced: introduced, missing: columns[3].split(separator: ",").map(String.init))
        }
    }

    private var text: String {
        entries.sorted { $0.key < $1.key }.map { key, entry in
            let versions = entry.introduced.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return
                "\(key)\t\(entry.name)\t\(versions.joined(separator: ","))\t\(entry.missing.joined(separator: ","))\n"
        }.joined()
    }
}

extension AvailabilityTable.Entry {
    /// Creates the entry of a symbol; nil if the minimum versions have it.
    fileprivate init?(_ name: String, _ availability: [SymbolGraph.Availability]) {
        guard !AppleRules.servedByOlder.contains(name) else { return nil }
        var introduced: [String: Version] = [:]
        var missing: [String] = []
        for item in availability {
            guard let platform = item.domain, let minimum = AppleRules.minimums[platform] else { continue }
            if item.isUnconditionallyUnavailable == true { missing.append(platform) }
            if let version = item.introduced.map({ Version($0.major, $0.minor ?? 0) }), version > minimum {
                introduced[platform] = version
            }
        }
        let isMacOnly = AppleRules.macOnly.contains { name == $0 || name.hasPrefix($0 + ".") }
        if isMacOnly { missing += ["iOS", "tvOS", "watchOS", "visionOS"].filter { !missing.contains($0) } }
        guard !introduced.isEmpty || !missing.isEmpty else { return nil }
        self.init(name: name, introduced: introduced, missing: missing.sorted())
    }
}

/// The part of a symbol graph that contains availability.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        let identifier: Identifier
        let pathComponents: [String]
        let availability: [Availability]?
    }

    struct Identifier: Decodable {
        let precise: String
    }

    struct Availability: Decodable {
        struct Number: Decodable {
            let major: Int
            let minor: Int?
        }

        let domain: String?
        let introduced: Number?
        let isUnconditionallyUnavailable: Bool?
    }

    let symbols: [Symbol]
}
