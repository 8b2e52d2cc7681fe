import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { type ImportWorkspace, openImportWorkspace } from '#test/workspaces/imports.ts'

const INVARIANTS = new URL('../../../../../test/invariants.sql', import.meta.url)
const HEADER = 'First Name,Last Name,Email,Phone,Address,City,State,Zip'

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

const personOf = (n: number) =>
  `First${n},Last${n % 701},p${n}@example.com,(630) 2${String(n).padStart(2, '0').slice(-2)}-${String(10_000 + n).slice(-4)},${n} Main St,Naperville,IL,60540`

/** A file that counts its rows as they are read, 500 at a time. */
function fileWithCounter(rows: number, lineOf: (n: number) => string) {
  const state = { rowsRead: 0 }
  async function* bytes() {
    yield Buffer.from(`${HEADER}\n`)
    for (let from = 1; from <= rows; from += 500) {
      const lines = Array.from({ length: Math.min(500, rows - from + 1) }, (_, i) => lineOf(from + i))
      state.rowsRead += lines.length
      yield Buffer.from(`${lines.join('\n')}\n`)
    }
  }
  return { state, bytes: bytes() }
}

describe('Trust 23 large files', () => {
  it('a stalled database pauses the upload with a few chunks in memory and loses no rows', async () => {
    await newOrganization()
    const rows = 15_000
    const { state, bytes } = fileWithCounter(rows, personOf)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let markLocked = () => {}
    const isLocked = new Promise<void>((resolve) => {
      markLocked = resolve
    })
    const lockHolder = ws.owner.transaction(async (tx) => {
      await tx.run('lock table import_chunks in access exclusive mode')
      markLocked()
      await released
    })
    await isLocked
    const accepted = ws.imports.acceptCsv(admin, bytes, { enrich: false })
    const waitingLocksSql = `select from pg_locks l join pg_class c on c.oid = l.relation
       where c.relname = 'import_chunks' and not l.granted and l.database = (select oid from pg_database where datname = current_database())`
    await vi.waitFor(async () => expect(await ws.owner.rows(waitingLocksSql)).toHaveLength(1), {
      timeout: 20_000,
      interval: 20,
    })
    // Two chunks plus the reader's look-ahead for the end of a row: a window of 128 KB and a sample of 64 KB.
    expect(state.rowsRead).toBeLessThan(6000)
    release()
    await lockHolder
    const { importId, total } = await accepted
    expect({ total, rowsRead: state.rowsRead }).toEqual({ total: rows, rowsRead: rows })
    expect(await ws.listInconsistentImports(organizationId)).toEqual([])
    const lastRows = 'select last_row from import_chunks where import_id = $1 order by first_row'
    expect(await ws.owner.rows(lastRows, [importId])).toEqual(
      Array.from({ length: 15 }, (_, n) => ({ lastRow: 1001 + 1000 * n })),
    )
  })

  it('10,000 rows: exact counts, reasons by line, a responsive list, and a complete search', async () => {
    await newOrganization()
    // Every hundredth row repeats the person of fifty rows earlier in different case; every thousandth has no last name.
    const lineOf = (n: number) => {
      if (n % 1000 === 999) return `First${n},,p${n}@example.com,,,,,`
      return n % 100 === 60 ? personOf(n - 50).replace('First', 'FIRST') : personOf(n)
    }
    const { importId, total } = await ws.imports.acceptCsv(admin, fileWithCounter(10_000, lineOf).bytes, {
      enrich: false,
    })
    expect(total).toBe(10_000)
    let isRunning = true
    const importedCounts: number[] = []
    const watcher = (async () => {
      while (isRunning) {
        const { imported } = await ws.imports.get(admin, importId)
        const page = await ws.contacts.list(admin, { sort: 'score', limit: 1 })
        // Contacts counted as imported exist.
        expect(Number(page.total)).toBeGreaterThanOrEqual(imported)
        importedCounts.push(imported)
      }
    })()
    await ws.imports.run(organizationId, importId)
    isRunning = false
    await watcher
    const state = await ws.imports.get(admin, importId)
    expect(state).toMatchObject({
      status: 'done',
      imported: 9890,
      skipped: 110,
      total: 10_000,
      progress: 1,
    })
    expect(state.errors.slice(0, 2)).toEqual([
      'Row 61: Already in your contacts',
      'Row 161: Already in your contacts',
    ])
    expect(state.errors).toContain('Row 1000: Last Name is missing')
    expect(new Set(importedCounts).size).toBeGreaterThan(2)
    expect(await ws.countContacts(organizationId)).toBe(9890)
    const results = await ws.contacts.list(admin, { search: 'p9998@example.com', sort: 'score', limit: 5 })
    expect(results.items.map(({ firstName }) => firstName)).toEqual(['First9998'])
    expect(await ws.owner.rows('select from import_chunks where import_id = $1', [importId])).toEqual([])
    expect(await ws.owner.rows(await readFile(INVARIANTS, 'utf8'))).toEqual([])
  }, 120_000)

  it('finds known people by the primary key; no other index starts with the same columns', async () => {
    const otherIndexes = await ws.owner.rows(
      `select i.indexrelid::regclass::text as name from pg_index i
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
        where i.indrelid = 'contact_keys'::regclass and not i.indisprimary and a.attname = 'organization_id'`,
    )
    expect(otherIndexes).toEqual([])
  })
})
