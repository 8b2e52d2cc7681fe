import { createReadStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContactRows } from '#domain/contact-files/csv-rows.ts'
import { samePersonKeys } from '#domain/identity/person-match.ts'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { MALFORMED_CSV } from '#test/data/malformed-csv.ts'
import { type ImportWorkspace, openImportWorkspace } from '#test/import-workspace.ts'

type Expected = {
  total: number
  imported: number
  skipped: number
  duplicateRows: number[]
  sampleErrors: string[]
}

const DATA = new URL('../../../../test/data/', import.meta.url)
const EXPECTED = JSON.parse(readFileSync(new URL('expected.json', DATA), 'utf8')) as Record<string, Expected>
const open = (file: string) => createReadStream(new URL(file, DATA))
const text = (csv: string) => Readable.from([Buffer.from(csv)])

let ws: ImportWorkspace
let organizationId: OrganizationId
let admin: Context

beforeAll(async () => {
  ws = await openImportWorkspace()
})
afterAll(() => ws.close())

async function newOrganization() {
  organizationId = await ws.organization()
  admin = await ws.user(organizationId, 'ADMIN')
}

/** From the first byte to the end of the job. */
async function importCsv(bytes: AsyncIterable<Uint8Array>, context = admin, enrich = true) {
  const { importId } = await ws.imports.acceptCsv(context, bytes, { enrich })
  await ws.queue.drain()
  return ws.imports.get(context, importId)
}

const contactCount = async () => {
  const row = await ws.owner.row<{ n: number }>(
    'select count(*) as n from contacts where organization_id = $1',
    [organizationId],
  )
  return row?.n
}

/** Rows of the organization's imports whose counts and rows do not agree. */
const inconsistentImports = () =>
  ws.owner.rows(
    `select i.id from imports i where i.organization_id = $1 and (
       i.imported + i.skipped <> i.processed
       or (i.status = 'done' and i.processed <> i.total)
       or (select count(*) from import_rows r where r.organization_id = i.organization_id and r.import_id = i.id)
          <> i.total - i.imported
       or (i.status in ('running', 'done') and i.imported <>
          (select count(*) from contacts c where c.organization_id = i.organization_id and c.import_id = i.id))
       or exists (select from import_rows r where r.organization_id = i.organization_id and r.import_id = i.id
                   and r.row <= i.processed_row and r.draft is not null))`,
    [organizationId],
  )

const doubledPersons = () =>
  ws.owner.rows(
    `select lower(first_name || ' ' || last_name || ' ' || email) from contacts
      where organization_id = $1 and email is not null group by 1 having count(*) > 1`,
    [organizationId],
  )

