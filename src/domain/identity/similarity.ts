const PREFIX_MAX = 4
const PREFIX_WEIGHT = 0.1

/**
 * Jaro–Winkler similarity of two texts, 0..1: shares and transpositions of characters near one another, with a bonus
 * for a common beginning (Winkler 1990). Made for short names with typing errors.
 */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroSimilarity([...a], [...b])
  let prefix = 0
  while (prefix < PREFIX_MAX && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro)
}

function jaroSimilarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const taken = new Set<number>()
  const matchesOfA = a.filter((letter, at) => {
    for (let i = Math.max(0, at - reach); i <= Math.min(b.length - 1, at + reach); i++) {
      if (b[i] !== letter || taken.has(i)) continue
      taken.add(i)
      return true
    }
    return false
  })
  const matches = matchesOfA.length
  if (matches === 0) return 0
  const matchesOfB = b.filter((_, i) => taken.has(i))
  const transposed = matchesOfA.filter((letter, i) => letter !== matchesOfB[i]).length / 2
  return (matches / a.length + matches / b.length + (matches - transposed) / matches) / 3
}
