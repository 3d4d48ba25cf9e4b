import Permafrost

/// Why there is no fixture to test with: ``Permafrost/FixtureError``, which needs no import of Permafrost here.
public typealias FixtureError = Permafrost.FixtureError

/// What differs between a declared version and its frozen form: ``Permafrost/DriftReport``, which needs no import of
/// Permafrost here.
public typealias DriftReport = Permafrost.DriftReport
