/**
 * One place of a phrase. `words` is met by one of its words or beginnings, `gap` by up to `most` words of the same
 * sentence, `number` by anything that starts with a digit.
 */
type Slot =
  | { kind: 'words'; words: ReadonlySet<string>; stems: readonly string[]; optional: boolean }
  | { kind: 'gap'; max: number }
  | { kind: 'number' }

export type Phrase = readonly Slot[]

/** Words of a text as a graph: from each token, what can be read there and where reading goes on. */
export type Reading = {
  /** What can be read from each token on, and the token after it. */
  edges: readonly (readonly { word: string; next: number }[])[]
  /** The closed stretch of text that each token is in; a phrase stays in one. */
  stretch: readonly number[]
}

/**
 * Compiles a phrase: words separated by spaces, `a|b` for either, `foreclos*` for a beginning, `the?` for a word that
 * may be missing, `~3` for up to three words of any kind, `#` for a number.
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

/** The words and beginnings that a phrase can begin with. */
export function firstTermsOf(from: Phrase): { words: string[]; stems: string[] } {
  const first = from[0]
  if (first?.kind !== 'words' || first.optional) throw new Error('A phrase begins with a word')
  return { words: [...first.words], stems: [...first.stems] }
}

/** Every word and beginning that a phrase mentions. */
export function vocabularyOf(from: Phrase): { words: string[]; stems: string[] } {
  const slots = from.filter((slot) => slot.kind === 'words')
  return { words: slots.flatMap((slot) => [...slot.words]), stems: slots.flatMap((slot) => [...slot.stems]) }
}

/** Whether each place of a phrase can be met by some word of a text; places with beginnings are taken to be. */
export function canOccurIn(present: ReadonlySet<string>, from: Phrase): boolean {
  return from.every((slot) => {
    if (slot.kind !== 'words' || slot.optional || slot.stems.length > 0) return true
    for (const word of slot.words) if (present.has(word)) return true
    return false
  })
}

/** The token after the phrase if it stands at this token, otherwise -1. */
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
    const further: number[] = []
    for (const at of reached) {
      const end = matchFrom(reading, from, index + 1, at, stretch)
      if (end >= 0) return end
      if (reading.stretch[at] !== stretch) continue
      for (const edge of reading.edges[at] ?? []) if (!further.includes(edge.next)) further.push(edge.next)
    }
    reached = further
  }
  return -1
}

function matchesSlot(slot: Exclude<Slot, { kind: 'gap' }>, word: string): boolean {
  if (slot.kind === 'number') return /^\d/.test(word)
  if (slot.words.has(word)) return true
  for (const stem of slot.stems) if (word.startsWith(stem)) return true
  return false
}
