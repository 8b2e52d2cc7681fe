/**
 * One position of a phrase. `words` matches one of its words or stems, `gap` up to `most` words of the same sentence,
 * `number` any word that starts with a digit.
 */
type Slot =
  | { kind: 'words'; words: ReadonlySet<string>; stems: readonly string[]; optional: boolean }
  | { kind: 'gap'; max: number }
  | { kind: 'number' }

export type Phrase = readonly Slot[]

/** Words of a text as a graph: the readings from each token and where they end. */
export type Reading = {
  /** Readings from each token, with the token after each. */
  edges: readonly (readonly { word: string; next: number }[])[]
  /** Closed stretch of text of each token; a phrase stays within one. */
  stretch: readonly number[]
}

/**
 * Compiles a phrase: words separated by spaces, `a|b` for either, `foreclos*` for a stem, `the?` for an optional
 * word, `~3` for up to three words of any kind, `#` for a number.
 */
export function parsePhrase(source: string): Phrase {
  return source.split(' ').map(slotOf)
}

function slotOf(source: string): Slot {
  if (source === '#') return { kind: 'number' }
  if (/^~\d$/.test(source)) return { kind: 'gap', max: Number(source.slice(1)) }
  const optional = source.endsWith('?')
  const choices = (optional ? source.slice(0, -1) : source).split('|')
  return {
    kind: 'words',
    words: new Set(choices.filter((choice) => !choice.endsWith('*'))),
    stems: choices.filter((choice) => choice.endsWith('*')).map((choice) => choice.slice(0, -1)),
    optional,
  }
}

/** Words and stems a phrase can begin with. */
export function firstTermsOf(from: Phrase): { words: string[]; stems: string[] } {
  const first = from[0]
  if (first?.kind !== 'words' || first.optional) throw new Error('A phrase begins with a word')
  return { words: [...first.words], stems: [...first.stems] }
}

/** All words and stems of a phrase. */
export function vocabularyOf(from: Phrase): { words: string[]; stems: string[] } {
  const slots = from.filter((slot) => slot.kind === 'words')
  return { words: slots.flatMap((slot) => [...slot.words]), stems: slots.flatMap((slot) => [...slot.stems]) }
}

/** True if every position of a phrase can match some word of a text; positions with stems always can. */
export function canOccurIn(present: ReadonlySet<string>, from: Phrase): boolean {
  return from.every((slot) => {
    if (slot.kind !== 'words' || slot.optional || slot.stems.length > 0) return true
    for (const word of slot.words) if (present.has(word)) return true
    return false
  })
}

/** Returns the token after the phrase if it matches at `token`, otherwise -1. */
export function matchAt(reading: Reading, from: Phrase, token: number): number {
  return matchFrom(reading, from, 0, token, reading.stretch[token] ?? -1)
}

function matchFrom(reading: Reading, from: Phrase, index: number, token: number, stretch: number): number {
  const slot = from[index]
  if (slot === undefined) return token
  if (slot.kind === 'gap') return matchGap(reading, from, index, token, stretch, slot.max)
  if (reading.stretch[token] === stretch) {
    for (const edge of reading.edges[token] ?? []) {
      if (!matchesSlot(slot, edge.word)) continue
      const end = matchFrom(reading, from, index + 1, edge.next, stretch)
      if (end >= 0) return end
    }
  }
  if (slot.kind === 'words' && slot.optional) return matchFrom(reading, from, index + 1, token, stretch)
  return -1
}

function matchGap(
  reading: Reading,
  from: Phrase,
  index: number,
  token: number,
  stretch: number,
  max: number,
): number {
  let reached = [token]
  for (let skipped = 0; skipped <= max; skipped++) {
    const next: number[] = []
    for (const at of reached) {
      const end = matchFrom(reading, from, index + 1, at, stretch)
      if (end >= 0) return end
      if (reading.stretch[at] !== stretch) continue
      for (const edge of reading.edges[at] ?? []) if (!next.includes(edge.next)) next.push(edge.next)
    }
    reached = next
  }
  return -1
}

function matchesSlot(slot: Exclude<Slot, { kind: 'gap' }>, word: string): boolean {
  if (slot.kind === 'number') return /^\d/.test(word)
  if (slot.words.has(word)) return true
  for (const stem of slot.stems) if (word.startsWith(stem)) return true
  return false
}
