const MAX_PREFIX_LENGTH = 4
const PREFIX_WEIGHT = 0.1

/**
 * Jaro–Winkler similarity of two texts, 0..1: common and transposed nearby characters, with a bonus for a common
 * prefix (Winkler 1990). Made for short names with typos.
 */
export function jaroWinkler(a: string, b: string): number {
  const jaro = jaroSimilarity([...a], [...b])
  let prefix = 0
  while (prefix < MAX_PREFIX_LENGTH && prefix < a.length && a[prefix] === b[prefix]) prefix++
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro)
}

function jaroSimilarity(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0
  const maxDistance = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1)
  const matchedIndexes = new Set<number>()
  const matchesOfA = a.filter((letter, index) => {
    for (let i = Math.max(0, index - maxDistance); i <= Math.min(b.length - 1, index + maxDistance); i++) {
      if (b[i] !== letter || matchedIndexes.has(i)) continue
      matchedIndexes.add(i)
      return true
    }
    return false
  })
  const matches = matchesOfA.length
  if (matches === 0) return 0
  const matchesOfB = b.filter((_, i) => matchedIndexes.has(i))
  const transpositionCount = matchesOfA.filter((letter, i) => letter !== matchesOfB[i]).length / 2
  return (matches / a.length + matches / b.length + (matches - transpositionCount) / matches) / 3
}

/**
 * Number of insertions, deletions, replacements and neighbor swaps between two texts, up to `limit`; `limit` + 1 if
 * more.
 */
export function editDistance(a: string, b: string, limit: number): number {
  const tooFar = limit + 1
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > limit) return tooFar
  let [rowBeforePrevious, previousRow]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ]
  for (let i = 1; i <= a.length; i++) {
    const row = distanceRow(a, b, i, limit, [rowBeforePrevious, previousRow])
    if (Math.min(...row.slice(Math.max(0, i - limit), i + limit + 1)) > limit) return tooFar
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return Math.min(previousRow[b.length] ?? tooFar, tooFar)
}

/** One row of the distance table; only cells near the diagonal can be within the limit. */
function distanceRow(
  a: string,
  b: string,
  rowIndex: number,
  limit: number,
  [rowBeforePrevious, previousRow]: readonly [readonly number[], readonly number[]],
): number[] {
  const tooFar = limit + 1
  const cellAt = (cells: readonly number[], j: number) => cells[j] ?? tooFar
  const row: number[] = new Array(b.length + 1).fill(tooFar)
  row[0] = rowIndex
  for (let column = Math.max(1, rowIndex - limit); column <= Math.min(b.length, rowIndex + limit); column++) {
    const replaceCost = cellAt(previousRow, column - 1) + (a[rowIndex - 1] === b[column - 1] ? 0 : 1)
    const swapCost =
      a[rowIndex - 1] === b[column - 2] && a[rowIndex - 2] === b[column - 1]
        ? cellAt(rowBeforePrevious, column - 2) + 1
        : tooFar
    row[column] = Math.min(
      cellAt(previousRow, column) + 1,
      cellAt(row, column - 1) + 1,
      replaceCost,
      swapCost,
    )
  }
  return row
}

/** The characters of a text in order, to compare texts whose characters were swapped. */
export function sortedLetters(text: string): string {
  return [...text].sort().join('')
}

/** True if two texts have the same characters in any order. */
export function hasSameLetters(a: string, b: string): boolean {
  return a.length === b.length && sortedLetters(a) === sortedLetters(b)
}

/** True if two texts differ by typos: one in four letters, two in eight. */
export function isTypo(a: string, b: string): boolean {
  const letters = Math.min(a.length, b.length)
  const limit = letters >= 8 ? 2 : letters >= 4 ? 1 : 0
  return editDistance(a, b, limit) <= limit
}

/**
 * True if two texts of three characters or more differ by typos: one in three letters, two in five, three in eight. Enough
 * only if other facts agree.
 */
export function isGarbled(a: string, b: string): boolean {
  const letters = Math.max(a.length, b.length)
  const limit = letters >= 8 ? 3 : letters >= 5 ? 2 : 1
  return Math.min(a.length, b.length) >= 3 && editDistance(a, b, limit) <= limit
}
