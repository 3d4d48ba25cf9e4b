import PermafrostSource
import Testing

/// The comparison of stores' locations.
@Suite struct StorePlaceTests {
    private static let pairs: [(StorePlace, StorePlace, Bool?, StorePlace.Relation)] = [
        (.named("A", in: .home), .named("A", in: .home), true, .same),
        (.named("A", in: .home), .named("A", in: .home), false, .different),
        (.named("A", in: .home), .named("A", in: .home), nil, .unknown),
        (.named("A", in: .home), .named("B", in: .home), true, .different),
        (.named("A", in: .group("g")), .named("A", in: .group("g")), false, .same),
        (.named("A", in: .group("g")), .named("A", in: .group("h")), true, .different),
        (.named("A", in: .group("g")), .named("A", in: .home), true, .different),
        (.named(nil), .named(nil), true, .same), (.named(nil), .named(nil), false, .unknown),
        (.named(nil), .named(nil, in: .home), true, .unknown),
        (.named(nil), .named("A", in: .home), true, .different),
        (
            StorePlace(root: .unknown, path: ["a.store"]), StorePlace(root: .unknown, path: ["b.store"]), true,
            .different
        ),
        (StorePlace(root: .unknown, path: ["a.store"]), StorePlace(root: .unknown, path: ["a.store"]), true, .unknown),
        (.unknown, .named("A", in: .home), true, .unknown),
        (StorePlace(root: .constant("x"), path: []), StorePlace(root: .constant("x"), path: []), true, .same),
        (StorePlace(root: .constant("x"), path: []), StorePlace(root: .constant("y"), path: []), true, .unknown),
    ]

    @Test(arguments: pairs)
    func relations(_ left: StorePlace, _ right: StorePlace, _ sharesProcess: Bool?, _ expected: StorePlace.Relation) {
        #expect(left.relation(to: right, sharesProcess: sharesProcess) == expected)
        #expect(right.relation(to: left, sharesProcess: sharesProcess) == expected)
    }

    private static let names: [(StorePlace, String?)] = [
        (.named(nil), nil), (.named("User"), "User"), (.named("../x y"), "Store__x_y"),
        (StorePlace(root: .unknown, path: ["1.0.0"]), "Store_1_0"), (.unknown, nil),
        (StorePlace(root: .unknown, path: ["trips"]), "trips"),
    ]

    @Test(arguments: names)
    func groupNames(_ place: StorePlace, _ expected: String?) {
        #expect(place.groupName == expected)
    }

    @Test func aConstantDeterminesALocation() {
        #expect(StorePlace(root: .constant("x")).isKnown)
        #expect(!StorePlace.unknown.isKnown && !StorePlace(root: .unknown, path: ["a.store"]).isKnown)
    }

    @Test func theDefaultStoreIsInTheAppGroup() {
        #expect(StorePlace.named(nil).resolved(appGroup: "g") == .named(nil, in: .group("g")))
        #expect(StorePlace.named(nil).resolved(appGroup: nil) == .named(nil, in: .home))
        #expect(StorePlace.named(nil, in: .home).resolved(appGroup: "g") == .named(nil, in: .home))
    }
}