describe('A10 importing lists as people export them', () => {
  it.each(Object.keys(EXPECTED))('%s: counts and errors', async (file) => {
    await newOrganization()
    const { total, imported, skipped, duplicateRows, sampleErrors } = EXPECTED[file]!
    const outcome = await importCsv(open(file))
    expect(outcome).toMatchObject({ status: 'done', progress: 1, total, imported, skipped, failure: null })
    expect(await contactCount()).toBe(imported)
    expect(outcome.errors).toEqual(expect.arrayContaining(sampleErrors))
    for (const row of duplicateRows) expect(outcome.errors).toContain(`Row ${row}: Already in your contacts`)
    expect(outcome.errors).toHaveLength(skipped)
    const rows = outcome.errors.map((line) => Number(/^Row (\d+): /.exec(line)?.[1]))
    expect(rows).toEqual(rows.toSorted((a, b) => a - b))
    expect(await inconsistentImports()).toEqual([])
  })

  it('adds nobody twice who has an e-mail address or a phone number', async () => {
    await newOrganization()
    const first = await importCsv(open('contacts-1000.csv'))
    const again = await importCsv(open('contacts-1000.csv'))
    let unrecognisable = 0
    for await (const row of readContactRows(open('contacts-1000.csv'))) {
      if ('draft' in row && samePersonKeys(row.draft).length === 0) unrecognisable += 1
    }
    expect(again).toMatchObject({ status: 'done', total: 1000, imported: unrecognisable })
    expect(again.skipped).toBe(1000 - unrecognisable)
    expect(await contactCount()).toBe(first.imported + unrecognisable)
    expect(await doubledPersons()).toEqual([])
  })

  it('doubles no person when the same file is imported by two at once', async () => {
    await newOrganization()
    const lines = Array.from({ length: 3500 }, (_, n) => `First${n},Last${n},p${n}@example.com`)
    const file = (rows: string[]) => text(['First Name,Last Name,Email', ...rows].join('\n'))
    const accepted = await Promise.all([
      ws.imports.acceptCsv(admin, file(lines), { enrich: true }),
      ws.imports.acceptCsv(admin, file(lines.toReversed()), { enrich: true }),
    ])
    await Promise.all(accepted.map(({ importId }) => ws.imports.run(organizationId, importId)))
    const outcomes = await Promise.all(accepted.map(({ importId }) => ws.imports.get(admin, importId)))
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done'])
    expect(outcomes.map(({ imported }) => imported).reduce((a, b) => a + b)).toBe(3500)
    expect(await contactCount()).toBe(3500)
    expect(await inconsistentImports()).toEqual([])
    await ws.queue.drain()
  })

  it('goes on behind the last chunk after a stop, with nothing doubled or lost', async () => {
    await newOrganization()
    const csv = ['First Name,Last Name,Email']
    for (let n = 2; n <= 4501; n++)
      csv.push(n % 10 === 0 ? `First${n},,` : `First${n},Last,p${n}@example.com`)
    const { importId } = await ws.imports.acceptCsv(admin, text(csv.join('\n')), { enrich: true })
    const { publish } = ws.events
    let chunks = 0
    ws.events.publish = async (tx, organization, event) => {
      if (event.type === 'import.changed') chunks += 1
      // The server goes away in the middle of the third chunk.
      if (chunks === 3)
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' })
      await publish(tx, organization, event)
    }
    await expect(ws.queue.drain()).rejects.toThrow('terminated')
    ws.events.publish = publish
    expect(await ws.imports.get(admin, importId)).toMatchObject({
      status: 'running',
      imported: 1800,
      skipped: 200,
    })
    expect(await inconsistentImports()).toEqual([])
    await ws.imports.sweep()
    await ws.queue.drain()
    expect(await ws.imports.get(admin, importId)).toMatchObject({
      status: 'done',
      imported: 4050,
      skipped: 450,
      total: 4500,
    })
    expect(await contactCount()).toBe(4050)
    expect(await inconsistentImports()).toEqual([])
  })

  it('adds each row once when the job runs several times at once', async () => {
    await newOrganization()
    const csv = ['First Name,Last Name', ...Array.from({ length: 3000 }, (_, n) => `First${n},Last${n}`)]
    const { importId } = await ws.imports.acceptCsv(admin, text(csv.join('\n')), { enrich: true })
    await Promise.all([1, 2, 3].map(() => ws.imports.run(organizationId, importId)))
    await ws.queue.drain()
    expect(await ws.imports.get(admin, importId)).toMatchObject({ status: 'done', imported: 3000 })
    expect(await contactCount()).toBe(3000)
  })

  it('ends as failed, in plain words, on a fault that would come again', async () => {
    await newOrganization()
    const csv = ['First Name,Last Name', ...Array.from({ length: 1500 }, (_, n) => `First${n},Last${n}`)]
    const { importId } = await ws.imports.acceptCsv(admin, text(csv.join('\n')), { enrich: true })
    await ws.owner.run(
      `update import_rows set draft = '{"firstName": "Broken"}' where import_id = $1 and row = 1200`,
      [importId],
    )
    await ws.queue.drain()
    const outcome = await ws.imports.get(admin, importId)
    expect(outcome).toMatchObject({ status: 'failed', imported: 1000, total: 1500 })
    expect(outcome.failure).toMatch(/problem on our side/)
    await expect(ws.imports.result(admin, importId)).rejects.toMatchObject({ code: 'internal' })
    expect(await contactCount()).toBe(1000)
    expect(await ws.owner.rows('select row from import_rows where import_id = $1', [importId])).toEqual([])
  })

  it('keeps an opted-out person out', async () => {
    await newOrganization()
    const csv = 'First Name,Last Name,Email\nAnna,Smith,anna@example.com\nBen,Jones,ben@example.com\n'
    await importCsv(text(csv))
    await ws.owner.run(
      `update contacts set do_not_contact = true where organization_id = $1 and first_name = 'Anna'`,
      [organizationId],
    )
    const rows = await ws.owner.rows<{ id: string }>('select id from contacts where organization_id = $1', [
      organizationId,
    ])
    for (const { id } of rows) await ws.contacts.remove(admin, id)
    expect(await importCsv(text(csv))).toMatchObject({
      imported: 1,
      errors: ['Row 2: This person asked not to be contacted'],
    })
  })

  it('verifies at once where nobody is to be looked up, and looks up everybody else', async () => {
    await newOrganization()
    const csv = (name: string) =>
      text(['First Name,Last Name', ...Array.from({ length: 450 }, (_, n) => `${name}${n},Last`)].join('\n'))
    const plain = await importCsv(csv('Plain'), admin, false)
    const verify = ws.queue.waiting.filter(
      ({ data }) => (data as { organizationId: string }).organizationId === organizationId,
    )
    expect(verify.map(({ data }) => (data as { contactIds: string[] }).contactIds.length)).toEqual([
      200, 200, 50,
    ])
    expect(plain.enrichment).toEqual({ requested: false, waiting: 0, done: 0, outOfCredits: false })
    const enriched = await importCsv(csv('Enriched'))
    expect(enriched.enrichment).toEqual({ requested: true, waiting: 450, done: 0, outOfCredits: true })
  })
})

