/// How relationships that name no inverse get one: by the rules of Apple's frameworks, which differ by version.
///
/// An `inverse:` on one side sets both, whatever the other side's `@Relationship` says. Otherwise two relationships are
/// each other's inverse if each is the only candidate of the other: a relationship to the other's entity that no `inverse:`
/// claims. The rules say what else a candidate has to be. (Source: hashes of Apple's framework; the mapping's specification
/// names them. The inverse's name is part of the version hash, so inference decides which stores are recognised.)
package enum InverseRules: Sendable, Hashable {
    /// Those of the frameworks of iOS 26, which every fixture follows: a to-one that is not optional is no candidate, and
    /// a side that has a `@Relationship` without an inverse gets none.
    case current
    /// Those of the frameworks up to 1419 (iOS 17 and 18): a to-one that is not optional is no candidate.
    case upTo1419

    /// A relationship as its class declares it.
    package struct Side: Sendable, Hashable {
        /// The class that declares it, as any number that is one a class.
        package var owner: Int
        /// The class that it refers to.
        package var destination: Int
        /// Whether it refers to exactly one row: a to-one that is not optional.
        package var isRequiredToOne: Bool
        /// Whether it has a `@Relationship`.
        package var hasMacro: Bool
        /// Whether its `@Relationship` names an inverse.
        package var namesInverse: Bool
        /// The relationship that it names as its inverse, as an index; nil also if there is no such relationship.
        package var namedInverse: Int?

        /// A relationship.
        package init(
            owner: Int, destination: Int, isRequiredToOne: Bool, hasMacro: Bool, namesInverse: Bool,
            namedInverse: Int? = nil
        ) {
            self.owner = owner
            self.destination = destination
            self.isRequiredToOne = isRequiredToOne
            self.hasMacro = hasMacro
            self.namesInverse = namesInverse
            self.namedInverse = namedInverse
        }
    }

    /// What the rules make of the relationships of a schema; indexes are those of the sides.
    package struct Result: Sendable, Hashable {
        /// The inverse of each side.
        package var inverses: [Int?]
        /// Sides that more than one other names as its inverse, with those that do.
        package var contested: [Int: [Int]] = [:]
        /// Sides that stay without an inverse because there are several candidates, with those of the other side.
        package var ambiguous: [Int: [Int]] = [:]
        /// Sides whose result no hash of Apple's framework proves.
        package var unproven: [Int: Doubt] = [:]
    }

    /// Why a result is not proven.
    package enum Doubt: Sendable, Hashable {
        /// The relationship refers to its own entity and names no inverse.
        case ownEntity
        /// There are several candidates, and only without those that have a `@Relationship` is there one on each side.
        case severalCandidates
    }

    /// The inverses of the relationships of a schema.
    package func inverses(of sides: [Side]) -> Result {
        var result = Result(inverses: Array(repeating: nil, count: sides.count))
        let claimed = setNamed(sides, &result)
        infer(sides.indices.filter { !sides[$0].namesInverse && !claimed.contains($0) }, sides, &result)
        return result
    }

    /// Sets the inverses that declarations name. Returns the sides that have one by that.
    private func setNamed(_ sides: [Side], _ result: inout Result) -> Set<Int> {
        var claimed: Set<Int> = []
        for (index, side) in sides.enumerated() {
            guard let back = side.namedInverse else { continue }
            result.inverses[index] = back
            claimed.insert(index)
            // The other side may name its own inverse, which then counts for it.
            guard !sides[back].namesInverse else { continue }
            if claimed.contains(back) {
                result.contested[back] = sides.indices.filter { sides[$0].namedInverse == back }
            } else {
                result.inverses[back] = index
                claimed.insert(back)
            }
        }
        return claimed
    }

    private struct Direction: Hashable {
        var from: Int
        var to: Int
    }

    private func infer(_ free: [Int], _ sides: [Side], _ result: inout Result) {
        func direction(_ index: Int) -> Direction { Direction(from: sides[index].owner, to: sides[index].destination) }
        let candidates = Dictionary(grouping: free.filter { !sides[$0].isRequiredToOne }, by: direction)
        for index in free where !sides[index].isRequiredToOne {
            let ownDirection = direction(index)
            let ours = candidates[ownDirection] ?? []
            // Two relationships of an entity to itself are taken for a pair, one alone has no inverse. [A]
            let isOwn = ownDirection.from == ownDirection.to
            let back = Direction(from: ownDirection.to, to: ownDirection.from)
            let theirs = isOwn ? ours.filter { $0 != index } : candidates[back] ?? []
            if isOwn { result.unproven[index] = .ownEntity }
            guard !theirs.isEmpty else { continue }
            if theirs.count == 1, ours.count == (isOwn ? 2 : 1) {
                if infers(sides[index], sides[theirs[0]]) { result.inverses[index] = theirs[0] }
            } else {
                result.ambiguous[index] = theirs
                if self == .current, ours.count(where: { !sides[$0].hasMacro }) == 1,
                    theirs.count(where: { !sides[$0].hasMacro }) == 1
                {
                    result.unproven[index] = result.unproven[index] ?? .severalCandidates
                }
            }
        }
    }

    /// Whether two sides, each the only candidate of the other, are inverses.
    private func infers(_ side: Side, _ other: Side) -> Bool { self != .current || !side.hasMacro && !other.hasMacro }
}

extension FrameworkVariant {
    /// The variants of a schema: what other frameworks than the newest infer. Sides are named as entity and property.
    package static func variants(
        of sides: [InverseRules.Side], named names: [(entity: String, property: String)]
    ) -> [FrameworkVariant] {
        let newest = InverseRules.current.inverses(of: sides).inverses
        let older = InverseRules.upTo1419.inverses(of: sides).inverses
        var inverses: [String: [String: String]] = [:]
        for (index, inverse) in older.enumerated() where inverse != newest[index] {
            guard let inverse else { continue }
            inverses[names[index].entity, default: [:]][names[index].property] = names[inverse].property
        }
        return inverses.isEmpty ? [] : [FrameworkVariant(framework: .upTo1419, inverses: inverses)]
    }
}
