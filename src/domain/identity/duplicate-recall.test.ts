import { expect, test } from 'vitest'
import { comparableContact } from './comparable-contact.ts'
import { compareContacts } from './duplicate.ts'
import { homeCorpus, type LabelledContact, peopleCorpus } from './duplicate-corpus.fixture.ts'
import { MATCH_KEYS_MAX, matchKeys } from './match-keys.ts'

const BLOCK_MAX = 40

/** What is found among records the way the product looks: by keys, leaving out blocks that are too big. */
function measure(corpus: readonly LabelledContact[]): { recall: number; precision: number } {
  const records = corpus.filter(({ contact }) => contact.firstName !== '' && contact.lastName !== '')
  const contacts = records.map(({ contact }) => comparableContact(contact))
  const blocks = new Map<string, number[]>()
  for (const [at, contact] of contacts.entries()) {
    const keys = matchKeys(contact)
    expect(keys.length).toBeLessThanOrEqual(MATCH_KEYS_MAX)
    for (const key of keys) blocks.set(key, [...(blocks.get(key) ?? []), at])
  }
  const pairs = new Set<string>()
  for (const block of blocks.values()) {
    if (block.length > BLOCK_MAX) continue
    for (const [i, a] of block.entries()) for (const b of block.slice(i + 1)) pairs.add(`${a} ${b}`)
  }
  const isTrue = (a: number, b: number) => records[a]?.person === records[b]?.person
  let [found, right] = [0, 0]
  for (const pair of pairs) {
    const [a = 0, b = 0] = pair.split(' ').map(Number)
    const [one, other] = [contacts[a], contacts[b]]
    const suspicion = one && other && compareContacts(one, other)
    if (!suspicion || suspicion.isNameOnly || suspicion.isHousehold) continue
    found += 1
    if (isTrue(a, b)) right += 1
  }
  const people = Map.groupBy(records, ({ person }) => person)
  const pairsOf = ({ length }: LabelledContact[]) => (length * (length - 1)) / 2
  const all = [...people.values()].reduce((sum, group) => sum + pairsOf(group), 0)
  return { recall: right / all, precision: right / found }
}

// The rule before found 0.17, 0.17, 0.30, 0.54 and 0.53 of the pairs.
test.each<[string, LabelledContact[], number]>([
  ['homes with birthdays, up to five damaged copies of a record', homeCorpus(1, 700, true), 0.75],
  ['homes without birthdays, up to five damaged copies of a record', homeCorpus(5, 700, false), 0.62],
  ['homes without birthdays, one damaged copy of each record', homeCorpus(2, 700, false, 1), 0.75],
  ['people with birthday, town and e-mail, all with gaps', peopleCorpus(3, 400, true), 0.85],
  ['people with town and e-mail, both with gaps', peopleCorpus(3, 400, false), 0.75],
])('finds duplicates among %s', (_, corpus, leastRecall) => {
  const { recall, precision } = measure(corpus)
  expect(recall).toBeGreaterThanOrEqual(leastRecall)
  expect(precision).toBeGreaterThanOrEqual(0.98)
})
