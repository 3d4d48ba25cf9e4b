import PermafrostModel
public struct StoreWriter { public init(model: SchemaModel, layout: StoreLayout, seed: [UInt8], rowsPerEntity: Int) {}; public func write(to: String) throws {} }
