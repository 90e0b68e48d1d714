/// One value of a row that a query of the user's gave, as it is stored.
package enum QueryValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
}
