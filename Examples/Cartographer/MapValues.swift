/// The symbol of a location on the map.
enum MapSymbol: Int, Codable {
    case pin
    case flag
    case star
}

/// A color with components from 0 to 1.
struct PathColor: Codable {
    var red: Double
    var green: Double
    var blue: Double
}

/// A point on the globe, in degrees.
struct Coordinate: Codable {
    var latitude: Double
    var longitude: Double
    /// The altitude in meters above sea level, if known.
    var altitude: Double?
}