describe('A10 files that cannot be used', () => {
  it('leave nothing behind, and say why', async () => {
    await newOrganization()
    const broken = text(`First Name,Last Name\n${'Anna,Smith\n'.repeat(3000)}`)
    const cutOff = Readable.from(
      (async function* () {
        yield* broken
        yield Buffer.from('Anna,Smith\n'.repeat(20_000))
        throw new AppError('invalid', 'cut off')
      })(),
    )
    await expect(ws.imports.acceptCsv(admin, cutOff, { enrich: true })).rejects.toThrow('cut off')
    await expect(ws.imports.acceptCsv(admin, text(''), { enrich: true })).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringContaining('No CSV data'),
    })
    expect(
      await ws.owner.rows('select id from imports where organization_id = $1', [organizationId]),
    ).toEqual([])
    expect(
      await ws.owner.rows('select row from import_rows where organization_id = $1', [organizationId]),
    ).toEqual([])
  })

  it('takes away an upload whose process was stopped, and leaves a fresh one alone', async () => {
    await newOrganization()
    const insert = (age: string) =>
      ws.owner.row<{ id: string }>(
        `insert into imports (organization_id, kind, created_at) values ($1, 'csv', now() - $2::interval) returning id`,
        [organizationId, age],
      )
    const [stale, fresh] = [await insert('61 minutes'), await insert('10 minutes')]
    await ws.owner.run(
      `insert into import_rows (organization_id, import_id, row, problem) select $1, $2, n, 'x' from generate_series(1, 20001) n`,
      [organizationId, stale?.id],
    )
    await ws.imports.sweep()
    expect(
      await ws.owner.rows('select id from imports where organization_id = $1', [organizationId]),
    ).toEqual([fresh])
    expect(
      await ws.owner.rows('select row from import_rows where organization_id = $1', [organizationId]),
    ).toEqual([])
  })

  it('malformed files count as expected and never fail on our side', async () => {
    for (const { name, bytes, expected } of MALFORMED_CSV) {
      await newOrganization()
      const outcome = await importCsv(Readable.from([bytes()]), admin, false).catch((error: unknown) => error)
      if ('error' in expected) {
        expect(outcome, name).toMatchObject({
          code: 'unprocessable',
          message: expect.stringMatching(expected.error),
        })
        continue
      }
      const { status, imported, skipped, total, errors } = outcome as Awaited<ReturnType<typeof importCsv>>
      const duplicates = errors.filter((line) => line.endsWith(': Already in your contacts'))
      expect({ status, total, skipped }, name).toEqual({
        status: 'done',
        total: expected.rows + expected.problems.length,
        skipped: expected.problems.length + duplicates.length,
      })
      expect(imported, name).toBe(expected.rows - duplicates.length)
      expect(
        errors.filter((line) => !duplicates.includes(line)),
        name,
      ).toEqual(expected.problems)
    }
  }, 120_000)
})

