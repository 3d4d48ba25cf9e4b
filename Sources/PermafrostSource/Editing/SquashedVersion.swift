import PermafrostModel
import SwiftSyntax

import struct PermafrostModel.SourceLocation

/// The parts of an old version's classes that remain: the parts that stores need, those that other code may use, and
/// those that these parts use.
struct SquashedVersion {
    let classes: [SquashedClass]
    /// The remaining parts without stored data, with the reasons.
    private(set) var kept: [SyntaxIdentifier: SquashDraft.Reason] = [:]
    /// Whether the classes keep their conformances to protocols.
    private(set) var keepsConformances = false
    /// Whether code outside of the classes mentions one of them.
    private let isOpened: Bool
    private var names: MentionedNames

    /// Finds the remaining parts.
    ///
    /// - Parameters:
    ///   - uses: the code outside of the classes.
    ///   - protocols: the requirements of the project's protocols.
    /// - Throws: `UnreadableFile` if a file can't be read or parsed.
    init(_ classes: [SquashedClass], _ uses: VersionUses, _ protocols: ProtocolRequirements) throws {
        self.classes = classes
        names = uses.names
        isOpened = classes.contains { uses.names.contains($0.name) }
        for found in classes {
            for item in found.stored { names.add(Syntax(item), in: found.file) }
        }
        keepUsedParts()
        let conformances = classes.flatMap(\.protocols)
        guard !conformances.isEmpty else { return }
        keepsConformances = try isOpened || hasCode || protocols.areCast(conformances)
        guard keepsConformances else { return }
        for found in classes {
            for name in found.protocols { try keep(found, name, protocols) }
        }
        keepUsedParts()
    }

    /// Returns whether the class's initializers remain as they are.
    func keepsInitializers(of found: SquashedClass) -> Bool {
        found.parts.contains { $0.kind == .initializer && kept[$0.id] != nil }
    }

    private var hasCode: Bool {
        classes.contains { $0.parts.contains { $0.kind != .declaration && kept[$0.id] != nil } }
    }

    private mutating func keep(_ part: SquashedClass.Part, _ reason: SquashDraft.Reason) {
        guard kept[part.id] == nil else { return }
        kept[part.id] = reason
        names.add(Syntax(part.item), in: part.file)
    }

    /// Keeps the parts that the code outside of the classes or the remaining parts may use.
    private mutating func keepUsedParts() {
        var count = -1
        while count != kept.count {
            count = kept.count
            for found in classes {
                for part in found.parts where kept[part.id] == nil {
                    let place = part.names.lazy.compactMap { [names] name in names.locations[name] }.first
                    switch part.kind {
                    case .code, .declaration: if let place { keep(part, .mentioned(place)) }
                    case .unnamed:
                        let isUsed = place != nil || isOpened || hasCode
                        if isUsed { keep(part, place.map { .mentioned($0) } ?? .mayBeUsed) }
                    case .deinitializer: keep(part, .mayBeUsed)
                    case .initializer: break
                    }
                }
            }
            keepUsedInitializers()
        }
    }

    /// Keeps the initializers of the hierarchies in which code may use one. The initializers of a hierarchy call each
    /// other, so that all or none of them remain.
    private mutating func keepUsedInitializers() {
        let byName = Dictionary(classes.map { ($0.name, $0) }) { first, _ in first }
        func root(_ found: SquashedClass) -> String {
            var (name, seen) = (found.name, Set<String>())
            while let parent = byName[name]?.parent, seen.insert(name).inserted { name = parent }
            return name
        }
        let ids = Set(kept.keys)
        for (root, hierarchy) in Dictionary(grouping: classes, by: root) {
            // An initializer of a class that isn't changed can call those of its parent, and the reverse.
            let isComplete =
                byName[root] != nil
                && !hierarchy.contains { found in
                    found.parts.contains { $0.kind == .initializer && kept[$0.id] != nil }
                }
            let isUsed = hierarchy.contains { found in
                names.calls[found.name] != nil || found.needsInitializer(keeping: ids)
            }
            let isUnnamed = names.mentionsInitializer && (isOpened || hasCode)
            guard !isComplete || isUsed || isUnnamed else { continue }
            for found in hierarchy {
                for part in found.parts where part.kind == .initializer {
                    keep(part, names.calls[found.name].map { .mentioned($0) } ?? .mayBeUsed)
                }
            }
        }
    }

    /// Keeps the members that a protocol may require.
    private mutating func keep(_ found: SquashedClass, _ name: String, _ protocols: ProtocolRequirements) throws {
        let required = try protocols.names(of: name)
        for part in found.parts {
            let isRequired =
                required.map { part.kind == .initializer ? $0.contains("init") : !$0.isDisjoint(with: part.names) }
                ?? true
            if isRequired { keep(part, .required(by: name)) }
        }
    }
}
