import { expect, test } from 'vitest'
import { homeCorpus, type LabeledContact, peopleCorpus } from '#test/fixtures/duplicate-corpus.ts'
import { type ComparableContact, comparableContact } from './comparable-contact.ts'
import { compareContacts } from './duplicate.ts'
import { MAX_MATCH_KEYS, matchKeys } from './match-keys.ts'

const MAX_BLOCK_SIZE = 40

/** Pairs that share a key, without oversized blocks. */
function candidatePairs(contacts: readonly ComparableContact[]): [number, number][] {
  const keyedContacts = contacts.flatMap((contact, index) =>
    matchKeys(contact).map((key) => ({ key, index })),
  )
  const blocks = [...Map.groupBy(keyedContacts, ({ key }) => key).values()].filter(
    ({ length }) => length <= MAX_BLOCK_SIZE,
  )
  const pairs = blocks.flatMap((block) =>
    block.flatMap(({ index: a }, blockIndex) =>
      block.slice(blockIndex + 1).map(({ index: b }) => [a, b] as [number, number]),
    ),
  )
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()]
}

function isListed(a: ComparableContact | undefined, b: ComparableContact | undefined): boolean {
  const candidate = a && b ? compareContacts(a, b) : null
  return candidate !== null && !candidate.isNameOnly && !candidate.isHousehold
}

/** Recall and precision with the product's own candidate search. */
function measure(corpus: readonly LabeledContact[]): { recall: number; precision: number } {
  const records = corpus.filter(({ contact }) => contact.firstName !== '' && contact.lastName !== '')
  const contacts = records.map(({ contact }) => comparableContact(contact))
  for (const contact of contacts) expect(matchKeys(contact).length).toBeLessThanOrEqual(MAX_MATCH_KEYS)
  const listedPairs = candidatePairs(contacts).filter(([a, b]) => isListed(contacts[a], contacts[b]))
  const correctPairs = listedPairs.filter(([a, b]) => records[a]?.person === records[b]?.person).length
  const recordsByPerson = Map.groupBy(records, ({ person }) => person)
  const pairsOf = ({ length }: LabeledContact[]) => (length * (length - 1)) / 2
  const totalPairs = [...recordsByPerson.values()].reduce((sum, group) => sum + pairsOf(group), 0)
  return { recall: correctPairs / totalPairs, precision: correctPairs / listedPairs.length }
}

test.each<[string, LabeledContact[], number]>([
  ['homes with birthdays, up to five damaged copies of a record', homeCorpus(1, 700, true), 0.82],
  ['homes without birthdays, up to five damaged copies of a record', homeCorpus(5, 700, false), 0.71],
  ['homes without birthdays, one damaged copy of each record', homeCorpus(2, 700, false, 1), 0.85],
  ['people with birthday, town and email, some missing', peopleCorpus(3, 400, true), 0.92],
  ['people with town and email, some missing', peopleCorpus(3, 400, false), 0.84],
])('finds duplicates among %s', (_, corpus, minRecall) => {
  const { recall, precision } = measure(corpus)
  expect(recall).toBeGreaterThanOrEqual(minRecall)
  expect(precision).toBeGreaterThanOrEqual(0.98)
})
