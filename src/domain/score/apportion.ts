/**
 * Splits `total` (a whole number ≥ 0) in proportion to `weights` (≥ 0) by largest remainder, into whole numbers that
 * sum to `total`. Ties go to the earlier entry; if all weights are 0, the first entry gets everything.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  let sum = 0
  for (const weight of weights) sum += weight
  if (weights.length <= 1 || !(sum > 0)) return weights.map((_, i) => (i === 0 ? total : 0))

  const shares: number[] = []
  const remainders: number[] = []
  let remainingPoints = total
  for (const weight of weights) {
    const exactShare = (total * weight) / sum
    const wholeShare = Math.floor(exactShare)
    shares.push(wholeShare)
    remainders.push(exactShare - wholeShare)
    remainingPoints -= wholeShare
  }
  for (; remainingPoints > 0; remainingPoints--) {
    let largestIndex = 0
    for (let i = 1; i < remainders.length; i++) {
      if ((remainders[i] ?? 0) > (remainders[largestIndex] ?? 0)) largestIndex = i
    }
    shares[largestIndex] = (shares[largestIndex] ?? 0) + 1
    remainders[largestIndex] = -1
  }
  return shares
}
