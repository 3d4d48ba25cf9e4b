// Declarations of another module with the same names as Permafrost's. Apps and frameworks can have such declarations:
// RealityKit has a `Transform`, and many apps have a `Stage` or a `Fixture`.

public struct Stage { public init() {} }
public struct Assertion { public init() {} }
public struct Assert { public init() {} }
public struct Rename { public init() {} }
public struct Backfill { public init() {} }
public struct Transform { public init() {} }
public struct Split { public init() {} }
public struct Merge { public init() {} }
public struct Reconnect { public init() {} }
public struct Deduplicate { public init() {} }
public struct DeleteAll { public init() {} }
public struct DeleteWhere { public init() {} }
public struct CustomOperation { public init() {} }
public struct Migration { public init() {} }
public struct Fixture { public init() {} }
public struct MigrationPlan { public init() {} }

public func fixture(_ name: String) -> Fixture { Fixture() }
public func seed(_ count: Int) {}
public func migrate(_ fixture: Fixture) {}
