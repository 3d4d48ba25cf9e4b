import Foundation
import Permafrost
import PermafrostStore

/// An error with a complete description, which ``ErrorText`` uses unchanged.
protocol WordedError: Error, CustomStringConvertible {}
