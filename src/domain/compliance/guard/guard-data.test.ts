import { expect, test } from 'vitest'
import { readGuardFiles } from '#server/platform/content/guard.ts'
import { GUARD_RULES } from '../outreach.ts'
import { createOutreachGuard } from '../outreach-guard.ts'
import { readGuardData } from './guard-data.ts'

const MARKS = [undefined, 'faint', 'near', 'to-reader', 'name', 'place', 'always']

const EXAMPLE = `# Lists may use earlier lists.
list PET: cat|dog|
  hamster
list ANIMAL: PET|horse
kind you: you|your

rule: preference
why: This names an animal.
great|fine ~1 ANIMAL, no fish*
unless:
great dog house

mark: to-reader
rabbit
`

const check = createOutreachGuard(EXAMPLE)
const findings = (text: string) => check(text, { channel: 'letter' }).findings.map(({ words }) => words)

test('finds phrases with lists, stems, gaps and plurals', () => {
  expect(findings('A great hamster. A fine old horse. No fishing. Great cats.')).toEqual([
    'great hamster',
    'fine old horse',
    'No fishing',
    'Great cats',
  ])
  expect(findings('A great, really big dog.')).toEqual([])
})

test('ignores findings inside harmless phrases, and sentences to no one', () => {
  expect(findings('A great dog house.')).toEqual([])
  expect(findings('The rabbit sleeps. Your rabbit sleeps.')).toEqual(['rabbit'])
})

test('stops a word marked as always in a sentence that reads harmless', () => {
  const weights = 'weight -20: bias'
  const findRules = (mark: string) =>
    createOutreachGuard(`${EXAMPLE}${weights}\n\nmark: ${mark}\nwombat\n`)('Wombat sold.', {
      channel: 'letter',
    }).findings
  expect(findRules('place')).toEqual([])
  expect(findRules('always')).toMatchObject([{ words: 'Wombat' }])
})

test('uses the rule and reason of the previous block when a block has none', () => {
  const { findings } = check('Your rabbit sleeps.', { channel: 'letter' })
  expect(findings).toMatchObject([{ rule: 'preference', why: 'This names an animal.' }])
})

test('reads every shipped rule', () => {
  const { byWord, byStem, weights } = readGuardData(readGuardFiles())
  const rules = [...byWord.values(), ...byStem.values()].flat()
  expect(rules.length).toBeGreaterThan(1000)
  expect(weights.size).toBeGreaterThan(1000)
  for (const { group } of rules) {
    expect(GUARD_RULES).toContain(group.rule)
    expect(MARKS).toContain(group.mark)
    expect(group.why).toMatch(/^[A-Z].+\.$/)
  }
  expect([...byWord.keys(), ...byStem.keys()].filter((word) => /[A-Z]/.test(word))).toEqual([])
})
