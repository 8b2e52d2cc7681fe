import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { loadReferenceFiles } from './service/load-files.ts'
import { type ReferenceFile, referenceFilesService } from './service.ts'

let database: TestDatabase
let owner: Database
let app: Database
let folder: string
const logEntries: object[] = []
const log = {
  ...silentLog,
  info: (fields: object) => logEntries.push(fields),
  warn: (fields: object) => logEntries.push(fields),
}
const clock = { now: () => new Date('2026-11-20T12:00:00Z') }

beforeAll(async () => {
  database = await cloneDatabase()
  owner = openDatabase(database.ownerUrl, { log: silentLog, max: 1 })
  app = openDatabase(database.appUrl, { log: silentLog, max: 2 })
  folder = await mkdtemp(path.join(tmpdir(), 'ninefold-files-'))
})
beforeEach(async () => {
  logEntries.length = 0
  await load(null)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
  await owner.close()
  await database.drop()
})

const service = () => referenceFilesService({ db: app })
const NEVER_ABORTED = new AbortController().signal

async function load(
  publicRecordsFile: string | null,
  ofacList: string | null = null,
  signal = NEVER_ABORTED,
) {
  await loadReferenceFiles({ db: owner, clock, log }, { publicRecordsFile, ofacList }, signal)
}

async function writeSourceFile(name: string, content: string | Buffer, day = '2026-11-03'): Promise<string> {
  const file = path.join(folder, name)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  await utimes(file, new Date(`${day}T08:00:00Z`), new Date(`${day}T08:00:00Z`))
  return file
}

const getStatus = async (name = 'public_records'): Promise<ReferenceFile | undefined> =>
  (await service().listStatuses()).find((file) => file.name === name)

const HEADER = 'kind,documentId,names,street,city,state,zip,filedDate,amount,source'
const csvRow = (id: string, values: { name?: string; filed?: string; kind?: string } = {}) =>
  [
    values.kind ?? 'notice_of_default',
    id,
    values.name ?? 'Zoë Brandt',
    '9 Cedar Ave',
    'Aurora',
    'IL',
    '60505',
    values.filed ?? '2026-10-01',
    '"$12,500.00"',
    'Kane County Recorder',
  ].join(',')
const csv = (...rows: string[]) => [HEADER, ...rows].join('\n')

const ZOE = {
  ...{ firstName: 'Zoë', lastName: 'Brandt', street: '9 Cedar Avenue', city: 'Aurora', state: 'Illinois' },
  ...{ zipCode: '60505-1234', county: null },
}
const findRecordIds = async (subject = ZOE) =>
  (await service().findRecords(subject))?.records.map(({ documentId }) => documentId) ?? null

test('A30 finds records by name and home, and reports date and row count', async () => {
  await load(
    await writeSourceFile(
      'kane.csv',
      csv(csvRow('D-1'), csvRow('D-2', { name: 'Brandt Noah' }), csvRow('D-3', { name: 'Ada Okafor' })),
    ),
  )
  expect(await service().findRecords(ZOE)).toEqual({
    file: 'kane.csv',
    listDate: '2026-11-03',
    records: [
      {
        kind: 'notice_of_default',
        documentId: 'D-1',
        names: ['Zoë Brandt'],
        address: { street: '9 Cedar Ave', city: 'Aurora', state: 'IL', zipCode: '60505' },
        dates: { filed: '2026-10-01' },
        amount: 12500,
        source: 'Kane County Recorder',
        details: {},
      },
      expect.objectContaining({ documentId: 'D-2' }),
    ],
  })
  expect(await getStatus()).toMatchObject({
    rows: 3,
    refused: 0,
    problem: null,
    variable: 'PUBLIC_RECORDS_FILE',
  })
})

test('matches a name in the same city but not elsewhere', async () => {
  await load(await writeSourceFile('kane.csv', csv(csvRow('D-1'))))
  expect(await findRecordIds({ ...ZOE, street: '1 Other St' })).toEqual(['D-1'])
  expect(await findRecordIds({ ...ZOE, street: '1 Other St', city: 'Elgin', zipCode: '60120' })).toEqual([])
  expect(await findRecordIds({ ...ZOE, firstName: 'Ida', street: '1 Other St' })).toEqual([])
  expect(
    await findRecordIds({ ...ZOE, street: null, city: null, state: null, zipCode: null } as never),
  ).toEqual([])
})

test('skips a bad row with line and reason but without its content', async () => {
  const content = csv(
    csvRow('D-1'),
    csvRow('D-2', { kind: 'gossip' }),
    csvRow('D-3', { filed: '2026-02-31' }),
    csvRow(''),
    `${csvRow('D-4')},shifted`,
    csvRow('D-5', { name: `"lost quote` }),
    csvRow('D-6'),
  )
  await load(await writeSourceFile('bad.csv', content))
  const file = await getStatus()
  expect(await findRecordIds()).toEqual(['D-1', 'D-6'])
  expect(file).toMatchObject({ rows: 2, refused: 5, problem: null })
  expect(file?.skippedSample.slice(0, 4)).toEqual([
    { line: 3, reason: 'its kind is unknown' },
    { line: 4, reason: 'filedDate is not a date' },
    { line: 5, reason: 'documentId is missing' },
    { line: 6, reason: 'it has more values than the header has columns' },
  ])
  expect(file?.skippedSample[4]?.line).toBe(7)
  expect(JSON.stringify([file, logEntries])).not.toMatch(/Brandt|gossip|Cedar/)
})