describe('A19 contacts picked on a device', () => {
  it('takes the last word as the last name and reports one-word names', async () => {
    await newOrganization()
    const { importId } = await ws.imports.acceptPicked(
      admin,
      [
        {
          name: 'Anna Maria  Smith',
          phone: '(630) 555-0142',
          email: 'ANNA@example.com',
          address: '1 Main St\nApt 4',
        },
        { name: 'Ben Jones', phone: '', email: null },
        { name: 'Mum', phone: '312-555-0143' },
        { name: '', email: 'x@example.com' },
        { name: 'Anna Maria Smith', email: 'anna@example.com' },
      ],
      { enrich: true },
    )
    await ws.queue.drain()
    expect(await ws.imports.get(admin, importId)).toMatchObject({
      kind: 'bulk',
      ...{ imported: 2, skipped: 3, total: 5 },
      errors: [
        'Contact 3: Last Name is missing',
        'Contact 4: First Name is missing; Last Name is missing',
        'Contact 5: Already in your contacts',
      ],
    })
    const rows = await ws.owner.rows(
      'select first_name, last_name, email, phone, address from contacts where organization_id = $1 order by first_name',
      [organizationId],
    )
    expect(rows).toEqual([
      {
        firstName: 'Anna Maria',
        lastName: 'Smith',
        email: 'anna@example.com',
        phone: '+16305550142',
        address: '1 Main St, Apt 4',
      },
      { firstName: 'Ben', lastName: 'Jones', email: null, phone: null, address: null },
    ])
  })
})

describe('A10 undoing an import', () => {
  const list = (name: string) => text(`First Name,Last Name\n${name}1,Last\n${name}2,Last\n`)

  it('removes exactly its contacts; what waited to be looked up costs nothing', async () => {
    await newOrganization()
    const kept = await importCsv(list('Kept'))
    const gone = await importCsv(list('Gone'))
    await ws.db.tenant(organizationId, (tx) =>
      ws.credits.grantPeriod(tx, {
        key: 'p',
        amount: 100,
        start: '2026-01-01T00:00:00Z',
        end: '2099-01-01T00:00:00Z',
      }),
    )
    expect(await ws.imports.undo(admin, gone.importId)).toEqual({ removed: 2 })
    await ws.enrichment.runWaiting(organizationId)
    const left = await ws.owner.rows(
      'select import_id, first_name from contacts where organization_id = $1 order by 2',
      [organizationId],
    )
    expect(left).toEqual([
      { importId: kept.importId, firstName: 'Kept1' },
      { importId: kept.importId, firstName: 'Kept2' },
    ])
    expect(await ws.imports.get(admin, gone.importId)).toMatchObject({ status: 'undone', imported: 2 })
    const charged = await ws.owner.rows(
      `select e.import_id from credit_ledger l join enrichments e on l.idempotency_key = 'enrich:' || e.id
        where l.organization_id = $1 and e.import_id = $2`,
      [organizationId, gone.importId],
    )
    expect(charged).toEqual([])
    await expect(ws.imports.undo(admin, gone.importId)).rejects.toMatchObject({ code: 'conflict' })
    expect(await importCsv(list('Gone'))).toMatchObject({ imported: 2 })
  })

  it('MEMBER takes back only their own, ADMIN and OWNER everybody’s', async () => {
    await newOrganization()
    const [member, other, owner] = [
      await ws.user(organizationId, 'MEMBER'),
      await ws.user(organizationId, 'MEMBER'),
      await ws.user(organizationId, 'OWNER'),
    ]
    const mine = await importCsv(list('Mine'), member)
    const theirs = await importCsv(list('Theirs'), other)
    await expect(ws.imports.undo(member, theirs.importId)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await ws.imports.undo(member, mine.importId)).toEqual({ removed: 2 })
    expect(await ws.imports.undo(owner, theirs.importId)).toEqual({ removed: 2 })
  })

  it('is possible for 30 days, and only for what is complete', async () => {
    await newOrganization()
    const done = await importCsv(list('Old'))
    ws.time.now = new Date(Date.now() + 31 * 24 * 3600 * 1000)
    await expect(ws.imports.undo(admin, done.importId)).rejects.toMatchObject({ code: 'conflict' })
    ws.time.now = new Date()
    const { importId } = await ws.imports.acceptCsv(admin, list('New'), { enrich: true })
    await expect(ws.imports.undo(admin, importId)).rejects.toMatchObject({ code: 'conflict' })
    await ws.queue.drain()
    expect(await contactCount()).toBe(4)
  })

  it('an import of another organization is like one that never was', async () => {
    await newOrganization()
    const { importId } = await importCsv(list('Ours'))
    const stranger = await ws.user(await ws.organization(), 'OWNER')
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const verb of [ws.imports.get, ws.imports.undo]) {
      const [foreign, missing] = await Promise.all(
        [importId, unknown].map((id) =>
          verb(stranger, id).catch((error: AppError) => [error.code, error.message]),
        ),
      )
      expect(foreign).toEqual(missing)
      expect(foreign).toEqual(['not_found', 'Import not found'])
    }
  })
})
