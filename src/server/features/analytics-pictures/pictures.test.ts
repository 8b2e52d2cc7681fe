import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber(`${randomUUID()}@example.com`)
  const { json } = await ann.request('POST', '/api/contacts', { firstName: 'Hazel', lastName: 'Abernathy' })
  const { id } = json as { id: string }
  await ann.request('POST', `/api/contacts/${id}/activities`, { type: 'call', outcome: 'appointment' })
})
afterAll(() => app.close())

const draw = (query: string) => ann.request('GET', `/api/analytics/png?${query}`)

test.each(ANALYTICS_VIEWS)('draws %s with work and without', async (view) => {
  const stranger = await app.subscriber(`${randomUUID()}@example.com`)
  for (const person of [ann, stranger]) {
    const { status, headers, bytes } = await person.request('GET', `/api/analytics/png?view=${view}`)
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers['content-disposition']).toBe(`attachment; filename="${view}.png"`)
    expect((await sharp(bytes).metadata()).width).toBe(1600)
  }
})

test('draws a chart of a view with filters by name', async () => {
  const query = `view=funnel&chart=by-source&member=${ann.userId}&tag=${randomUUID()}&team=${randomUUID()}`
  const { status, headers } = await draw(query)
  expect([status, headers['content-disposition']]).toEqual([
    200,
    'attachment; filename="funnel-by-source.png"',
  ])
})

test('refuses a chart that the view lacks, and a range of a hundred years', async () => {
  expect((await draw('view=funnel&chart=histogram')).status).toBe(404)
  const { status, json } = await draw('view=funnel&from=1926-01-01')
  expect(status).toBe(400)
  expect(json).toMatchObject({ fields: { from: 'Choose a day within the last 10 years' } })
})

test('counts days up to the last one of the range', async () => {
  const read = async (query: string) => (await ann.request('GET', `/api/analytics/overview?${query}`)).json
  expect(await read('to=2026-03-10&days=7')).toMatchObject({
    range: { from: '2026-03-04', to: '2026-03-10' },
  })
  expect((await ann.request('GET', '/api/analytics/overview?days=0')).status).toBe(400)
})

test('stores a dashboard whose days move along', async () => {
  const body = { name: 'Last week', view: 'overview', query: { days: '7' } }
  const { status, json } = await ann.request('POST', '/api/analytics/dashboards', body)
  expect(status).toBe(201)
  expect(json).toMatchObject({ query: { days: '7' } })
})

test.each(['csv', 'png'])('sends a %s to the page of the organization, and to no other', async (file) => {
  const get = (id: string) =>
    ann.request('GET', `/api/analytics/${file}?view=pipeline&days=90&organizationId=${id}`)
  expect((await get(ann.organizationId)).status).toBe(200)
  expect((await get(randomUUID())).status).toBe(409)
})

test.each(['source=Zillow', 'zip=60540', 'source=Zillow&zip=60540'])(
  'answers with the filter %s',
  async (filter) => {
    const { status, json } = await ann.request('GET', `/api/analytics/funnel?${filter}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({ filters: Object.fromEntries(new URLSearchParams(filter)) })
  },
)

test('places ZIP codes in the drawing of the map, with their county', async () => {
  await ann.request('POST', '/api/contacts', { firstName: 'Bo', lastName: 'Reyes', zipCode: '60540' })
  await ann.request('POST', '/api/contacts', { firstName: 'Cy', lastName: 'Reyes', zipCode: '00000' })
  const { neighborhoods } = (await ann.request('GET', '/api/analytics/neighborhoods')).json
  const placeOf = (zip: string) =>
    (neighborhoods as { zip: string | null }[]).find((each) => each.zip === zip)
  expect(placeOf('60540')).toMatchObject({
    county: '17043',
    position: { x: expect.any(Number), y: expect.any(Number) },
  })
  expect(placeOf('00000')).toMatchObject({ county: null, position: null })
})
