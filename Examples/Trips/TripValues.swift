/// The purpose of a trip.
enum TripPurpose: String, Codable, CaseIterable {
    case leisure, business, family
}

/// The means of transport for a trip.
enum Transport: Codable {
    case train, plane, car, bicycle
}

/// The address of a place to stay.
struct Address: Codable {
    var street: String
    var city: String
    var postalCode: String?
    var country: String
}
