import { expect, test } from 'vitest'
import { type ContactDetails, NO_DETAILS } from '../identity/contact-details.ts'
import { toVCard } from './vcard.ts'
import { readVCardRows } from './vcard-rows.ts'

async function rowsOf(...lines: string[]) {
  async function* chunks() {
    yield new TextEncoder().encode(`BEGIN:VCARD\r\n${lines.join('\r\n')}\r\nEND:VCARD\r\n`)
  }
  const rows = []
  for await (const row of readVCardRows(chunks())) rows.push(row)
  return rows
}

async function contactOf(...lines: string[]) {
  const [row] = await rowsOf(...lines)
  if (!row || !('draft' in row)) throw new Error(row?.problem ?? 'no card')
  return row.draft
}

test("reads Apple's grouped numbers, addresses and labels", async () => {
  const contact = await contactOf(
    ...[
      'VERSION:3.0',
      'N:Doe;Jane;Q;Dr.;Jr.',
      'FN:Dr. Jane Q Doe Jr.',
      'ORG:Acme\\, Inc.;Sales',
      'TITLE:Broker',
    ],
    ...['TEL;type=WORK;type=FAX;type=pref:630-555-0101', 'TEL;type=HOME;type=VOICE:630-555-0102'],
    ...[
      'item1.TEL:630-555-0103',
      'item1.X-ABLabel:iPhone',
      'item2.TEL:630-555-0104',
      'item2.X-ABLabel:_$!<Main>!$_',
    ],
    ...['item3.ADR;type=WORK:;Suite 5;9 Office Rd;Aurora;IL;60505;USA', 'item3.X-ABADR:us'],
    ...[
      'item4.ADR;type=HOME;type=pref:;Apt 4;1 Main St\\n;Lisle;IL;60532;United States',
      'item5.URL:https://jane.example',
    ],
    ...[
      'BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29',
      'item6.X-ABRELATEDNAMES:John',
      'item6.X-ABLabel:_$!<Spouse>!$_',
    ],
    ...[
      'item7.X-ABDATE:2001-06-02',
      'item7.X-ABLabel:_$!<Anniversary>!$_',
      'NOTE:Line one\\nLine two\\, still two',
    ],
    ...['EMAIL;type=INTERNET;type=WORK:w@b.com', 'EMAIL;type=INTERNET;type=HOME;type=pref:h@b.com'],
    'PHOTO;ENCODING=b;TYPE=JPEG:AAAA',
    ' AAAA',
  )
  expect(contact).toMatchObject({
    ...{ firstName: 'Jane', lastName: 'Doe', phone: '+16305550103', email: 'h@b.com' },
    ...{ address: '1 Main St, Apt 4', city: 'Lisle', state: 'IL', zipCode: '60532' },
    details: {
      ...{ phoneKind: 'mobile', title: 'Dr.', suffix: 'Jr.', company: 'Acme, Inc.', jobTitle: 'Broker' },
      phones: [
        { phone: '+16305550102', kind: 'home' },
        { phone: '+16305550104', kind: 'main' },
        { phone: '+16305550101', kind: 'fax' },
      ],
      emails: [{ email: 'w@b.com', kind: 'work' }],
      addresses: [
        { kind: 'work', address: '9 Office Rd, Suite 5', city: 'Aurora', state: 'IL', zipCode: '60505' },
      ],
      ...{
        birthday: '--02-29',
        website: 'https://jane.example',
        partner: { firstName: 'John', lastName: 'Doe' },
      },
    },
    notes: 'Line one\nLine two, still two\nDepartment: Sales\nAnniversary: 2001-06-02',
  })
})

test('reads version 2.1 with quoted-printable, labels and a second address line', async () => {
  const contact = await contactOf(
    ...[
      'VERSION:2.1',
      'N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:Bront=EB;Zo=EB',
      'TEL;CELL;VOICE:6305550103',
    ],
    ...['TEL;WORK;PREF:6305550101', 'ADR;WORK:;222 Broadway;Suite 100;New York;NY;10007;USA'],
    ...['LABEL;HOME;ENCODING=QUOTED-PRINTABLE:1 Main St=0D=0A=', 'Lisle, IL 60532'],
    'NOTE;ENCODING=QUOTED-PRINTABLE:Do not call=0D=0Abefore=\r\n noon; unsubscribed',
  )
  expect(contact).toMatchObject({
    ...{ firstName: 'Zoë', lastName: 'Brontë', phone: '+16305550101' },
    ...{ address: '1 Main St', city: 'Lisle', state: 'IL', zipCode: '60532' },
    details: { addresses: [{ kind: 'work', address: '222 Broadway, Suite 100', city: 'New York' }] },
    optOuts: expect.arrayContaining([{ channel: 'email', reason: 'Note: unsubscribed' }]),
  })
})

test('reads version 4.0 with URIs, preferences, relations and labels in parameters', async () => {
  const contact = await contactOf(
    ...['VERSION:4.0', 'FN:Ana Ruiz', 'TEL;VALUE=uri;TYPE="work,voice";PREF=2:tel:+1-630-555-0101;ext=5'],
    ...['TEL;VALUE=uri;TYPE="home";PREF=1:tel:+1-630-555-0102', 'RELATED;TYPE=spouse;VALUE=text:Ben Soto'],
    ...['ADR;LABEL="1 Main St\\nLisle, IL 60532":;;;;;;', 'BDAY:--0229', 'CATEGORIES:Past client,VIP'],
  )
  expect(contact).toMatchObject({
    ...{ firstName: 'Ana', lastName: 'Ruiz', phone: '+16305550102', address: '1 Main St', zipCode: '60532' },
    details: {
      ...{
        birthday: '--02-29',
        partner: { firstName: 'Ben', lastName: 'Soto' },
      },
      phones: [{ phone: '+16305550101', kind: 'work' }],
    },
    labels: ['Past client', 'VIP'],
  })
})

