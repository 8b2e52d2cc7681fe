import { createReadStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readContactRows } from '#domain/contact-files/csv-rows.ts'
import { samePersonKeys } from '#domain/identity/person-match.ts'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { MALFORMED_CSV } from '#test/data/malformed-csv.ts'
import { type ImportWorkspace, openImportWorkspace, streamOf } from '#test/workspaces/imports.ts'

type Expected = {
  total: number
  imported: number
  skipped: number
  duplicateRows: number[]
  sampleErrors: string[]
}

const DATA = new URL('../../../../test/data/', import.meta.url)
const EXPECTED = JSON.parse(readFileSync(new URL('expected.json', DATA), 'utf8')) as Record<string, Expected>
const openFile = (file: string) => createReadStream(new URL(file, DATA))

let ws: ImportWorkspace
let organizationId: OrganizationId
let admin: Context

beforeAll(async () => {
  ws = await openImportWorkspace()
})
afterAll(() => ws.close())

async function newOrganization() {
  organizationId = await ws.createOrganization()
  admin = await ws.createUser(organizationId, 'ADMIN')
}

const listDuplicates = () =>
  ws.owner.rows(
    `select lower(first_name || ' ' || last_name || ' ' || email) from contacts
      where organization_id = $1 and email is not null group by 1 having count(*) > 1`,
    [organizationId],
  )

describe('A10 real-world exports', () => {
  it.each(Object.keys(EXPECTED))('%s: counts and errors', async (file) => {
    await newOrganization()
    const { total, imported, skipped, duplicateRows, sampleErrors } = EXPECTED[file]!
    const outcome = await ws.importCsv(admin, openFile(file))
    expect(outcome).toMatchObject({ status: 'done', progress: 1, total, imported, skipped, failure: null })
    expect(await ws.countContacts(organizationId)).toBe(imported)
    expect(outcome.errors).toEqual(expect.arrayContaining(sampleErrors))
    for (const row of duplicateRows) expect(outcome.errors).toContain(`Row ${row}: Already in your contacts`)
    expect(outcome.errors).toHaveLength(skipped)
    const rows = outcome.errors.map((line) => Number(/^Row (\d+): /.exec(line)?.[1]))
    expect(rows).toEqual(rows.toSorted((a, b) => a - b))
    expect(await ws.listInconsistentImports(organizationId)).toEqual([])
  })

  it('adds no contact twice with the same email or phone number', async () => {
    await newOrganization()
    const first = await ws.importCsv(admin, openFile('contacts-1000.csv'))
    const second = await ws.importCsv(admin, openFile('contacts-1000.csv'))
    let unrecognizable = 0
    for await (const row of readContactRows(openFile('contacts-1000.csv'))) {
      if ('draft' in row && samePersonKeys(row.draft).length === 0) unrecognizable += 1
    }
    expect(second).toMatchObject({ status: 'done', total: 1000, imported: unrecognizable })
    expect(second.skipped).toBe(1000 - unrecognizable)
    expect(await ws.countContacts(organizationId)).toBe(first.imported + unrecognizable)
    expect(await listDuplicates()).toEqual([])
  })

  it('does not add people on the suppression list', async () => {
    await newOrganization()
    const csv = 'First Name,Last Name,Email\nAnna,Smith,anna@example.com\nBen,Jones,ben@example.com\n'
    await ws.importCsv(admin, streamOf(csv))
    await ws.owner.run(
      `update contacts set do_not_contact = true where organization_id = $1 and first_name = 'Anna'`,
      [organizationId],
    )
    const rows = await ws.owner.rows<{ id: string }>('select id from contacts where organization_id = $1', [
      organizationId,
    ])
    for (const { id } of rows) await ws.contacts.remove(admin, id)
    expect(await ws.importCsv(admin, streamOf(csv))).toMatchObject({
      imported: 1,
      errors: ['Row 2: This person is on the do-not-contact list'],
    })
  })
})

describe('A10 unusable files', () => {
  it('leave nothing behind and report the reason', async () => {
    await newOrganization()
    const broken = streamOf(`First Name,Last Name\n${'Anna,Smith\n'.repeat(3000)}`)
    const interrupted = Readable.from(
      (async function* () {
        yield* broken
        yield Buffer.from('Anna,Smith\n'.repeat(20_000))
        throw new AppError('invalid', 'cut off')
      })(),
    )
    await expect(ws.imports.acceptCsv(admin, interrupted, { enrich: true })).rejects.toThrow('cut off')
    await expect(ws.imports.acceptCsv(admin, streamOf(''), { enrich: true })).rejects.toMatchObject({
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

  it('removes an abandoned upload and leaves a fresh one alone', async () => {
    await newOrganization()
    const insert = (age: string) =>
      ws.owner.row<{ id: string }>(
        `insert into imports (organization_id, kind, created_at) values ($1, 'csv', now() - $2::interval) returning id`,
        [organizationId, age],
      )
    const [staleId, freshId] = [await insert('61 minutes'), await insert('10 minutes')]
    await ws.owner.run(
      `insert into import_rows (organization_id, import_id, row, problem) select $1, $2, n, 'x' from generate_series(1, 20001) n`,
      [organizationId, staleId?.id],
    )
    await ws.imports.sweep()
    expect(
      await ws.owner.rows('select id from imports where organization_id = $1', [organizationId]),
    ).toEqual([freshId])
    expect(
      await ws.owner.rows('select row from import_rows where organization_id = $1', [organizationId]),
    ).toEqual([])
  })

  it('malformed files have the expected counts and never fail', async () => {
    for (const { name, bytes, expected } of MALFORMED_CSV) {
      await newOrganization()
      const outcome = await ws
        .importCsv(admin, Readable.from([bytes()]), false)
        .catch((error: unknown) => error)
      if ('error' in expected) {
        expect(outcome, name).toMatchObject({
          code: 'unprocessable',
          message: expect.stringMatching(expected.error),
        })
        continue
      }
      const { status, imported, skipped, total, errors } = outcome as Awaited<ReturnType<typeof ws.importCsv>>
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
  it('uses the last word as the last name and reports single words', async () => {
    await newOrganization()
    const { importId } = await ws.imports.acceptBulk(
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
