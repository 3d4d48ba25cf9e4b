import Foundation
import PermafrostTestSupport
import Testing

/// The real stores.
enum Conformance {
    /// Enables tests of real stores only if the stores are available.
    static let isPresent: ConditionTrait = .enabled(Comment(rawValue: Evidence.stores.reason)) {
        try Evidence.stores.isUsable()
    }

    static func store(_ name: String) -> URL { RealStores.url(name) }
}
