import PermafrostSource
@main struct Main { static func main() { print(countStatements("let a = 1; let b = 2")) } }
