import type { GuardFinding } from '../outreach.ts'
import { type SentenceScore, scoreSentences } from './evidence.ts'
import { canOccurIn, matchAt } from './pattern.ts'
import { isPersonName, isStreetName } from './proper-names.ts'
import { type Rule, ruleTree } from './rules.ts'
import { type TermGroup, YOU, YOUR } from './term.ts'
import { eachEntry } from './word-tree.ts'
import type { Token, WordsOfText } from './words.ts'

/** Range of the text, in UTF-16 units. */
export type Span = { start: number; end: number }

/** Token range of a matched phrase; `to` is exclusive. */
type Match = { group: TermGroup; from: number; to: number }

/** Finding for a sentence that is suspect as a whole. */
const SUSPECT_SITUATION: TermGroup = {
  rule: 'life-event',
  why: "Taken together, these words may hint at the reader's personal situation; write about the home or the market instead.",
  phrases: [],
}
const SUSPECT_AUDIENCE: TermGroup = {
  rule: 'preference',
  why: 'Taken together, these words may say who belongs in a home or an area; describe the home itself instead.',
  phrases: [],
}

const READER = new Set([
  ...YOU.split('|'),
  ...YOUR.split('|'),
  'youre',
  'yours',
  'yourself',
  'youve',
  'youll',
])
/** Words before a finding in which a harmless phrase around it may begin. */
const LOOK_BEHIND = 5
/** Distance in words within which faint phrases add up. */
const MAX_WEAK_DISTANCE = 30
const MAX_WEAK_STEPS = 8
/** Score from which a sentence is a finding without a known phrase. */
const SUSPECT_FROM = 1
/** Score below which a phrase of one or two words means something harmless: "split the cost". */
const HARMLESS_TO = -1
const WEAK_WORDS = 2
/** Upper bound of words in an address. */
const MAX_NAME_WORDS = 20

/**
 * Finds the phrases of the term tables, in text order; of overlapping ones of a rule, only the longest. Single words
 * inside `names` (people, organizations, the postal address) are ignored.
 */
export function findTerms(text: string, words: WordsOfText, names: readonly Span[]): GuardFinding[] {
  const spoken = sentencesToReader(words)
  const rulesOf = rulesIn(words)
  const harmless: Match[][] = []
  const matches: Match[] = []
  for (let from = 0; from < words.tokens.length; from++) {
    const here: Match[] = []
    for (const { rule, to } of matchesFrom(words, from, rulesOf)) {
      const match = { group: rule.group, from, to }
      if (rule.harmless) here.push(match)
      else matches.push(match)
    }
    harmless.push(here)
  }
  const scores = scoreSentences(words, tokensWithin(words.tokens, names))
  const harmful = matches.filter(
    (match) =>
      !isName(words, match, names) &&
      !isShielded(match, harmless) &&
      addressesReader(words, match, spoken) &&
      !isHarmlessUse(match, scores),
  )
  const found = dropIsolatedFaint(harmful)
  const suspect = suspectSentences(words, scores, spoken).filter(
    ({ from, to }) => !found.some((match) => match.from < to && match.to > from),
  )
  return withoutOverlaps([...found, ...suspect].map((match) => findingOf(text, words, match)))
}

function isHarmlessUse({ from, to }: Match, scores: readonly SentenceScore[]): boolean {
  if (to - from > WEAK_WORDS) return false
  const at = scores.findIndex((sentence) => sentence.from <= from && from < sentence.to)
  if ((scores[at]?.score ?? 0) > HARMLESS_TO) return false
  return (scores[at - 1]?.score ?? -1) < 0 && (scores[at + 1]?.score ?? -1) < 0
}

function suspectSentences(
  words: WordsOfText,
  scores: readonly SentenceScore[],
  spoken: ReadonlySet<number>,
): Match[] {
  return scores
    .filter(({ score }) => score >= SUSPECT_FROM)
    .map(({ from, to }) => {
      const isToReader = spoken.has(words.tokens[from]?.sentence ?? -1)
      return { group: isToReader ? SUSPECT_SITUATION : SUSPECT_AUDIENCE, from, to }
    })
}

/** Drops faint matches without a faint match of another group nearby. Matches are in text order. */
function dropIsolatedFaint(matches: readonly Match[]): Match[] {
  const faint = matches.filter(({ group }) => group.faint === true)
  const alone = new Set(faint)
  for (const [index, match] of faint.entries()) {
    // A few steps are enough: a longer run of one group is a list of something.
    for (const other of faint.slice(index + 1, index + 1 + MAX_WEAK_STEPS)) {
      const apart = other.from - match.to
      if (apart > MAX_WEAK_DISTANCE) break
      if (other.group === match.group || apart < 0) continue
      // Everyday words only add up with each other, and only close together.
      if (match.group.within !== other.group.within || apart > (match.group.within ?? MAX_WEAK_DISTANCE))
        continue
      alone.delete(match)
      alone.delete(other)
    }
  }
  return matches.filter((match) => !alone.has(match))
}

