import type { Token } from './words.ts'

/**
 * One position of a phrase. `words` matches one of its words or stems, `gap` up to `max` words of the same stretch,
 * `number` any word that starts with a digit.
 */
type Slot =
  | { kind: 'words'; words: ReadonlySet<string>; stems: readonly string[]; optional: boolean }
  | { kind: 'gap'; max: number }
  | { kind: 'number' }

export type Phrase = readonly Slot[]

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
export function firstTermsOf([first]: Phrase): { words: ReadonlySet<string>; stems: readonly string[] } {
  if (first?.kind !== 'words' || first.optional) throw new Error('A phrase begins with a word')
  return first
}

/** True if every position of a phrase can match some word of a text; positions with stems always can. */
export function canOccurIn(words: ReadonlySet<string>, phrase: Phrase): boolean {
  return phrase.every((slot) => {
    if (slot.kind !== 'words' || slot.optional || slot.stems.length > 0) return true
    for (const word of slot.words) if (words.has(word)) return true
    return false
  })
}

/** Returns the token after the phrase if it matches at the token `at`, otherwise -1. */
export function matchAt(tokens: readonly Token[], phrase: Phrase, at: number, index = 0, start = at): number {
  const slot = phrase[index]
  if (slot === undefined) return at
  const rest = (next: number) => matchAt(tokens, phrase, next, index + 1, start)
  const isInside = (next: number) => tokens[next]?.stretch === tokens[start]?.stretch
  if (slot.kind === 'gap') {
    for (let skipped = 0; skipped <= slot.max; skipped++) {
      const end = rest(at + skipped)
      if (end >= 0 || !isInside(at + skipped)) return end
    }
    return -1
  }
  const token = tokens[at]
  if (token && isInside(at) && token.forms.some((form) => matchesSlot(slot, form))) {
    const end = rest(at + 1)
    if (end >= 0) return end
  }
  return slot.kind === 'words' && slot.optional ? rest(at) : -1
}

function matchesSlot(slot: Exclude<Slot, { kind: 'gap' }>, word: string): boolean {
  if (slot.kind === 'number') return /^\d/.test(word)
  return slot.words.has(word) || slot.stems.some((stem) => word.startsWith(stem))
}