test('a line of a megabyte skips only its own row', async () => {
  await load(
    await writeSourceFile('huge.csv', csv(csvRow('D-1'), csvRow('x'.repeat(1_000_000)), csvRow('D-2'))),
  )
  expect(await findRecordIds()).toEqual(['D-1', 'D-2'])
  expect((await getStatus())?.skippedSample).toEqual([
    { line: 3, reason: expect.stringMatching(/^longer than 64 KB/) },
  ])
})

test.each([
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  [
    'semicolons',
    (text: string) => Buffer.from(text.replaceAll('"$12,500.00"', '12500').replaceAll(',', ';')),
  ],
])('reads a file in %s correctly', async (_, encode) => {
  await load(await writeSourceFile('kane.csv', encode(csv(csvRow('D-1')))))
  expect((await service().findRecords(ZOE))?.records[0]).toMatchObject({
    names: ['Zoë Brandt'],
    amount: 12500,
  })
})

test('loads a file again only when its content changed', async () => {
  const file = await writeSourceFile('kane.csv', csv(csvRow('D-1')))
  await load(file)
  const firstStatus = await getStatus()
  logEntries.length = 0
  await writeSourceFile('kane.csv', csv(csvRow('D-1')), '2026-11-09')
  await load(file)
  expect(logEntries).toEqual([])
  expect(await getStatus()).toEqual(firstStatus)

  await writeSourceFile('kane.csv', csv(csvRow('D-8'), csvRow('D-9')), '2026-11-10')
  await load(file)
  expect(await findRecordIds()).toEqual(['D-8', 'D-9'])
  expect(await getStatus()).toMatchObject({ rows: 2, listDate: '2026-11-10' })
  expect(await owner.row('select count(*)::int as rows from public_records')).toEqual({ rows: 2 })
})

test('keeps loaded content when a file disappears or breaks, and reports the problem', async () => {
  const file = await writeSourceFile('kane.csv', csv(csvRow('D-1')))
  await load(file)
  const unusable: [string | Buffer | null, RegExp][] = [
    [null, /not found/],
    ['', /empty/],
    ['First Name,Last Name\nZoë,Brandt', /has no column kind, documentId, source/],
    [csv(csvRow('D-2', { kind: 'gossip' })), /None of the 1 rows .* Line 2: its kind/],
    [HEADER, /has no rows/],
    [Buffer.from('%PDF-1.7 and so on'), /PDF/],
  ]
  for (const [content, problem] of unusable) {
    if (content === null) await rm(file)
    else await writeSourceFile('kane.csv', content)
    await load(file)
    expect(await getStatus()).toMatchObject({ rows: 1, problem: expect.stringMatching(problem) })
    expect(await findRecordIds()).toEqual(['D-1'])
  }
  await writeSourceFile('kane.csv', csv(csvRow('D-1')))
  await load(file)
  expect(await getStatus()).toMatchObject({ rows: 1, problem: null })
})

test('removes a file that is no longer configured', async () => {
  await load(await writeSourceFile('kane.csv', csv(csvRow('D-1'))))
  await load(null)
  expect(await service().findRecords(ZOE)).toBeNull()
  expect(await service().listStatuses()).toEqual([])
  expect(await owner.rows('select from public_records')).toEqual([])
})

test('keeps earlier content when stopped halfway, and loads the file on the next start', async () => {
  const file = await writeSourceFile('kane.csv', csv(csvRow('D-1')))
  await load(file)
  await writeSourceFile('kane.csv', csv(...Array.from({ length: 3000 }, (_, i) => csvRow(`N-${i}`))))
  const stop = new AbortController()
  const counts: number[] = []
  const stoppingDb: Database = {
    ...owner,
    transaction: (work) =>
      owner.transaction((tx) =>
        work({
          ...tx,
          run: async (...statement) => {
            counts.push((await findRecordIds())?.length ?? 0)
            if (counts.length === 3) stop.abort()
            return tx.run(...statement)
          },
        }),
      ),
  }
  await loadReferenceFiles(
    { db: stoppingDb, clock, log },
    { publicRecordsFile: file, ofacList: null },
    stop.signal,
  )
  expect(counts).toEqual([1, 1, 1])
  expect(await findRecordIds()).toEqual(['D-1'])
  expect(await owner.row('select count(*)::int as rows from public_records')).toEqual({ rows: 1 })

  await load(file)
  expect(await getStatus()).toMatchObject({ rows: 3000, problem: null })
  expect((await findRecordIds())?.length).toBe(500)
})

test('keeps earlier content when the connection is lost halfway', async () => {
  const file = await writeSourceFile('kane.csv', csv(csvRow('D-1')))
  await load(file)
  await writeSourceFile('kane.csv', csv(...Array.from({ length: 2000 }, (_, i) => csvRow(`N-${i}`))))
  const brokenDb: Database = {
    ...owner,
    transaction: (work) =>
      owner.transaction((tx) =>
        work({
          ...tx,
          run: async (...statement) => {
            await tx.run(...statement)
            await tx.run('select pg_terminate_backend(pg_backend_pid())')
            return 0
          },
        }),
      ),
  }
  await loadReferenceFiles(
    { db: brokenDb, clock, log },
    { publicRecordsFile: file, ofacList: null },
    NEVER_ABORTED,
  )
  expect(await findRecordIds()).toEqual(['D-1'])
  expect((await getStatus())?.problem).toMatch(/^Loading failed \(/)
})
