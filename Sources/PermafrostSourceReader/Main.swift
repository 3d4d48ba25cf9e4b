import Foundation
import PermafrostDeclarations

@main enum Main { static func main() {} }
