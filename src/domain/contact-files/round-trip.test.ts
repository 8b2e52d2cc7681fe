import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHANNELS } from '../compliance/outreach.ts'
import { anyContact } from './contact.fixture.ts'
import { contactsCsv, type ExportedContact } from './csv-contacts.ts'
import { readContactRows } from './csv-rows.ts'
import { toVCard } from './vcard.ts'
import { readVCardRows } from './vcard-rows.ts'

/** One seed: a failure is the same on every machine. */
const RUNS = { numRuns: 30, seed: 18 }

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}

function exported(contacts: readonly ExportedContact[]): string {
  const most = (count: (contact: ExportedContact) => number | undefined) =>
    Math.max(0, ...contacts.map((contact) => count(contact) ?? 0))
  const { header, line } = contactsCsv({
    emails: most(({ details }) => details?.emails.length),
    phones: most(({ details }) => details?.phones.length),
    addresses: most(({ details }) => details?.addresses.length),
  })
  return header + contacts.map(line).join('')
}

const refusals = fc.record({
  doNotContact: fc.boolean(),
  refusedChannels: fc.subarray([...CHANNELS]),
})

test('reads its own CSV export back without losing or changing anything', async () => {
  const contact = fc.tuple(anyContact, refusals).map(([each, refused]) => ({ ...each, ...refused }))
  await fc.assert(
    fc.asyncProperty(fc.array(contact, { minLength: 1, maxLength: 8 }), async (contacts) => {
      const rows = await collect(readContactRows(bytesOf(exported(contacts))))
      const read = rows.map((row) => ('draft' in row ? row.draft : row))
      expect(
        read.map((each) => ({ ...each, optOuts: (each.optOuts ?? []).map(({ channel }) => channel) })),
      ).toEqual(
        contacts.map(({ doNotContact, refusedChannels, ...each }) => ({
          ...each,
          optOuts: [...(doNotContact ? ['all'] : []), ...refusedChannels],
        })),
      )
    }),
    RUNS,
  )
})

test('reads its own vCards back without losing or changing anything', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyContact, { minLength: 1, maxLength: 3 }), async (contacts) => {
      const rows = await collect(readVCardRows(bytesOf(contacts.map(toVCard).join(''))))
      expect(rows).toEqual(
        contacts.map((each, index) => ({ row: index + 1, draft: { ...each, optOuts: [] } })),
      )
    }),
    RUNS,
  )
})
