/// The rules that Apple's frameworks use to determine the inverse of a relationship. The rules depend on the
/// framework's version.
///
/// - An `inverse:` on one side sets both sides, even if the other side has a `@Relationship` macro. However, if the
///   other side has its own `inverse:`, it keeps that inverse.
/// - Without an `inverse:`, two relationships are inverses if each is the other's only candidate. A relationship's
///   candidates are the relationships from its destination back to its entity, except for those whose inverse is
///   already set by an `inverse:`. The cases of this type add further conditions.
///
/// These rules were derived from version hashes that Apple's frameworks computed. The inverse's name is part of the
/// version hash, so the inferred inverse determines which stores are recognized.
package enum InverseRules: Sendable, Hashable {
    /// The rules of the iOS 26 frameworks. All fixtures follow these rules. A to-one relationship that isn't optional
    /// can't be a candidate. No inverse is inferred if either relationship has a `@Relationship`.
    case current
    /// The rules of the framework versions up to 1419 (iOS 17 and 18). A to-one relationship that isn't optional can't
    /// be a candidate.
    case upTo1419

    /// A relationship, with the parts of its declaration that affect the rules.
    package struct Side: Sendable, Hashable {
        /// A number that identifies the class that declares the relationship.
        package var owner: Int
        /// A number that identifies the class that the relationship refers to.
        package var destination: Int
        /// Whether the relationship is a required to-one relationship, which refers to exactly one row.
        package var isRequiredToOne: Bool
        /// Whether the relationship has a `@Relationship` macro.
        package var hasMacro: Bool
        /// Whether the `@Relationship` macro declares an inverse.
        package var namesInverse: Bool
        /// The index of the declared inverse in the list of sides. Nil if no inverse is declared, or if the declared
        /// relationship doesn't exist.
        package var namedInverse: Int?

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

    /// The inverses of a schema's relationships. Indexes refer to the list of sides.
    package struct Result: Sendable, Hashable {
        /// The inverse of each side, or nil if the side has none.
        package var inverses: [Int?]
        /// The relationships that declare the same side as their inverse, keyed by that side. Leaves out a side that
        /// declares its own inverse.
        package var contested: [Int: [Int]] = [:]
        /// The sides that have no inverse because there are several candidates in at least one direction. The values
        /// are the candidates for the side's inverse.
        package var ambiguous: [Int: [Int]] = [:]
        /// The sides whose result isn't verified with a hash of Apple's framework. The values are the reasons.
        package var unproven: [Int: Doubt] = [:]
    }

    /// The reason that a result isn't verified.
    package enum Doubt: Sendable, Hashable {
        /// The relationship refers to its own entity and doesn't declare an inverse.
        case ownEntity
        /// There are several candidates, but each side has only one candidate without a `@Relationship`.
        case severalCandidates
    }

    /// Returns the inverses of a schema's relationships.
    package func inverses(of sides: [Side]) -> Result {
        var result = Result(inverses: Array(repeating: nil, count: sides.count))
        let claimed = setNamed(sides, &result)
        infer(sides.indices.filter { !sides[$0].namesInverse && !claimed.contains($0) }, sides, &result)
        return result
    }

    /// Sets the declared inverses, and returns the sides that received one.
    private func setNamed(_ sides: [Side], _ result: inout Result) -> Set<Int> {
        var claimed: Set<Int> = []
        for (index, side) in sides.enumerated() {
            guard let back = side.namedInverse else { continue }
            result.inverses[index] = back
            claimed.insert(index)
            // If the other side declares its own inverse, that declaration takes precedence.
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
            // `HashRule.ownEntity`: assume that two relationships of an entity to itself are a pair, and that a single
            // one has no inverse.
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

    /// Returns whether the framework infers that two sides are inverses. The current framework doesn't if either side
    /// has a `@Relationship`.
    ///
    /// - Precondition: Each side is the other's only candidate.
    private func infers(_ side: Side, _ other: Side) -> Bool { self != .current || !side.hasMacro && !other.hasMacro }
}

extension FrameworkVariant {
    /// Returns the variants of a schema, with the inverses that only older frameworks infer. Returns an empty array if
    /// all frameworks infer the same inverses.
    ///
    /// - Parameters:
    ///   - sides: the schema's relationships.
    ///   - names: the entity and property of each side, in the same order.
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
