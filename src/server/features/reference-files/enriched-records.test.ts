import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import { silentLog } from '#server/platform/log.ts'
import { createZipCodes } from '#server/platform/places/zip-codes.ts'
import { createDataProviders } from '#server/platform/providers/data-providers.ts'
import { balanceOf, withJobsRunning } from '#test/checks.ts'
import { ATTOM_KEY, attom, census, openFema } from '#test/fakes/place-providers.ts'
import { createProviderServer } from '#test/fakes/provider-server.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { loadReferenceFiles } from './service/load-files.ts'

const clock = { now: () => new Date('2026-03-10T12:00:00Z') }

let server: Awaited<ReturnType<typeof createProviderServer>>
let app: TestApp
let ann: Person
let file: string
beforeAll(async () => {
  server = await createProviderServer({ routes: [attom, openFema, census] })
  const { url } = server
  const sources = createDataProviders({
    settings: {
      ...{ peopleDataLabs: null, trestle: null, twilio: null },
      ...{ attom: { key: ATTOM_KEY, url }, openFema: { url }, census: { url } },
    },
    sampleData: false,
    recordFile: (subject) => app.services.referenceFiles.findRecords(subject),
    zipCodes: createZipCodes(),
    clock,
    http: { limits: { timeoutMs: 600, breakerFailures: 1000 }, sleep: async () => undefined },
  })
  app = await createTestApp({
    ...{ clock, providers: sources.providers, providerStatuses: sources.statuses },
    adminEmails: ['operator@example.com'],
  })
  ann = await app.subscriber('ann@example.com', 10)
  file = path.join(await mkdtemp(path.join(tmpdir(), 'ninefold-records-')), 'county.csv')
  await writeFile(file, RECORDS)
  await utimes(file, new Date('2026-03-02T08:00:00Z'), new Date('2026-03-02T08:00:00Z'))
  const settings = { publicRecordsFile: file, ofacList: null }
  await loadReferenceFiles({ db: app.owner, clock, log: silentLog }, settings, new AbortController().signal)
})
afterAll(async () => {
  await rm(path.dirname(file), { recursive: true })
  await app.close()
  await server.stop()
})

const RECORDS = `kind;documentId;names;street;city;state;zip;eventDate;filedDate;source;damage;county;individualAssistance
notice_of_default;NOD-1;LINDQUIST PER & ADA;12 Heron Court;Lisle;IL;60532;;2026-01-15;DuPage County Recorder;;;
notice_of_default;NOD-1;LINDQUIST PER;12 Heron Court;Lisle;IL;60532;;2026-01-15;DuPage County Recorder;;;
notice_of_default;NOD-2;Ada Okafor;12 Heron Court;Lisle;IL;60532;;2026-01-16;DuPage County Recorder;;;
dissolution;FA-7;"Lindquist, Ada; Lindquist, Per";;Lisle;IL;;;2025-12-01;Circuit court;;;
dissolution;FA-8;Ada Lindquist;;Peoria;IL;;;2025-12-01;Circuit court;;;
bankruptcy;BK-1;Ada Lindquist;;Lisle;IL;;;2090-01-01;Bankruptcy court;;;
permit;P-3;A Roofing LLC;12 Heron Ct;Lisle;IL;60532;2026-02-01;;Building department;yes;;
disaster;DR-4901-IL;;;;IL;;2026-01-05;;County emergency office;;DuPage County;yes
gossip;G-1;Ada Lindquist;;Lisle;IL;;;2025-12-01;A neighbour;;;
`

async function addEnrichedContact(street: string): Promise<ContactDetail> {
  const contact = {
    firstName: 'Ada',
    lastName: 'Lindquist',
    address: street,
    city: 'Lisle',
    state: 'IL',
    zipCode: '60532',
  }
  const newContact: ContactDetail = (await ann.request('POST', '/api/contacts', contact)).json
  const response = await withJobsRunning(app, ann.request('POST', `/api/contacts/${newContact.id}/enrich`))
  expect(response.status).toBe(200)
  return response.json
}

test('A28 A30 loaded documents and declared disasters become signals with their source, once', async () => {
  const contact = await addEnrichedContact('12 Heron Ct')
  const signals = contact.signals.map(({ metadata, source, eventDate }) => [
    ...[metadata?.ruleId, metadata?.documentId, source, eventDate],
  ])
  expect(signals.sort()).toEqual([
    ['DB1', 'NOD-1', 'DuPage County Recorder', '2026-01-15'],
    ['DI1', 'FA-7', 'Circuit court', '2025-12-01'],
    ['DS1', 'DR-4877-IL', 'OpenFEMA', '2025-08-01'],
    ['DS1', 'DR-4901-IL', 'County emergency office', '2026-01-05'],
    ['DS2', 'P-3', 'Building department', '2026-02-01'],
  ])
  expect(contact.properties[0]).toMatchObject({ address: '12 Heron Ct', bedrooms: 4 })
  expect(await balanceOf(app.owner, ann.organizationId)).toBe(9)
})

test('A33 the operator sees the file, its date, its rows and skipped rows', async () => {
  const operator = await app.signIn('operator@example.com')
  const response = await operator.request('GET', '/api/admin/providers')
  expect(response.status).toBe(200)
  expect((response.json as { files: object[] }).files).toEqual([
    {
      ...{ purpose: 'Documents of courts and counties', variable: 'PUBLIC_RECORDS_FILE', file: 'county.csv' },
      ...{ listDate: '2026-03-02', loadedAt: '2026-03-10T12:00:00.000Z', rows: 8, refused: 1, problem: null },
      skippedSample: [{ line: 10, reason: 'its kind is unknown' }],
    },
  ])
  expect((await ann.request('GET', '/api/admin/providers')).status).toBe(403)
})
