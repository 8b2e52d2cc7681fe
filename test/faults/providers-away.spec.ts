import { afterEach, expect, test } from 'vitest'
import { KEYS, peopleDataLabs } from '#test/fakes/people-providers.ts'
import { createProviderServer } from '#test/fakes/provider-server.ts'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { type FaultProxy, startFaultProxy } from '#test/product/fault-proxy.ts'
import { findBrokenInvariants, numberOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'

/** More than the connections that requests and jobs of one process share. */
const ENRICHMENT_COUNT = 12

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close()
})

/** The product and a provider that finds everyone, with a proxy in between. */
async function start(): Promise<{ product: Product; proxy: FaultProxy; client: Client; ids: string[] }> {
  const provider = await createProviderServer({ routes: [peopleDataLabs] })
  const proxy = await startFaultProxy(provider.url)
  const settings = { PDL_API_KEY: KEYS.pdl, PDL_URL: `http://127.0.0.1:${proxy.port}` }
  cleanups.push(provider.stop, proxy.stop)
  const product = await startProduct(settings)
  cleanups.push(product.stop)
  const { client } = await becomeSubscriber(product, 'looker@example.com')
  const ids: string[] = []
  for (let i = 0; i < ENRICHMENT_COUNT; i++) {
    const body = { firstName: 'Casey', lastName: `Number${i}`, email: `match@h${i}.example.com` }
    ids.push((await client.json<{ id: string }>('POST', '/api/contacts', body)).id)
  }
  return { product, proxy, client, ids }
}

test('Trust 18 20 a silent provider holds no connection, lists still work, and every credit is refunded', async () => {
  const { product, proxy, client, ids } = await start()
  const { ownerUrl } = product.database
  const creditsBefore = await numberOf(ownerUrl, 'select credits from organizations')
  proxy.blackHole(true)
  const enrichments = ids.map((id) => client.send('POST', `/api/contacts/${id}/enrich`))
  const countRunning = "select count(*) from enrichments where status = 'running'"
  await expect.poll(() => numberOf(ownerUrl, countRunning), { timeout: 10_000 }).toBeGreaterThan(3)
  await expect.poll(() => proxy.countConnections(), { timeout: 10_000 }).toBeGreaterThan(3)
  const countIdle = `select count(*) from pg_stat_activity where datname = current_database()
    and application_name = 'ninefold' and state like 'idle in transaction%'`
  await expect.poll(() => numberOf(ownerUrl, countIdle), { timeout: 10_000 }).toBe(0)
  expect((await client.send('GET', '/api/contacts')).status).toBe(200)
  // The provider closes all connections, as after a timeout.
  await proxy.refuse(true)
  const statuses = (await Promise.all(enrichments)).map(({ status }) => status)
  expect(statuses).toEqual(ids.map(() => 503))
  expect(await numberOf(ownerUrl, 'select credits from organizations')).toBe(creditsBefore)
  expect(await findBrokenInvariants(ownerUrl)).toEqual([])
}, 120_000)
