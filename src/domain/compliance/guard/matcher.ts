import type { GuardFinding } from '../outreach.ts'
import { passagesOf, type SentenceWords, scoreOf, sentenceWordsOf, worstOf } from './evidence.ts'
import type { GuardData, Rule, TermGroup } from './guard-data.ts'
import { canOccurIn, matchAt } from './phrase.ts'
import { isPersonName, isStreetName } from './proper-names.ts'
import type { Token } from './words.ts'

/** Token range of a matched phrase; `to` is exclusive. */
type Match = { group: TermGroup; from: number; to: number }

/** Reasons for a sentence that is suspect as a whole. */
const SUSPECT = {
  'life-event':
    "Taken together, these words may hint at the reader's personal situation; write about the home or the market instead.",
  'protected-class':
    'Taken together, these words may treat people by a protected class; describe the home itself instead.',
  preference:
    'Taken together, these words may say who belongs in a home or an area; describe the home itself instead.',
} as const
/** Kinds of words that make a suspect sentence one about a protected class. */
const PROTECTED_KIND_PATTERN = /^<(?:faith|origin|language|immigration|gender|disability|income-source)>$/

/** Words before a finding in which a harmless phrase around it may begin. */
const LOOK_BEHIND = 5
/** Distance in words within which phrases marked as faint or near add up. */
const MAX_ADD_UP_DISTANCE: Readonly<Record<string, number>> = { faint: 30, near: 14 }
const MAX_FAINT_STEPS = 8
/**
 * Score from which the worst sentence of a passage is a finding without a known phrase. A sentence without a word for the
 * reader or a protected class is harmless more often.
 */
const SUSPECT_FROM = { 'life-event': 0.5, 'protected-class': 0.5, preference: 1 } as const
const LOWEST_SUSPECT_SCORE = Math.min(...Object.values(SUSPECT_FROM))
/** The same for a sentence with a phrase that is harmless as it stands there, such as "I noticed that you asked". */
const SUSPECT_FROM_IF_SHIELDED = 3
/** Score below which a phrase means something harmless ("split the cost"): one of a word or two, and a longer one. */
const HARMLESS_BELOW = 0
const HARMLESS_BELOW_IF_LONG = -2.5
/** Subtracted from the score of a sentence alone: neutral sentences around it can't hide it, but may explain it. */
const ALONE_MARGIN = 0.6
const WEAK_WORDS = 2
const MAX_STEM_LENGTH = 20

/**
 * Finds the phrases of the guard's data, and sentences that are suspect without one, in text order; of overlapping
 * findings of a rule, only the longest. Single words among `names` (people, organizations, the postal address) are
 * ignored.
 */
export function findTerms(
  text: string,
  tokens: readonly Token[],
  names: ReadonlySet<Token>,
  data: GuardData,
): GuardFinding[] {
  const sentences = sentenceWordsOf(tokens, names, data.kinds)
  const passages = [
    ...passagesOf(sentences).map((passage) => ({ passage, score: scoreOf(passage, data) })),
    ...sentences.map((each) => ({ passage: [each], score: scoreOf([each], data) - ALONE_MARGIN })),
  ]
  /** Highest score of the passages with each sentence, by its number. */
  const scores = new Map<number, number>()
  for (const { passage, score } of passages)
    for (const { number } of passage) scores.set(number, Math.max(score, scores.get(number) ?? score))
  const toReader = new Set(sentences.filter(isToReader).map(({ number }) => number))
  const numberOf = ({ from }: Match) => tokens[from]?.sentence ?? 0
  const { forbidden, harmless } = matchesIn(tokens, data)
  const harmful = forbidden.filter(
    (match) =>
      !isName(tokens, match, names) &&
      !isShielded(match, harmless) &&
      (match.group.mark !== 'to-reader' || toReader.has(numberOf(match))) &&
      !isHarmlessUse(match, scores.get(numberOf(match)) ?? 0),
  )
  const matches = dropIsolatedFaint(harmful)
  const explained = new Set(matches.map(numberOf))
  const shielded = new Set(forbidden.filter((match) => isShielded(match, harmless)).map(numberOf))
  const suspect = passages
    .filter(({ score }) => score >= LOWEST_SUSPECT_SCORE)
    .filter(({ passage }) => !passage.some(({ number }) => explained.has(number)))
    .flatMap(({ passage, score }) =>
      worstOf(passage, data)
        .map((sentence) => ({ ...sentence, rule: suspectRule(sentence) }))
        .filter(
          ({ number, rule }) =>
            score >= (shielded.has(number) ? SUSPECT_FROM_IF_SHIELDED : SUSPECT_FROM[rule]),
        ),
    )
    .map(({ rule, ...sentence }) => ({ ...sentence, group: { rule, why: SUSPECT[rule] } }))
  return withoutOverlaps([...matches, ...suspect].map((match) => findingOf(text, tokens, match)))
}

