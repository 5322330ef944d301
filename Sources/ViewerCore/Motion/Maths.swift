internal import Glibc

/// The transcendental functions of the core, in one place: the only C that it calls, all of it pure.
package enum Maths {
  package static func exponential(_ value: Double) -> Double { exp(value) }

  package static func logarithm(_ value: Double) -> Double { log(value) }

  package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
