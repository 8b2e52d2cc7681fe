import { fold as foldText } from '#domain/identity/name.ts'

/** Matches folded text without punctuation. */
const PLAIN_PATTERN = /^[a-z0-9@.]+(?: [a-z0-9@.]+)*$/

/** Folds text for comparison, without punctuation: `José  O'Neil` equals `jose o neil`. */
export function fold(text: string): string {
  const foldedText = foldText(text)
  if (PLAIN_PATTERN.test(foldedText)) return foldedText
  return foldedText.replace(/[^\p{L}\p{N}@.]+/gu, ' ').trim()
}

/** The ten digits of a US number in any notation. */
export function foldPhone(phone: string): string {
  return phone.replace(/\D/g, '').slice(-10)
}

/** FNV-1a over UTF-16 units with a final mix; an unsigned 32-bit number. The only randomness of the sample data. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Deterministic number in [0, 1) for a key and question. */
export function chance(key: string, salt: string): number {
  return hashOf(`${salt}\u0000${key}`) / 2 ** 32
}

/** Deterministic integer from `min` to `max`, inclusive. */
export function numberBetween(key: string, salt: string, min: number, max: number): number {
  return min + Math.floor(chance(key, salt) * (max - min + 1))
}

/** Picks an entry of a non-empty list. */
export function pick<T>(list: readonly T[], key: string, salt: string): T {
  const entry = list[Math.floor(chance(key, salt) * list.length)]
  if (entry === undefined) throw new RangeError('nothing to pick from')
  return entry
}

/** Picks `count` different entries, or fewer if the list is shorter, in random order. */
export function pickSome<T>(list: readonly T[], count: number, key: string, question: string): T[] {
  return list
    .map((entry, i) => ({ entry, rank: chance(key, `${question} ${i}`) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ entry }) => entry)
}

/** Picks an entry in proportion to its weight. */
export function pickWeighted<T extends { weight: number }>(list: readonly T[], key: string, salt: string): T {
  const total = list.reduce((sum, entry) => sum + entry.weight, 0)
  let remaining = chance(key, salt) * total
  for (const entry of list) {
    remaining -= entry.weight
    if (remaining < 0) return entry
  }
  return pick(list, key, salt)
}

/** Hexadecimal digits for fictional document and parcel numbers. */
export function digits(key: string, question: string): string {
  return hashOf(`${question}\u0001${key}`).toString(16).padStart(8, '0').toUpperCase()
}
