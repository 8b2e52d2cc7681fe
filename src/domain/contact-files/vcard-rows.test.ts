import { expect, test } from 'vitest'
import { toVCard } from './vcard.ts'
import { readVCardRows } from './vcard-rows.ts'

async function* inChunks(text: string) {
  const bytes = new TextEncoder().encode(text)
  for (let start = 0; start < bytes.length; start += 64 * 1024) yield bytes.subarray(start, start + 64 * 1024)
}
async function rowsOf(text: string) {
  const rows = []
  for await (const row of readVCardRows(inChunks(text))) rows.push(row)
  return rows
}
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n')

test('A10 reads the cards of an address book as contacts', async () => {
  const [first, second, third] = await rowsOf(
    card(
      'N:Okafor;Ada;;;',
      'TEL:(630) 555-0142',
      'TEL:312-555-0100',
      'EMAIL;TYPE=HOME:ADA@Example.com',
      'EMAIL:b@example.com',
      'ADR;TYPE=HOME:;;1 Main St\\nApt 4;Lisle;IL;60532;',
      `PHOTO;ENCODING=b:${'A'.repeat(5000)}`,
    ) +
      card('FN:Ben Van Jones') +
      card('N:;Mum;;;', 'TEL:312-555-0143'),
  )
  expect(first).toMatchObject({
    row: 1,
    draft: {
      ...{ firstName: 'Ada', lastName: 'Okafor', phone: '+16305550142', email: 'ada@example.com' },
      ...{ address: '1 Main St, Apt 4', city: 'Lisle', state: 'IL', zipCode: '60532' },
    },
  })
  expect(second).toMatchObject({ row: 2, draft: { firstName: 'Ben', lastName: 'Van Jones' } })
  expect(third).toEqual({
    row: 3,
    problem: 'Card 3: Last Name is missing',
    raw: { firstName: 'Mum', phone: '+13125550143' },
    ...{ details: null, labels: [], notes: null, optOuts: [] },
  })
})

test('A10 reads exported cards', async () => {
  const contact = { firstName: 'Zoë', lastName: 'Müller; Jr', email: null, phone: null, address: '1, A' }
  const rows = await rowsOf(toVCard({ ...contact, city: null, state: null, zipCode: null }))
  expect(rows).toMatchObject([{ draft: { firstName: 'Zoë', lastName: 'Müller; Jr', address: '1, A' } }])
})

test('A10 rejects a file that is not an address book', async () => {
  await expect(rowsOf('')).rejects.toThrow('no contacts in it')
  await expect(rowsOf('First Name,Last Name\nAda,Okafor\n')).rejects.toThrow('no contacts in it')
  await expect(rowsOf('BEGIN:VCARD\nN:Okafor;Ada\n')).rejects.toThrow('no contacts in it')
  await expect(rowsOf('%PDF-1.7')).rejects.toThrow('a PDF document, not vCard')
})

test('A10 reads hostile address books of 4 MB quickly', async () => {
  const size = 4 * 1024 * 1024
  const hostileLines = [
    `N;ENCODING=QUOTED-PRINTABLE:${'x=\n'.repeat(size / 3)}`,
    `N;ENCODING=QUOTED-PRINTABLE:${'=41'.repeat(size / 3)}`,
    `N:${'\n ;'.repeat(size / 3)}`,
    `${';'.repeat(size)}`,
    `N${'\n ;a'.repeat(size / 4)}`,
    'N:a;b\n'.repeat(size / 6),
  ]
  const startedAt = performance.now()
  for (const lines of hostileLines) await rowsOf(`BEGIN:VCARD\nN:A;B\n${lines}\nEND:VCARD\n${card('N:A;B')}`)
  expect(performance.now() - startedAt).toBeLessThan(15_000)
})
