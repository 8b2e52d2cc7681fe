// Response times and sizes of the map for a single caller, with contacts all over the country. Before it is measured, its groups
// must hold as many contacts as the database has with a place.
import assert from 'node:assert/strict'
import { type ContactMap, getMap } from '#contract/map.ts'
import { rowsOf } from '#test/product/invariants.ts'
import { withServerClient } from '#test/server-client.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { measureSingleCaller, rotate } from './load.ts'
import { startUnlimited } from './unlimited-product.ts'

const CALL_COUNT = 200
const MAX_MS = 80
const MAX_KB = 30
const LOAD_TIMEOUT_MS = 120_000

export async function measureMap(context: BenchContext): Promise<Measurement[]> {
  const { ownerUrl, organizationId, cookie } = context
  const product = await startUnlimited(context)
  await waitForZipCodes(ownerUrl)
  // The filled contacts live in a few towns; spread over all ZIP codes they make the most groups.
  await withServerClient(ownerUrl, async (client) => {
    await client.query(
      `update contacts c set zip_code = z.zip, place = z.place
         from (select zip, place, row_number() over (order by zip) - 1 as n from zip_places where place >= 0) z
        where c.organization_id = $1
          and z.n = abs(hashtext(c.id::text)) % (select count(*) from zip_places where place >= 0)`,
      [organizationId],
    )
    await client.query('vacuum analyze contacts')
  })
  const headers = { cookie, 'accept-encoding': 'gzip' }
  const read = async (query: string) => {
    const response = await fetch(`${product.url}${getMap.path}?${query}`, { headers })
    return (await response.json()) as ContactMap
  }
  const map = await read('')
  const [placed] = await rowsOf<{ on: number; elsewhere: number; without: number }>(
    ownerUrl,
    `select count(*) filter (where place >= 0)::int as on, count(*) filter (where place < 0)::int as elsewhere,
            count(*) filter (where place is null)::int as without from contacts where organization_id = $1`,
    [organizationId],
  )
  const sum = map.groups.reduce((total, { contacts }) => total + contacts, 0)
  assert.deepEqual(
    { on: sum, elsewhere: map.elsewhere, without: map.withoutPlace },
    { on: placed?.on, elsewhere: placed?.elsewhere, without: placed?.without },
    'The groups of the map are not the contacts',
  )
  const measure = async (operation: string, queries: readonly string[]): Promise<Measurement[]> => {
    const paths = queries.map((query) => `${getMap.path}?${query}`)
    const next = rotate(paths.map((path) => ({ path, headers })))
    const times = await measureSingleCaller({ url: product.url, next }, CALL_COUNT, 0.95)
    const sizes = await Promise.all(paths.map((path) => bytesOf(product.url + path, cookie)))
    return [
      { operation: `${operation}, p95`, ...times, goal: MAX_MS },
      {
        operation: `${operation}, largest answer`,
        value: Math.max(...sizes) / 1024,
        unit: 'KiB',
        goal: MAX_KB,
        isLowerBetter: true,
      },
    ]
  }
  const areas = map.groups.slice(0, 40).map(({ area }) => `area=${area}`)
  return [
    ...(await measure('map, whole', [''])),
    ...(await measure('map, three filters', ['minScore=10&hasEmail=true&doNotContact=false'])),
    ...(await measure('map, an area', areas)),
  ]
}

/** Bytes as sent, compressed. */
async function bytesOf(url: string, cookie: string): Promise<number> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const call = request(url, { headers: { cookie, 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
      })
      response.on('end', () => resolve(bytes))
    })
    call.on('error', reject)
    call.end()
  })
}

/** Waits until the product has loaded the ZIP codes and placed the filled contacts. */
async function waitForZipCodes(ownerUrl: string): Promise<void> {
  const deadline = Date.now() + LOAD_TIMEOUT_MS
  for (;;) {
    const [load] = await rowsOf<{ done: boolean }>(
      ownerUrl,
      'select bool_or(finished_at is not null) as done from zip_list_loads',
    )
    if (load?.done) return
    assert.ok(Date.now() < deadline, 'The ZIP codes were not loaded in time')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
