import Foundation
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import SwiftData
@testable import TripsExample
@testable import UsersExample

/// A migration of an example from one version to the last one.
struct ExampleMigration: Sendable, CustomTestStringConvertible {
    /// Two queries: the second returns after the migration what the first returned before it.
    typealias Values = (before: String, after: String)

    var name: String
    var plan: any SchemaMigrationPlan.Type
    var from: Int
    /// The queries for every value and link of the old version.
    var values: [Values]
    /// Fills a store of the old version with the given number of objects of each kind.
    var populate: @Sendable (ModelContext, Int) throws -> Void

    var testDescription: String { "\(name) from \(plan.schemas[from].versionIdentifier)" }

    static let all: [ExampleMigration] = users + posts + trips + cartographer

    /// Returns queries for the same columns of every row, before and after.
    private static func kept(_ columns: String, of table: String) -> Values {
        let query = "SELECT Z_PK, \(columns) FROM \(table) ORDER BY Z_PK"
        return (query, query)
    }

    private static func date(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number) * 1000.25) }

    private static let users = [
        ExampleMigration(
            name: "UsersMigrationPlan", plan: UsersMigrationPlan.self, from: 0,
            values: [
                (
                    "SELECT Z_PK, ZNAME, ZCREATEDAT, NULL FROM ZUSER ORDER BY Z_PK",
                    "SELECT Z_PK, ZNAME, ZCREATEDAT, ZEMAIL FROM ZUSER ORDER BY Z_PK"
                )
            ]
        ) { context, count in
            for number in 0..<count {
                context.insert(
                    UsersSchemaV1.User(
                        name: number.isMultiple(of: 3) ? nil : "Ñandú \(number)",
                        createdAt: number.isMultiple(of: 4) ? nil : date(number)))
            }
        },
        ExampleMigration(
            name: "UsersMigrationPlan", plan: UsersMigrationPlan.self, from: 1,
            values: [kept("ZNAME, ZCREATEDAT, ZEMAIL", of: "ZUSER")]
        ) { context, count in
            for number in 0..<count {
                context.insert(
                    UsersSchemaV2.User(
                        name: "Ñandú \(number)", email: number.isMultiple(of: 3) ? nil : "\(number)@ñ.example",
                        createdAt: number.isMultiple(of: 4) ? nil : date(number)))
            }
        },
    ]

    // MARK: Posts

    private static let posts = [
        postMigration(from: 0, body: "ZBODY", author: "NULL") { context, number in
            context.insert(
                PostsSchemaV1.Post(
                    title: title(number), body: "text 文 \(number)", createdAt: date(number), tags: tags(number)))
        },
        postMigration(from: 1, body: "ZBODY", author: "nullif(trim(ZAUTHORNAME), '')") { context, number in
            context.insert(
                PostsSchemaV2.Post(
                    title: title(number), body: "text 文 \(number)",
                    authorName: [nil, "Ada", " Ada ", "Čapek", "", "  "][number % 6], createdAt: date(number),
                    tags: tags(number)))
        },
        postMigration(
            from: 2, body: "ZCONTENT", author: "(SELECT ZNAME FROM ZAUTHOR a WHERE a.Z_PK = ZAUTHOR)",
            more: [kept("ZNAME", of: "ZAUTHOR")]
        ) { context, number in
            let author = number.isMultiple(of: 3) ? nil : PostsSchemaV3.Author(name: "Čapek \(number)")
            context.insert(
                PostsSchemaV3.Post(
                    title: title(number), content: "text 文 \(number)", author: author, createdAt: date(number),
                    tags: tags(number)))
        },
    ]

    private static func title(_ number: Int) -> String { ["Hello, World!", "Žluťoučký kůň", "¡!"][number % 3] }
    private static func tags(_ number: Int) -> [String] { (0..<number % 4).map { "štítek \($0)" } }

    private static func postMigration(
        from: Int, body: String, author: String, more: [Values] = [],
        insert: @escaping @Sendable (ModelContext, Int) -> Void
    ) -> ExampleMigration {
        let values = "hex(ZID), ZTITLE, ZCREATEDAT, hex(ZTAGS)"
        return ExampleMigration(
            name: "PostsMigrationPlan", plan: PostsMigrationPlan.self, from: from,
            values: [
                (
                    "SELECT Z_PK, \(values), \(body), \(author) FROM ZPOST ORDER BY Z_PK",
                    """
                    SELECT Z_PK, \(values), ZCONTENT, (SELECT ZNAME FROM ZAUTHOR a WHERE a.Z_PK = ZAUTHOR) FROM ZPOST
                    ORDER BY Z_PK
                    """
                ),
                (
                    "SELECT COUNT(*), 0 FROM ZPOST",
                    "SELECT COUNT(DISTINCT ZSLUG), SUM(ZPUBLISHEDAT IS NOT ZCREATEDAT) FROM ZPOST"
                ),
            ] + more
        ) { context, count in
            for number in 0..<count { insert(context, number) }
        }
    }

    // MARK: Trips

    private static let trips = [
        ExampleMigration(
            name: "TripsMigrationPlan", plan: TripsMigrationPlan.self, from: 0,
            values: [
                kept(
                    """
                    ZNAME, ZDESTINATION, ZSTARTDATE, ZENDDATE, ZPURPOSE, ZBUDGET, hex(ZCOVERPHOTO),
                    ZLIVINGACCOMMODATION
                    """, of: "ZTRIP"),
                kept("ZTITLE, ZDETAILS, ZISDONE, ZTRIP", of: "ZBUCKETLISTITEM"),
                kept(
                    "ZNAME, ZSTREET, ZCITY, ZPOSTALCODE, ZCOUNTRY, ZWEBSITE, ZISCONFIRMED, ZTRIP",
                    of: "ZLIVINGACCOMMODATION"),
                (
                    "SELECT COUNT(*), 0, 0 FROM ZTRIP",
                    "SELECT COUNT(*), SUM(ZISPACKED), COUNT(coalesce(ZTRAIN, ZPLANE, ZCAR, ZBICYCLE)) FROM ZTRIP"
                ),
                (
                    "SELECT COUNT(*), 0 FROM ZBUCKETLISTITEM",
                    "SELECT COUNT(ZPRIORITY), SUM(ZPRIORITY <> 0) FROM ZBUCKETLISTITEM"
                ),
                (
                    "SELECT COUNT(*), 0 FROM ZLIVINGACCOMMODATION",
                    "SELECT COUNT(*), COUNT(ZRATING) FROM ZLIVINGACCOMMODATION"
                ),
            ]
        ) { context, count in
            for number in 0..<count {
                let trip = TripsSchemaV1.Trip(
                    name: "Fahrt \(number)", destination: "Ålesund", startDate: date(number), endDate: date(number + 1))
                context.insert(trip)
                trip.purpose = [.leisure, .business, .family][number % 3]
                trip.budget = number.isMultiple(of: 4) ? nil : Decimal(number) / 8
                if number.isMultiple(of: 50) { trip.coverPhoto = Data(repeating: UInt8(number % 256), count: 150_000) }
                if number.isMultiple(of: 2) {
                    let address = Address(street: "Straße \(number)", city: "Ø", postalCode: nil, country: "NO")
                    trip.livingAccommodation = TripsSchemaV1.LivingAccommodation(name: "Hütte", address: address)
                    trip.livingAccommodation?.website = URL(string: "https://example.com/\(number)")
                }
                for item in 0..<number % 3 {
                    trip.bucketList.append(TripsSchemaV1.BucketListItem(title: "Ziel \(item)"))
                }
            }
        }
    ]

    // MARK: Cartographer

    private static let cartographer = [
        ExampleMigration(
            name: "CartographerMigrationPlan", plan: CartographerMigrationPlan.self, from: 0,
            values: [
                kept("ZNAME", of: "ZGROUP"),
                kept(
                    "ZSYMBOL, ZLATITUDE, ZLONGITUDE, ZALTITUDE, ZNAME, ZNOTES, hex(ZID)",
                    of: "ZLOCATION"),
                kept("ZRED, ZGREEN, ZBLUE, ZLENGTHINMETRES, ZNAME, hex(ZID)", of: "ZPATH"),
                kept("ZPOSITION, ZPATH, ZLATITUDE, ZLONGITUDE, ZREACHEDAT", of: "ZWAYPOINT"),
                (
                    "SELECT ZGROUP, Z_PK FROM ZLOCATION WHERE ZGROUP IS NOT NULL ORDER BY 1, 2",
                    "SELECT Z_1GROUPS, Z_2MEMBERLOCATIONS FROM Z_1MEMBERLOCATIONS ORDER BY 1, 2"
                ),
                (
                    "SELECT ZGROUP, Z_PK FROM ZPATH WHERE ZGROUP IS NOT NULL ORDER BY 1, 2",
                    "SELECT Z_1GROUPS1, Z_3MEMBERPATHS FROM Z_1MEMBERPATHS ORDER BY 1, 2"
                ),
                (
                    "SELECT COUNT(*), 0 FROM ZLOCATION", "SELECT COUNT(ZKEYWORDS), COUNT(ZGROUP) FROM ZLOCATION"
                ),
            ]
        ) { context, count in
            let groups = (0..<20).map { CartographerSchemaV1.Group(name: "Gruppe Ä\($0)") }
            for group in groups { context.insert(group) }
            for number in 0..<count {
                let place = Coordinate(
                    latitude: Double(number) / 7, longitude: -Double(number), altitude: number % 2 == 0 ? nil : 8.5)
                let location = CartographerSchemaV1.Location(name: "Ort \(number)", coordinate: place)
                context.insert(location)
                location.notes = number.isMultiple(of: 5) ? "schön" : nil
                location.symbol = [.pin, .flag, .star][number % 3]
                location.group = number.isMultiple(of: 4) ? nil : groups[number % 20]
                let path = CartographerSchemaV1.Path(name: "Weg \(number)")
                context.insert(path)
                path.color = number.isMultiple(of: 2) ? nil : PathColor(red: 0.5, green: 0, blue: 1)
                path.group = number.isMultiple(of: 3) ? nil : groups[(number + 7) % 20]
                for position in 0..<number % 4 {
                    path.waypoints.append(
                        CartographerSchemaV1.Waypoint(position: position, latitude: 1.5, longitude: Double(number)))
                }
            }
        }
    ]
}
