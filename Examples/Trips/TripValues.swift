/// Why someone travels.
enum TripPurpose: String, Codable, CaseIterable {
    case leisure, business, family
}

/// How someone travels.
enum Transport: Codable {
    case train, plane, car, bicycle
}

/// Where a place to stay is.
struct Address: Codable {
    var street: String
    var city: String
    var postalCode: String?
    var country: String
}
