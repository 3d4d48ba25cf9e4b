// A file that imports SwiftData sees `Date`, `UUID` and the like on Apple's platforms too, and the expansion of `@Model`
// rests on Observation.
@_exported import Foundation
@_exported import Observation