function addressesReader(words: WordsOfText, { group, from }: Match, spoken: ReadonlySet<number>): boolean {
  return group.toReader !== true || spoken.has(words.tokens[from]?.sentence ?? -1)
}

function sentencesToReader(words: WordsOfText): ReadonlySet<number> {
  const spoken = new Set<number>()
  words.tokens.forEach((token, index) => {
    if (words.edges[index]?.some((edge) => READER.has(edge.word)) === true) spoken.add(token.sentence)
  })
  return spoken
}

/** Rules whose phrases can begin with a word; rules with a word that is missing from the text are left out. */
function rulesIn(words: WordsOfText): (word: string) => readonly Rule[] {
  const present = new Set<string>()
  for (const edges of words.edges) for (const edge of edges) present.add(edge.word)
  const possible = new Map<Rule, boolean>()
  const byWord = new Map<string, readonly Rule[]>()
  return (word) => {
    let rules = byWord.get(word)
    if (rules === undefined) {
      const found: Rule[] = []
      eachEntry(ruleTree(), word, (rule) => {
        const can = possible.get(rule) ?? canOccurIn(present, rule.phrase)
        possible.set(rule, can)
        if (can) found.push(rule)
      })
      rules = found
      byWord.set(word, rules)
    }
    return rules
  }
}

function matchesFrom(
  words: WordsOfText,
  from: number,
  rulesOf: (word: string) => readonly Rule[],
): { rule: Rule; to: number }[] {
  const matches: { rule: Rule; to: number }[] = []
  for (const edge of words.edges[from] ?? []) {
    for (const rule of rulesOf(edge.word)) {
      const to = matchAt(words, rule.phrase, from)
      if (to > from) matches.push({ rule, to })
    }
  }
  return matches
}

function isName(words: WordsOfText, { group, from, to }: Match, names: readonly Span[]): boolean {
  if (isInName(words, from, to, names)) return true
  if (group.name === true && to === from + 1 && isPersonName(words.tokens, from)) return true
  if (group.place === true && isStreetName(words.tokens, to - 1, to)) return true
  return to - from <= 2 && isStreetName(words.tokens, from, to)
}

function isInName(words: WordsOfText, from: number, to: number, names: readonly Span[]): boolean {
  const first = words.tokens[from]
  if (first === undefined || to !== from + 1) return false
  return names.some((name) => name.start <= first.start && first.end <= name.end)
}

function tokensWithin(tokens: readonly Token[], names: readonly Span[]): ReadonlySet<Token> {
  const within = new Set<Token>()
  let from = 0
  for (const { start, end } of [...names].sort((a, b) => a.start - b.start)) {
    while ((tokens[from]?.start ?? start) < start) from++
    for (const token of tokens.slice(from, from + MAX_NAME_WORDS)) if (token.end <= end) within.add(token)
  }
  return within
}

/** True if a harmless phrase that begins shortly before or inside the match covers its end. */
function isShielded({ group, from, to }: Match, harmless: readonly (readonly Match[])[]): boolean {
  for (let start = Math.max(0, from - LOOK_BEHIND); start < to; start++) {
    if (harmless[start]?.some((shield) => shield.group === group && shield.to >= to) === true) return true
  }
  return false
}

function findingOf(text: string, words: WordsOfText, { group, from, to }: Match): GuardFinding {
  const start = words.tokens[from]?.start ?? 0
  const end = words.tokens[to - 1]?.end ?? start
  return { rule: group.rule, words: text.slice(start, end), start, end, why: group.why }
}

/** Findings in text order; of overlapping findings of one rule only the longest, the earlier of equals. */
function withoutOverlaps(findings: GuardFinding[]): GuardFinding[] {
  const kept: GuardFinding[] = []
  const lastOf = new Map<string, number>()
  for (const finding of findings.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const lastIndex = lastOf.get(finding.rule)
    const last = lastIndex === undefined ? undefined : kept[lastIndex]
    if (last !== undefined && lastIndex !== undefined && finding.start < last.end) {
      if (finding.end - finding.start > last.end - last.start) kept[lastIndex] = finding
      continue
    }
    lastOf.set(finding.rule, kept.length)
    kept.push(finding)
  }
  return kept.sort((a, b) => a.start - b.start || a.end - b.end)
}
