import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/platform/db/database.ts'
import { silentLog } from '#server/platform/log.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { loadReferenceFiles } from './service/load-files.ts'
import { referenceFilesService } from './service.ts'

let database: TestDatabase
let owner: Database
let app: Database
let folder: string
const clock = { now: () => new Date('2026-11-20T12:00:00Z') }

beforeAll(async () => {
  database = await cloneDatabase()
  owner = openDatabase(database.ownerUrl, { log: silentLog, max: 1 })
  app = openDatabase(database.appUrl, { log: silentLog, max: 2 })
  folder = await mkdtemp(path.join(tmpdir(), 'ninefold-list-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await app.close()
  await owner.close()
  await database.drop()
})

const service = () => referenceFilesService({ db: app })
const candidateNames = async (fullName: string) =>
  (await (await service().getScreeningList()).findCandidates(fullName)).map(({ name }) => name)

async function load(files: Record<string, string>, listPath = folder): Promise<void> {
  for (const name of ['sdn.csv', 'alt.csv', 'SDN.XML']) await rm(path.join(folder, name), { force: true })
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    await writeFile(file, content)
    await utimes(file, new Date('2026-11-03T08:00:00Z'), new Date('2026-11-03T08:00:00Z'))
  }
  await loadReferenceFiles(
    { db: owner, clock, log: silentLog },
    { publicRecordsFile: null, ofacList: listPath },
    new AbortController().signal,
  )
}

const getStatus = async () => (await service().listStatuses()).find(({ name }) => name === 'sanctions')

const SDN = [
  '101,"HARBORLIGHT TRADING LTD",-0- ,"TEST1",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '102,"MARCHETTI, Ottavio Luca","individual","TEST1] [TEST2",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 04 Mar 1961; alt. DOB 1963; POB Genoa 1999; Passport 1984 (Italy)."',
  '103,"NORTHERN PETREL","vessel","TEST3",-0- ,"9XYZ",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '104,"ANDERSSON-KJÆR, Søren","individual","TEST3",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1955 to 1958."',
  '105,"CUT OFF","individual"',
  'abc,"NO NUMBER","individual","T",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
  '\u001a',
].join('\r\n')
const ALT = [
  '102,1,"aka","MARKETI, Otavio",-0- ',
  '102,2,"fka","BELLINI, Ottavio",-0- ',
  '101,3,"aka","HARBOR LIGHT",-0- ',
  '999,4,"aka","NOBODY OF THIS LIST",-0- ',
  '\u001a',
].join('\r\n')

test('A29 screens nothing without a list', async () => {
  const list = await service().getScreeningList()
  expect(list).toMatchObject({ loaded: false, listDate: null })
  expect(await list.findCandidates('Ottavio Marchetti')).toEqual([])
})

test('A29 reads individuals with aliases, programs and birth years from the CSV files', async () => {
  await load({ 'sdn.csv': SDN, 'alt.csv': ALT })
  const list = await service().getScreeningList()
  expect(list).toMatchObject({ loaded: true, listDate: '2026-11-03' })
  const common = { entityNumber: '102', program: 'TEST1] [TEST2', birthYears: [1961, 1963], strength: null }
  expect(await list.findCandidates('Ottavio Marchetti')).toEqual([
    { ...common, name: 'MARCHETTI, Ottavio Luca', kind: 'primary' },
    { ...common, name: 'MARKETI, Otavio', kind: 'aka' },
  ])
  expect(await list.findCandidates('Bellini Ottavio')).toEqual([
    { ...common, name: 'BELLINI, Ottavio', kind: 'fka' },
  ])
  expect((await list.findCandidates('soren andersson kjaer'))[0]).toMatchObject({
    birthYears: [1955, 1956, 1957, 1958],
  })
  expect(await candidateNames('Harbor Light')).toEqual([])
  expect(await candidateNames('Northern Petrel')).toEqual([])
  expect(await candidateNames('---')).toEqual([])
  expect(await getStatus()).toMatchObject({
    ...{ rows: 4, refused: 3, problem: null, variable: 'OFAC_LIST' },
    skippedSample: [
      { file: 'sdn.csv', line: 5, reason: 'it has 3 values instead of 12' },
      { file: 'sdn.csv', line: 6, reason: 'its entry number is not a number' },
      { file: 'alt.csv', line: 4, reason: "its entry isn't on the list" },
    ],
  })
})

const XML = `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="http://example.com/sdn.xsd">
  <publshInformation><Publish_Date>11/09/2026</Publish_Date><Record_Count>3</Record_Count></publshInformation>
  <sdnEntry><uid>201</uid><lastName>QUILL &amp; SONS</lastName><sdnType>Entity</sdnType></sdnEntry>
  <sdnEntry>
    <uid>202</uid><firstName>Ottavio</firstName><lastName>MARCHETTI</lastName><sdnType>Individual</sdnType>
    <programList><program>TEST1</program><program>TEST2</program></programList>
    <akaList>
      <aka><uid>1</uid><type>a.k.a.</type><category>weak</category><lastName>"TAVIO" MARCHETTI</lastName></aka>
      <aka><uid>2</uid><type>f.k.a.</type><category>strong</category><lastName>BELLINI</lastName><firstName>Ottavio</firstName></aka>
    </akaList>
    <dateOfBirthList>
      <dateOfBirthItem><uid>3</uid><dateOfBirth>circa 1961</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem>
    </dateOfBirthList>
    <placeOfBirthList><placeOfBirthItem><placeOfBirth>Genoa, 1900</placeOfBirth></placeOfBirthItem></placeOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>203</uid><sdnType>Individual</sdnType></sdnEntry>
</sdnList>`

test('A29 reads the same from the XML file, with its date and name strength', async () => {
  await load({ 'SDN.XML': XML })
  const list = await service().getScreeningList()
  expect(list.listDate).toBe('2026-11-09')
  const common = { entityNumber: '202', program: 'TEST1; TEST2', birthYears: [1961] }
  expect(await list.findCandidates('Ottavio Bellini')).toEqual([
    { ...common, name: 'BELLINI, Ottavio', kind: 'fka', strength: 'strong' },
  ])
  expect(await list.findCandidates('Tavio Marketi')).toContainEqual({
    ...common,
    ...{ name: '"TAVIO" MARCHETTI', kind: 'aka', strength: 'weak' },
  })
  expect(await getStatus()).toMatchObject({ rows: 3, refused: 1, skippedSample: [{ line: 17 }] })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['truncated XML', { 'SDN.XML': XML.slice(0, 900) }, /incomplete or malformed near line 1\d/],
  ['another XML', { 'SDN.XML': '<html><body>Sign in</body></html>' }, /isn't the SDN list/],
  ['an empty XML', { 'SDN.XML': ' ' }, /empty|malformed/],
  ['primary names without aliases', { 'sdn.csv': SDN }, /needs sdn.xml, or both/],
  ['an empty folder', {}, /needs sdn.xml, or both/],
])('%s keeps the previous list', async (_, files, problem) => {
  await load({ 'sdn.csv': SDN, 'alt.csv': ALT })
  await load(files)
  expect(await getStatus()).toMatchObject({ rows: 4, problem: expect.stringMatching(problem) })
  expect((await candidateNames('Ottavio Marchetti')).length).toBe(2)
})

const SYLLABLES =
  'ma ra ki lo sha ber tov in ed un gor al fa mi ne zu pet han cor dis vel ja ross tek ya'.split(' ')

/** Invented names distributed like real lists: some first names are very frequent, surnames vary. */
function generateName(i: number): string {
  const word = (n: number, syllables: number) =>
    Array.from({ length: syllables }, (_, index) => SYLLABLES[Math.floor(n / 25 ** index) % 25]).join('')
  const first = i % 12 === 0 ? 'Mohammed' : word((i * 7919) % 400, 2)
  return `${word((i * 104_729) % 15_625, 3)}, ${first} ${word((i * 31) % 600, 2)}`.toUpperCase()
}

test('A29 finds one name among 20,000 within milliseconds', async () => {
  const emptyCells = `${'-0- ,'.repeat(7)}-0- `
  const rows = Array.from(
    { length: 20_000 },
    (_, i) => `${i + 1000},"${generateName(i)}","individual","T",${emptyCells}`,
  )
  await load({
    'sdn.csv': `${rows.join('\n')}\n102,"MARCHETTI, Ottavio","individual","T",${emptyCells}`,
    'alt.csv': ALT,
  })
  expect(await getStatus()).toMatchObject({ rows: 20_003, problem: null })
  const list = await service().getScreeningList()
  expect((await candidateNames('Ottavio Marchetti'))[0]).toBe('MARCHETTI, Ottavio')
  const searchedNames = [
    'Mohammed Rossman',
    'Maria Lopez',
    'Ivan Petrov',
    'Ada Okafor',
    'John Smith',
    'Ali Rahmani',
  ]
  const startedAt = performance.now()
  for (const name of searchedNames) await list.findCandidates(name)
  // Each takes 1 to 5 ms, or about 100 ms without the index.
  expect((performance.now() - startedAt) / searchedNames.length).toBeLessThan(50)
})