function isToReader({ features }: SentenceWords): boolean {
  return features.has('<you>')
}

function suspectRule(sentence: SentenceWords): keyof typeof SUSPECT {
  const isAboutClass = [...sentence.features].some((feature) => PROTECTED_KIND_PATTERN.test(feature))
  if (isAboutClass) return 'protected-class'
  return isToReader(sentence) ? 'life-event' : 'preference'
}

/** All matches of forbidden phrases in text order, and those of harmless ones by their first token. */
function matchesIn(tokens: readonly Token[], data: GuardData): { forbidden: Match[]; harmless: Match[][] } {
  const rulesOf = rulesIn(tokens, data)
  const forbidden: Match[] = []
  const harmless = tokens.map((token, from) => {
    const here: Match[] = []
    for (const { group, phrase, harmless } of new Set(token.forms.flatMap(rulesOf))) {
      const to = matchAt(tokens, phrase, from)
      if (to > from) (harmless ? here : forbidden).push({ group, from, to })
    }
    return here
  })
  return { forbidden, harmless }
}

/** Rules whose phrases can begin with a word, without those that need a word the text doesn't have. */
function rulesIn(tokens: readonly Token[], { byWord, byStem }: GuardData): (word: string) => readonly Rule[] {
  const words = new Set(tokens.flatMap(({ forms }) => forms))
  const rulesByPhrase = new Map<string, readonly Rule[]>()
  return (word) => {
    const cached = rulesByPhrase.get(word)
    if (cached) return cached
    const rules = [...(byWord.get(word) ?? [])]
    for (let length = Math.min(word.length, MAX_STEM_LENGTH); length > 0; length--)
      rules.push(...(byStem.get(word.slice(0, length)) ?? []))
    const possible = rules.filter(({ phrase }) => canOccurIn(words, phrase))
    rulesByPhrase.set(word, possible)
    return possible
  }
}

function isHarmlessUse({ group, from, to }: Match, score: number): boolean {
  return group.mark !== 'always' && score < (to - from > WEAK_WORDS ? HARMLESS_BELOW_IF_LONG : HARMLESS_BELOW)
}

/** Drops faint matches without a match of another group nearby that has the same mark. Matches are in text order. */
function dropIsolatedFaint(matches: readonly Match[]): Match[] {
  const faint = matches.filter(({ group }) => MAX_ADD_UP_DISTANCE[group.mark ?? ''])
  const alone = new Set(faint)
  for (const [index, match] of faint.entries()) {
    // A few steps are enough: a longer run of one group is a list of something.
    for (const other of faint.slice(index + 1, index + 1 + MAX_FAINT_STEPS)) {
      const apart = other.from - match.to
      if (other.group === match.group || other.group.mark !== match.group.mark || apart < 0) continue
      if (apart > (MAX_ADD_UP_DISTANCE[match.group.mark ?? ''] ?? 0)) continue
      alone.delete(match)
      alone.delete(other)
    }
  }
  return matches.filter((match) => !alone.has(match))
}

function isName(tokens: readonly Token[], { group, from, to }: Match, names: ReadonlySet<Token>): boolean {
  const only = to === from + 1 ? tokens[from] : undefined
  if (only && (names.has(only) || (group.mark === 'name' && isPersonName(tokens, from)))) return true
  if (group.mark === 'place' && isStreetName(tokens, to - 1, to)) return true
  return to - from <= 2 && isStreetName(tokens, from, to)
}

/** True if a harmless phrase that begins shortly before or inside the match covers its end. */
function isShielded({ group, from, to }: Match, harmless: readonly (readonly Match[])[]): boolean {
  return harmless
    .slice(Math.max(0, from - LOOK_BEHIND), to)
    .some((here) => here.some((shield) => shield.group === group && shield.to >= to))
}

function findingOf(text: string, tokens: readonly Token[], { group, from, to }: Match): GuardFinding {
  const start = tokens[from]?.start ?? 0
  const end = tokens[to - 1]?.end ?? start
  return { rule: group.rule, words: text.slice(start, end), start, end, why: group.why }
}

/** Findings in text order; of overlapping findings of one rule only the longest, the earlier of equals. */
function withoutOverlaps(findings: GuardFinding[]): GuardFinding[] {
  const longest: GuardFinding[] = []
  for (const finding of findings.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const index = longest.findLastIndex(({ rule }) => rule === finding.rule)
    const last = longest[index]
    if (last === undefined || finding.start >= last.end) longest.push(finding)
    else if (finding.end - finding.start > last.end - last.start) longest[index] = finding
  }
  return longest.sort((a, b) => a.start - b.start || a.end - b.end)
}
