import { AUDIENCE } from './audience.ts'
import { CODED_WORDS } from './coded-words.ts'
import { COUPLES } from './life-event/couples.ts'
import { DEATH } from './life-event/death.ts'
import { DISASTER } from './life-event/disaster.ts'
import { WEAK_TERMS } from './life-event/faint.ts'
import { FAMILY } from './life-event/family.ts'
import { HEALTH } from './life-event/health.ts'
import { HINTS } from './life-event/hints.ts'
import { HOUSEHOLD } from './life-event/household.ts'
import { INDIRECT } from './life-event/indirect.ts'
import { LATER_LIFE } from './life-event/later-life.ts'
import { MONEY } from './life-event/money.ts'
import { NEAR_HINTS } from './life-event/near-hints.ts'
import { OPENINGS } from './life-event/openings.ts'
import { PAPERS } from './life-event/papers.ts'
import { POLITE_CHANGES } from './life-event/polite-changes.ts'
import { POLITE_LOSS } from './life-event/polite-loss.ts'
import { SITUATIONS } from './life-event/situations.ts'
import { TELLING_AGE } from './life-event/telling-age.ts'
import { TELLING_COUPLES } from './life-event/telling-couples.ts'
import { TELLING_LOSS } from './life-event/telling-loss.ts'
import { TELLING_MONEY } from './life-event/telling-money.ts'
import { WORK } from './life-event/work.ts'
import { firstTermsOf, type Phrase, parsePhrase, vocabularyOf } from './pattern.ts'
import { PREFERENCE } from './preference.ts'
import { PRESSURE } from './pressure.ts'
import { PROTECTED_CLASS } from './protected-class.ts'
import { SPANISH } from './spanish.ts'
import type { TermGroup } from './term.ts'
import { insertWord, type WordTree, wordTree } from './word-tree.ts'

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
  ...POLITE_LOSS,
  ...POLITE_CHANGES,
  ...SITUATIONS,
  ...TELLING_LOSS,
  ...TELLING_COUPLES,
  ...TELLING_MONEY,
  ...TELLING_AGE,
  ...INDIRECT,
  ...WEAK_TERMS,
  ...NEAR_HINTS,
  ...PROTECTED_CLASS,
  ...PREFERENCE,
  ...AUDIENCE,
  ...CODED_WORDS,
  ...PRESSURE,
  ...SPANISH,
]

/** A phrase of a group: forbidden, or harmless where it surrounds a forbidden one. */
export type Rule = { group: TermGroup; phrase: Phrase; harmless: boolean }

let cachedTree: WordTree<Rule> | undefined

/** Tree of all words of all phrases, with the rules that begin at each. Built when the first text is checked. */
export function ruleTree(): WordTree<Rule> {
  cachedTree ??= buildTree()
  return cachedTree
}

function buildTree(): WordTree<Rule> {
  const tree: WordTree<Rule> = wordTree()
  for (const group of TERM_GROUPS) {
    for (const source of group.phrases) addRule(tree, { group, phrase: parsePhrase(source), harmless: false })
    for (const source of group.unless ?? [])
      addRule(tree, { group, phrase: parsePhrase(source), harmless: true })
  }
  return tree
}

function addRule(tree: WordTree<Rule>, rule: Rule): void {
  const { words, stems } = vocabularyOf(rule.phrase)
  // Harmless phrases match exact spelling only; spelling tricks count only for forbidden ones.
  if (!rule.harmless) {
    for (const word of words) insertWord(tree, word).isWord = true
    for (const stem of stems) insertWord(tree, stem).isStem = true
  }
  const first = firstTermsOf(rule.phrase)
  for (const word of first.words) insertWord(tree, word).ofWord.push(rule)
  for (const stem of first.stems) insertWord(tree, stem).ofStem.push(rule)
}
