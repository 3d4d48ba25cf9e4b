import Foundation
import PermafrostStore
import SwiftData

/// A protocol for accessing the content of an optional whose wrapped type is known only at run time.
protocol OptionalValue {
    static var wrapped: Any.Type { get }
    var content: Any? { get }
}
