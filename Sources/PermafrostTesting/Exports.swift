@_exported import PermafrostFreezing
