import Foundation
import SwiftData

/// Predicates about a hierarchy, with random constants.
enum HierarchyPredicates {
    struct Constants {
        var number: Int
        var half: Double
        var text: String
        var language: String
        var reason: Travel.Reason
        var standard: Travel.Standard

        init(_ random: inout some RandomNumberGenerator) {
            number = Int.random(in: 0...3, using: &random)
            half = Double(Int.random(in: 0...3, using: &random)) / 2
            text = Samples.text(&random)
            language = ["en", "fr", "a"].randomElement(using: &random) ?? ""
            reason = Travel.Reason.allCases.randomElement(using: &random) ?? .rest
            standard = Travel.Standard.allCases.randomElement(using: &random) ?? .plain
        }
    }

    static func trips(_ constants: Constants) -> [Predicate<Travel.Trip>] {
        classes(constants) + casts(constants) + links(constants)
    }

    private static func classes(_ constants: Constants) -> [Predicate<Travel.Trip>] {
        let (n, s) = (constants.number, constants.text)
        return [
            #Predicate { $0 is Travel.BusinessTrip }, #Predicate { $0 is Travel.Congress },
            #Predicate { !($0 is Travel.PersonalTrip) }, #Predicate { $0.days == n }, #Predicate { $0.name == s },
            #Predicate { $0 is Travel.BusinessTrip && $0.days > n },
            #Predicate { $0 is Travel.BusinessTrip || $0.stops.isEmpty },
            #Predicate { $0 is Travel.Congress ? $0.days > n : $0.name.contains(s) },
        ]
    }

    private static func casts(_ constants: Constants) -> [Predicate<Travel.Trip>] {
        let (n, d, s) = (constants.number, constants.half, constants.text)
        let (reason, standard) = (constants.reason, constants.standard)
        return [
            #Predicate { ($0 as? Travel.BusinessTrip)?.perdiem == d },
            #Predicate { ($0 as? Travel.BusinessTrip)?.perdiem != d },
            #Predicate { ($0 as? Travel.BusinessTrip)?.days == n },
            #Predicate { ($0 as? Travel.Congress)?.badge == nil },
            #Predicate { (($0 as? Travel.Congress)?.badge ?? n) > 20 },
            #Predicate { ($0 as? Travel.BusinessTrip)?.name.contains(s) ?? false },
            #Predicate { ($0 as? Travel.PersonalTrip)?.reason == reason },
            #Predicate { ($0 as? Travel.BusinessTrip)?.standard == standard },
            #Predicate { if let trip = $0 as? Travel.BusinessTrip { trip.perdiem > d } else { $0.days == n } },
            #Predicate { $0 is Travel.BusinessTrip && ($0 as! Travel.BusinessTrip).perdiem > d },
            #Predicate { ($0 as? Travel.BusinessTrip) == nil },
        ]
    }

    private static func links(_ constants: Constants) -> [Predicate<Travel.Trip>] {
        let (n, s, language) = (constants.number, constants.text, constants.language)
        return [
            #Predicate { ($0 as? Travel.BusinessTrip)?.receipts.count == n },
            #Predicate { ($0 as? Travel.BusinessTrip)?.receipts.contains { $0.amount == n } ?? false },
            #Predicate { ($0 as? Travel.BusinessTrip)?.traveler?.name == s },
            #Predicate { ($0 as? Travel.BusinessTrip)?.traveler == nil },
            #Predicate { ($0 as? Travel.Congress)?.host?.name == s },
            #Predicate { $0.traveler is Travel.Guide },
            #Predicate { ($0.traveler as? Travel.Guide)?.language == language },
            #Predicate { $0.stops.count == n },
        ]
    }

    static func businessTrips(_ constants: Constants) -> [Predicate<Travel.BusinessTrip>] {
        let (n, d, s) = (constants.number, constants.half, constants.text)
        return [
            #Predicate { $0.name == s }, #Predicate { $0.days > n }, #Predicate { $0.perdiem == d },
            #Predicate { $0.receipts.isEmpty }, #Predicate { $0.traveler?.name == s },
            #Predicate { $0.stops.count == n }, #Predicate { $0 is Travel.Congress },
            #Predicate { ($0 as? Travel.Congress)?.days == n },
            #Predicate { $0.receipts.contains { $0.trip is Travel.Congress } },
        ]
    }

    static func travelers(_ constants: Constants) -> [Predicate<Travel.Traveler>] {
        let (n, d, language) = (constants.number, constants.half, constants.language)
        return [
            #Predicate { $0.trips.contains { $0 is Travel.BusinessTrip } },
            #Predicate { $0.trips.filter { $0 is Travel.Congress }.count == n },
            #Predicate { $0.trips.contains { ($0 as? Travel.BusinessTrip)?.perdiem == d } },
            #Predicate { $0.trips.allSatisfy { $0.days >= n } },
            #Predicate { $0.favourite is Travel.BusinessTrip },
            #Predicate { ($0.favourite as? Travel.BusinessTrip)?.perdiem == d },
            #Predicate { $0.favourite?.days == n }, #Predicate { $0.hosted.count == n },
            #Predicate { $0 is Travel.Guide }, #Predicate { ($0 as? Travel.Guide)?.language == language },
        ]
    }
}
