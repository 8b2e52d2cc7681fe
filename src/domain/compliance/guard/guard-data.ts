import type { GuardRule } from '../outreach.ts'
import { firstTermsOf, type Phrase, parsePhrase } from './phrase.ts'

/** Phrases that break one rule for one reason. */
export type TermGroup = {
  rule: GuardRule
  /** One sentence for the author of the text. */
  why: string
  /**
   * `faint` and `near`: harmless alone, count only close to such a phrase of another group; `to-reader`: counts only in
   * a sentence that addresses the reader; `name`: may be a first or last name; `place`: may end a street name;
   * `always`: counts even in a sentence that reads harmless.
   */
  mark?: string | undefined
}

/** A phrase of a group: forbidden, or harmless where it surrounds a forbidden one. */
export type Rule = { group: TermGroup; phrase: Phrase; harmless: boolean }

/** Contents of the files in content/guard. */
export type GuardData = {
  /** Rules by the first word of their phrase, and by the stem it starts with. */
  byWord: ReadonlyMap<string, readonly Rule[]>
  byStem: ReadonlyMap<string, readonly Rule[]>
  /** The kind of a word, such as `<kin>`. */
  kinds: ReadonlyMap<string, string>
  /** Weight of each feature of a sentence. */
  weights: ReadonlyMap<string, number>
}

/** Reads the files of content/guard, joined by blank lines. README.md there describes the format. */
export function readGuardData(text: string): GuardData {
  // A line that ends with a bar continues on the next.
  const files = text.replace(/\|\n\s*/g, '|')
  const lists = new Map<string, string>()
  const expand = (part: string) => part.replace(/\b[A-Z]{2,}\b/g, (name) => lists.get(name) ?? name)
  for (const [name, words] of definitionsOf(files, 'list')) lists.set(name, expand(words))
  const source = expand(files)
  const byWord = new Map<string, Rule[]>()
  const byStem = new Map<string, Rule[]>()
  for (const rule of rulesOf(source)) {
    const { words, stems } = firstTermsOf(rule.phrase)
    for (const word of words) append(byWord, word, rule)
    for (const stem of stems) append(byStem, stem, rule)
  }
  return {
    byWord,
    byStem,
    kinds: new Map(wordsBy(source, 'kind').map(([kind, word]) => [word, `<${kind}>`])),
    weights: new Map(wordsBy(source, 'weight').map(([weight, feature]) => [feature, Number(weight)])),
  }
}

/** Lines such as `list HOME: home|house`. */
function definitionsOf(source: string, keyword: string): [name: string, value: string][] {
  const lines = source.matchAll(new RegExp(`^${keyword} (\\S+): (.*)$`, 'gm'))
  return Array.from(lines, ([, name = '', value = '']) => [name, value])
}

function wordsBy(source: string, keyword: string): [name: string, word: string][] {
  return definitionsOf(source, keyword).flatMap(([name, words]) =>
    words.split('|').map((word): [string, string] => [name, word]),
  )
}

const HEADER_PATTERN = /^(rule|why|mark): (.*)$/gm
const NO_PHRASES_PATTERN = /^(?:#|(?:list|kind|weight|rule|why|mark)(?: \S+)?: ).*$/gm

/** Rules of all blocks. A block without a rule or reason of its own has those of the block before it. */
function rulesOf(source: string): Rule[] {
  let last = { rule: 'life-event', why: '' } as TermGroup
  return source.split(/\n{2,}/).flatMap((block) => {
    const header = Array.from(block.matchAll(HEADER_PATTERN), ([, key = '', value]) => [key, value])
    const group: TermGroup = { ...last, mark: undefined, ...Object.fromEntries(header) }
    last = group
    const [forbidden = '', unless = ''] = block.replace(NO_PHRASES_PATTERN, '').split(/^unless:$/m)
    return [
      ...phrasesIn(forbidden).map((phrase) => ({ group, phrase, harmless: false })),
      ...phrasesIn(unless).map((phrase) => ({ group, phrase, harmless: true })),
    ]
  })
}

function phrasesIn(text: string): Phrase[] {
  const sources = text.split(/[,\n]/).map((source) => source.trim())
  return sources.filter((source) => source !== '').map(parsePhrase)
}

function append<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
