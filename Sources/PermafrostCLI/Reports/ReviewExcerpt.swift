import PermafrostModel
import PermafrostProject

/// The part of a review whose JSON fits in the limits of ``ReviewJSON``. If the review is too long, each list has fewer
/// items, and the mildest items are omitted. The items keep their order.
struct ReviewExcerpt {
    private(set) var review: Review

    init(of complete: Review) throws {
        review = complete
        let lists = [complete.plans.count, complete.versions.count, complete.steps.count, complete.remarks.count]
        let nested =
            complete.versions.flatMap { [$0.changes.count, $0.tests.count] }
            + complete.steps.flatMap { [$0.changes.count, $0.tests.count] }
        let longest = (lists + nested).max() ?? 0
        let limits = [ReviewJSON.elementLimit, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1]
        for limit in limits where try limit < longest && !Self.fits(review) {
            review = Self.excerpt(of: complete, limit)
        }
    }

    // MARK: Size

    /// Returns whether a review's JSON is within the limits. Stops at the first item that isn't.
    private static func fits(_ review: Review) throws -> Bool {
        // Leave room for the base and for the keys of the lists.
        var room = ReviewJSON.sizeLimit - 1 << 17
        func fit(_ items: [some Encodable]) throws -> Bool {
            guard items.count <= ReviewJSON.elementLimit else { return false }
            return try items.allSatisfy { item in
                let json = try CanonicalJSON(encoding: ReviewJSON.Truncated(item))
                // Leave room for the separator and the indentation.
                room -= PrintableText.json(json.bytes(.lines)).count + 64
                return room >= 0
            }
        }
        return try fit(review.plans) && fit(review.remarks) && fit(review.versions.map(\.withoutLists))
            && fit(review.steps.map(\.withoutLists)) && fit(review.unchangedSteps)
            && review.versions.allSatisfy { try fit($0.changes) && fit($0.tests) }
            && review.steps.allSatisfy { try fit($0.changes) && fit($0.tests) }
    }

    // MARK: Items

    private static func excerpt(of complete: Review, _ limit: Int) -> Review {
        var review = complete
        review.plans = Array(complete.plans.prefix(limit))
        review.versions = severest(complete.versions, limit) { $0.severity }
        for index in review.versions.indices {
            review.versions[index].changes = severest(review.versions[index].changes, limit) { $0.verdict }
            review.versions[index].tests = Array(review.versions[index].tests.prefix(limit))
        }
        review.steps = severest(complete.steps, limit) { $0.changes.map(\.verdict).max() ?? .nothing }
        for index in review.steps.indices {
            review.steps[index].changes = severest(review.steps[index].changes, limit) { $0.verdict }
            review.steps[index].tests = Array(review.steps[index].tests.prefix(limit))
        }
        review.unchangedSteps = Array(complete.unchangedSteps.prefix(limit))
        review.remarks = severest(complete.remarks, limit) { $0.severity }
        review.omittedCount += complete.itemCount - review.itemCount
        return review
    }

    /// Returns the most severe items in their original order. Of equally severe items, returns the first ones.
    private static func severest<Item>(
        _ items: [Item], _ limit: Int, _ severity: (Item) -> some Comparable
    ) -> [Item] {
        guard items.count > limit else { return items }
        let severities = items.map(severity)
        let order = items.indices.sorted { left, right in
            severities[left] == severities[right] ? left < right : severities[left] > severities[right]
        }
        return order.prefix(limit).sorted().map { items[$0] }
    }
}

extension ReviewVersion {
    fileprivate var withoutLists: Self {
        var version = self
        (version.changes, version.tests) = ([], [])
        return version
    }

    /// The most severe verdict on the version or any of its changes.
    fileprivate var severity: ReviewChange.Verdict {
        let own: ReviewChange.Verdict =
            drift != nil ? .drift : isUndeclared || [.replaced, .removed].contains(freeze) ? .losesData : .nothing
        return changes.reduce(own) { max($0, $1.verdict) }
    }
}

extension ReviewStep {
    fileprivate var withoutLists: Self {
        var step = self
        (step.changes, step.tests) = ([], [])
        return step
    }
}
