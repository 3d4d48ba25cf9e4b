import Foundation

/// The check for uses of symbols that the minimum versions of Apple's platforms lack. It reads the index of a compiled
/// unit.
struct SymbolUse {
    let table: AvailabilityTable
    /// The modules of the package and of swift-syntax that the unit may import, in addition to Apple's.
    let importable: Set<String>
    /// The platforms that the unit is checked for.
    let platforms: [ApplePlatform]

    /// Returns the findings in one file, without duplicates.
    func findings(in source: CompiledSource, uses: [IndexStore.Use]) -> [Finding] {
        let scopes = AvailabilityScopes(source.text)
        let lines = SourceLines(source.text)
        let imports = uses.compactMap { use in
            use.symbol.hasPrefix("c:@M@") ? String(use.symbol.dropFirst("c:@M@".count)) : nil
        }
        var seen: Set<Finding> = []
        return uses.filter(\.isReference).compactMap { use in
            guard let message = message(for: use, imports: imports, scopes: scopes, lines: lines) else { return nil }
            let finding = source.finding(line: use.line, column: use.column, message)
            return seen.insert(finding).inserted ? finding : nil
        }
    }

    private func message(
        for use: IndexStore.Use, imports: [String], scopes: AvailabilityScopes, lines: SourceLines
    ) -> String? {
        if use.symbol.hasPrefix("c:@M@") {
            // A macro's expansion may name parts of Foundation that the source doesn't name.
            return lines.names(use.name, line: use.line, column: use.column)
                ? module(String(use.symbol.dropFirst("c:@M@".count))) : nil
        }
        if let entry = table.entries[use.symbol] { return availability(entry, scopes.versions(atLine: use.line)) }
        if use.symbol.contains("15AppleFoundation"), !imports.contains("Foundation") {
            return "'\(use.name)' needs 'import Foundation' in this file"
        }
        if let module = AppleRules.completingModule(of: use.symbol), !imports.contains(module) {
            return
                "'\(use.name)' needs 'import \(module)' in this file: on Apple's platforms Foundation doesn't have the "
                + "members and conformances of its type, such as Codable"
        }
        // A C function whose types differ from glibc's is declared in the Darwin stand-in.
        if use.symbol.hasPrefix("s:6Darwin") { return missing(String(use.name.prefix { $0 != "(" })) }
        return use.symbol.hasPrefix("c:") ? cName(use, imports: imports) : nil
    }

    private func module(_ name: String) -> String? {
        if let versions = AppleRules.newerModules[name] { return "module '\(name)' needs \(versions)" }
        let name = name.split(separator: ".").first.map(String.init) ?? name
        guard !AppleRules.modules.contains(name), !importable.contains(name) else { return nil }
        return "module '\(name)' doesn't exist on Apple platforms, or isn't a dependency in the manifest"
    }

    private func availability(_ entry: AvailabilityTable.Entry, _ known: [String: Version]) -> String? {
        let names = platforms.map(\.rawValue)
        let missing = names.filter(entry.missing.contains)
        if !missing.isEmpty { return "'\(entry.name)' doesn't exist on \(missing.joined(separator: ", "))" }
        // An app for devices may also be built for macOS.
        let newer = (names.contains("macOS") ? names : names + ["macOS"]).filter { name in
            entry.introduced[name].map { $0 > known[name] ?? Version(0) } ?? false
        }
        guard !newer.isEmpty else { return nil }
        let versions = newer.map { name in "\(name) \(entry.introduced[name].map(\.description) ?? "")" }
        return "'\(entry.name)' needs \(versions.joined(separator: ", "))"
    }

    private func missing(_ function: String) -> String? {
        let missing = platforms.filter { AppleRules.missingFunctions[$0]?.contains(function) == true }
        guard !missing.isEmpty else { return nil }
        return "'\(function)' doesn't exist on \(missing.map(\.rawValue).joined(separator: ", "))"
    }

    private func cName(_ use: IndexStore.Use, imports: [String]) -> String? {
        let parts = use.symbol.split(separator: "@").map(String.init)
        guard let name = parts.last.map({ $0.split(separator: "#").first.map(String.init) ?? $0 }) else { return nil }
        if let reason = AppleRules.sqlite[name] { return "'\(name)': \(reason)" }
        if name.hasPrefix("sqlite3") || name.hasPrefix("SQLITE_") { return nil }
        if let message = missing(name) { return message }
        guard !AppleRules.cNames.contains(name) else {
            return imports.contains(where: AppleRules.modulesWithC.contains)
                ? nil : "'\(name)' needs 'import Foundation' or 'import Darwin' in this file"
        }
        return "'\(name)' isn't in the list of C names on Apple platforms (AppleRules.cNames)"
    }
}

/// The lines of a text.
private struct SourceLines {
    private let lines: [Substring.UTF8View]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.utf8)
    }

    /// Returns whether a name is at a location.
    func names(_ name: String, line: Int, column: Int) -> Bool {
        lines.indices.contains(line - 1) && lines[line - 1].dropFirst(column - 1).starts(with: name.utf8)
    }
}