test.each([
  ['PO box', 'ADR;HOME:PO Box 12;;;Lisle;IL;60532;', 'PO Box 12'],
  ['number of a PO box', 'ADR;HOME:12;;;Lisle;IL;60532;', 'PO Box 12'],
  ['box next to a street', 'ADR;HOME:12;;1 Main St;Lisle;IL;60532;', '1 Main St, PO Box 12'],
  ['second line only', 'ADR;HOME:;1 Main St;;Lisle;IL;60532;', '1 Main St'],
  ['unit said twice', 'ADR;HOME:;Apt 4;1 Main St Apt 4;Lisle;IL;60532;', '1 Main St Apt 4'],
  ['whole address in one part', 'ADR;HOME:;;1 Main St\\, Lisle\\, IL 60532;;;;', '1 Main St'],
])('keeps a %s', async (_, line, address) => {
  const contact = await contactOf('N:Doe;Jane', line)
  expect(contact).toMatchObject({ address, city: 'Lisle', state: 'IL', zipCode: '60532' })
})

test.each([
  ['FN:Jane Doe', 'Jane Doe'],
  ['N:Jane Doe;;;;\r\nFN:Jane Doe', 'Jane Doe'],
  ['N:;Jane Doe;;;', 'Jane Doe'],
  ['N:;;;;\r\nFN:Doe, Jane', 'Jane Doe'],
  ['N:Doe;Jane & John;;;', 'Jane Doe'],
])('finds the name in %j', async (lines, name) => {
  const { firstName, lastName } = await contactOf(lines)
  expect(`${firstName} ${lastName}`).toBe(name)
})

test('ignores a card inside a card', async () => {
  const agentLines = ['AGENT:', 'BEGIN:VCARD', 'N:Agent;Bob', 'TEL:312-555-0100', 'END:VCARD']
  const rows = await rowsOf('VERSION:2.1', 'N:Doe;Jane', ...agentLines, 'TEL:630-555-0103')
  expect(rows).toMatchObject([{ row: 1, draft: { firstName: 'Jane', phone: '+16305550103', details: null } }])
})

test('reports a truncated card and reads the next one', async () => {
  const rows = await rowsOf(
    'N:Doe;Jane',
    ...Array(5000).fill('N;a:'),
    'END:VCARD',
    'BEGIN:VCARD',
    'N:Doe;John',
  )
  expect(rows).toMatchObject([
    { draft: { firstName: 'Jane' }, warnings: ['The card is too long, so we left out the end of it'] },
    { draft: { firstName: 'John' } },
  ])
})

test('reads exported details back', async () => {
  const details: ContactDetails = {
    ...NO_DETAILS,
    ...{
      phoneKind: 'work',
      birthday: '--02-29',
      company: 'Acme; Sons',
      jobTitle: 'Broker',
      website: 'acme.com',
    },
    emails: [{ email: 'w@b.com', kind: 'work' }],
    phones: [
      { phone: '+16305550102', kind: 'mobile' },
      { phone: '+16305550101', kind: 'fax' },
    ],
    addresses: [
      { kind: 'mailing', address: 'PO Box 9', city: 'Lisle', state: 'IL', zipCode: '60532' },
      { kind: 'work', address: '9 Office Rd, Suite 5', city: 'Aurora', state: 'IL', zipCode: '60505' },
    ],
    ...{
      title: 'Dr.',
      suffix: 'Jr.',
      partner: { firstName: 'John', lastName: 'Doe' },
    },
  }
  const labelsAndNotes = { labels: ['VIP', 'A, B'], notes: 'Two\nlines; "quoted", \\slashed' }
  const contact = {
    ...{ firstName: 'Jane', lastName: 'Doe', email: 'j@b.com', phone: '+16305550103' },
    ...{ address: '1 Main St, Apt 4', city: 'Lisle', state: 'IL', zipCode: '60532' },
  }
  const text = toVCard({ ...contact, ...labelsAndNotes, details })
  const lines = text.split('\r\n').slice(1, -2)
  expect(await contactOf(...lines)).toEqual({ ...contact, ...labelsAndNotes, details, optOuts: [] })
})

test('reads a card of 10 MiB in little memory and yields between chunks', async () => {
  const line = new TextEncoder().encode('N;a:\n'.repeat(13_107))
  async function* chunks() {
    yield new TextEncoder().encode('BEGIN:VCARD\nN:Doe;Jane\n')
    for (let chunk = 0; chunk < 160; chunk++) yield line
    yield new TextEncoder().encode('END:VCARD\n')
  }
  const rows = []
  const rssBefore = process.memoryUsage().rss
  for await (const row of readVCardRows(chunks())) rows.push(row)
  expect(rows).toMatchObject([{ draft: { firstName: 'Jane' } }])
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(64 * 1024 * 1024)
})

test("reads several titles in one part, and Outlook's company number", async () => {
  const contact = await contactOf(
    ...['VERSION:4.0', 'N:Ålund;Søren;;Prof.,Dr.;Jr.,MD', 'TEL;TYPE=cell:206-555-0391'],
    'X-MS-TEL;VOICE;COMPANY:(206) 555-0399',
  )
  expect(contact).toMatchObject({
    phone: '+12065550391',
    details: { title: 'Prof. Dr.', suffix: 'Jr., MD', phones: [{ phone: '+12065550399', kind: 'main' }] },
  })
})
