import { COUPLES } from './life-event/couples.ts'
import { DEATH } from './life-event/death.ts'
import { DISASTER } from './life-event/disaster.ts'
import { FAINT } from './life-event/faint.ts'
import { FAMILY } from './life-event/family.ts'
import { HEALTH } from './life-event/health.ts'
import { HINTS } from './life-event/hints.ts'
import { HOUSEHOLD } from './life-event/household.ts'
import { LATER_LIFE } from './life-event/later-life.ts'
import { MONEY } from './life-event/money.ts'
import { OPENINGS } from './life-event/openings.ts'
import { PAPERS } from './life-event/papers.ts'
import { WORK } from './life-event/work.ts'
import { firstOf, type Phrase, phrase, vocabularyOf } from './pattern.ts'
import { PREFERENCE } from './preference.ts'
import { PRESSURE } from './pressure.ts'
import { PROTECTED_CLASS } from './protected-class.ts'
import { SPANISH } from './spanish.ts'
import type { TermGroup } from './term.ts'
import { grow, type WordTree, wordTree } from './word-tree.ts'

const TERM_GROUPS: readonly TermGroup[] = [
  ...DEATH,
  ...COUPLES,
  ...MONEY,
  ...FAMILY,
  ...LATER_LIFE,
  ...WORK,
  ...DISASTER,
  ...HINTS,
  ...HOUSEHOLD,
  ...HEALTH,
  ...OPENINGS,
  ...PAPERS,
  ...FAINT,
  ...PROTECTED_CLASS,
  ...PREFERENCE,
  ...PRESSURE,
  ...SPANISH,
]

/** A phrase of a group: one that breaks its rule, or a harmless one around it. */
export type Rule = { group: TermGroup; phrase: Phrase; harmless: boolean }

/** Every word of every phrase; at those that begin one, what it begins. */
export const KNOWN_WORDS: WordTree<Rule> = wordTree()

for (const group of TERM_GROUPS) {
  for (const source of group.phrases) plant({ group, phrase: phrase(source), harmless: false })
  for (const source of group.unless ?? []) plant({ group, phrase: phrase(source), harmless: true })
}

function plant(rule: Rule): void {
  const { words, stems } = vocabularyOf(rule.phrase)
  // Harmless phrases are read as they stand: only what they shield may be spelled out.
  if (!rule.harmless) {
    for (const word of words) grow(KNOWN_WORDS, word).isWord = true
    for (const stem of stems) grow(KNOWN_WORDS, stem).isStem = true
  }
  const first = firstOf(rule.phrase)
  for (const word of first.words) grow(KNOWN_WORDS, word).ofWord.push(rule)
  for (const stem of first.stems) grow(KNOWN_WORDS, stem).ofStem.push(rule)
}
