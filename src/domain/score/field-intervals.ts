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
  const zSquared = Z * Z
  const center = share + zSquared / (2 * contacts)
  const halfWidth = Z * Math.sqrt((share * (1 - share)) / contacts + zSquared / (4 * contacts * contacts))
  const denominator = 1 + zSquared / contacts
  // At 0 and 1 the bound is exact; the subtraction leaves a rounding error.
  return {
    low: moved === 0 ? 0 : (center - halfWidth) / denominator,
    high: moved === contacts ? 1 : (center + halfWidth) / denominator,
  }
}

/**
 * Ratio of the top part's share of movers to the overall share. The top is part of the total, so the interval comes
 * from the ratio R of the two parts: with w the top's share of contacts, lift = R / (w·R + 1 − w), which is monotonic
 * in R. Source of the interval of R: Katz et al. 1978, on the logarithm; adds 0.5 to each count if one is 0
 * (Walter 1975). Null if one part is empty.
 */
export function topLift(top: MoveCount, remaining: MoveCount): Estimate | null {
  if (top.contacts === 0 || remaining.contacts === 0 || top.moved + remaining.moved === 0) return null
  const contacts = top.contacts + remaining.contacts
  const share = top.contacts / contacts
  const value = top.moved / top.contacts / ((top.moved + remaining.moved) / contacts)
  const correction = top.moved === 0 || remaining.moved === 0 ? 0.5 : 0
  const [a, n, b, m] = [
    top.moved + correction,
    top.contacts + correction,
    remaining.moved + correction,
    remaining.contacts + correction,
  ]
  const logRatio = Math.log(a / n / (b / m))
  const standardError = Math.sqrt(Math.max(0, 1 / a - 1 / n + 1 / b - 1 / m))
  const toLift = (ratio: number) => ratio / (share * ratio + 1 - share)
  // Zero and the maximum lift are exact bounds.
  return {
    value,
    low: top.moved === 0 ? 0 : toLift(Math.exp(logRatio - Z * standardError)),
    high: remaining.moved === 0 ? 1 / share : toLift(Math.exp(logRatio + Z * standardError)),
  }
}

/**
 * Area under the ROC curve by ranks, ties counting half, from the highest chance to the lowest. Source of the
 * interval: Hanley & McNeil 1982. Null without movers or without stayers.
 */
export function areaUnderCurve(levels: readonly MoveCount[]): Estimate | null {
  let movedAbove = 0
  let totalStayers = 0
  let pairs = 0
  for (const level of levels) {
    const stayers = level.contacts - level.moved
    pairs += stayers * (movedAbove + level.moved / 2)
    movedAbove += level.moved
    totalStayers += stayers
  }
  if (movedAbove === 0 || totalStayers === 0) return null
  const value = pairs / (movedAbove * totalStayers)
  const bothMoved = value / (2 - value)
  const bothStayed = (2 * value * value) / (1 + value)
  const variance =
    value * (1 - value) +
    (movedAbove - 1) * (bothMoved - value * value) +
    (totalStayers - 1) * (bothStayed - value * value)
  const standardError = Math.sqrt(Math.max(0, variance) / (movedAbove * totalStayers))
  return { value, low: Math.max(0, value - Z * standardError), high: Math.min(1, value + Z * standardError) }
}
