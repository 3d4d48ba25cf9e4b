import Foundation
import PermafrostTestSupport
import Testing

/// The real stores.
enum Conformance {
    /// Tests over real stores run where these are.
    static let isPresent: ConditionTrait = .enabled(Comment(rawValue: Evidence.stores.reason)) {
        try Evidence.stores.isUsable()
    }

    static func store(_ name: String) -> URL { RealStores.url(name) }
}
