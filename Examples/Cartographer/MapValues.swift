/// How a location is drawn on the map.
enum MapSymbol: Int, Codable {
    case pin
    case flag
    case star
}

/// A colour, each part from 0 to 1.
struct PathColor: Codable {
    var red: Double
    var green: Double
    var blue: Double
}

/// A point on the globe, in degrees.
struct Coordinate: Codable {
    var latitude: Double
    var longitude: Double
    /// Metres above sea level, where known.
    var altitude: Double?
}
