/** Bounds of a 95% interval. */
export type Interval = { low: number; high: number }
export type Estimate = Interval & { value: number }

/** Number of contacts and how many of them moved. */
export type MoveCount = { contacts: number; moved: number }

/** Two-sided 95% quantile of the normal distribution. */
const Z = 1.959963984540054

/**
 * Interval of a share by the score method; stays within 0 to 1 and works for small and rare counts. Source: Wilson
 * 1927; Newcombe 1998, method 3.
 */
export function wilsonInterval(moved: number, contacts: number): Interval {
  if (contacts === 0) return { low: 0, high: 1 }
  const share = moved / contacts
  const squared = Z * Z
  const middle = share + squared / (2 * contacts)
  const halfWidth = Z * Math.sqrt((share * (1 - share)) / contacts + squared / (4 * contacts * contacts))
  const whole = 1 + squared / contacts
  // At 0 and 1 the bound is exact; the subtraction leaves a rounding error.
  return {
    low: moved === 0 ? 0 : (middle - halfWidth) / whole,
    high: moved === contacts ? 1 : (middle + halfWidth) / whole,
  }
}

/**
 * Ratio of the top part's share of movers to the overall share. The top is part of the whole, so the interval comes
 * from the ratio R of top to rest: with w the top's share of contacts, lift = R / (w·R + 1 − w), which is monotonic
 * in R. Source of the interval of R: Katz et al. 1978, on the logarithm; a half is added to each count if one is 0
 * (Walter 1975). Null without a rest.
 */
export function topLift(top: MoveCount, rest: MoveCount): Estimate | null {
  if (top.contacts === 0 || rest.contacts === 0 || top.moved + rest.moved === 0) return null
  const contacts = top.contacts + rest.contacts
  const share = top.contacts / contacts
  const value = top.moved / top.contacts / ((top.moved + rest.moved) / contacts)
  const correction = top.moved === 0 || rest.moved === 0 ? 0.5 : 0
  const [a, n, b, m] = [
    top.moved + correction,
    top.contacts + correction,
    rest.moved + correction,
    rest.contacts + correction,
  ]
  const log = Math.log(a / n / (b / m))
  const error = Math.sqrt(Math.max(0, 1 / a - 1 / n + 1 / b - 1 / m))
  const carried = (ratio: number) => ratio / (share * ratio + 1 - share)
  // Zero and the maximum lift are bounds themselves.
  return {
    value,
    low: top.moved === 0 ? 0 : carried(Math.exp(log - Z * error)),
    high: rest.moved === 0 ? 1 / share : carried(Math.exp(log + Z * error)),
  }
}

/**
 * Area under the ROC curve by ranks, ties counting half, from the highest chance to the lowest. Source of the
 * interval: Hanley & McNeil 1982. Null without movers or without stayers.
 */
export function areaUnderCurve(levels: readonly MoveCount[]): Estimate | null {
  let movedAbove = 0
  let stayed = 0
  let pairs = 0
  for (const level of levels) {
    const staying = level.contacts - level.moved
    pairs += staying * (movedAbove + level.moved / 2)
    movedAbove += level.moved
    stayed += staying
  }
  if (movedAbove === 0 || stayed === 0) return null
  const value = pairs / (movedAbove * stayed)
  const bothMoved = value / (2 - value)
  const bothStayed = (2 * value * value) / (1 + value)
  const variance =
    value * (1 - value) +
    (movedAbove - 1) * (bothMoved - value * value) +
    (stayed - 1) * (bothStayed - value * value)
  const error = Math.sqrt(Math.max(0, variance) / (movedAbove * stayed))
  return { value, low: Math.max(0, value - Z * error), high: Math.min(1, value + Z * error) }
}
