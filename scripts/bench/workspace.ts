// A database for each size: the demo workspace, filled with as many more contacts as wanted.
import assert from 'node:assert/strict'
import pg from 'pg'
import { brokenInvariants, numberOf, rowsOf } from '#test/product/invariants.ts'
import { runProduct } from '#test/product/running-product.ts'
import { addMember } from '../shared/people.ts'
import type { Postgres } from '../shared/postgres.ts'
import type { Workspace } from './bench-part.ts'
import { fillOrganization } from './fill.ts'

const COUNT = 'select contacts from organization_counters where organization_id = $1'

/** An organization with that many contacts, filled unless it exists from an earlier run. */
export async function openWorkspace(postgres: Postgres, contacts: number): Promise<Workspace> {
  const ownerUrl = postgres.url
  const start = performance.now()
  const product = await runProduct(ownerUrl, { DEMO: '1' })
  await product.end('SIGTERM')
  const [demo] = await rowsOf<{ id: string }>(
    ownerUrl,
    'select organization_id as id from organization_counters',
  )
  const organizationId = demo?.id ?? ''
  if ((await numberOf(ownerUrl, COUNT, [organizationId])) < contacts) {
    const owner = new pg.Client({ connectionString: ownerUrl })
    await owner.connect()
    await fillOrganization(owner, organizationId, contacts).finally(() => owner.end())
    assert.deepEqual(await brokenInvariants(ownerUrl), [], 'The filled database breaks an invariant')
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    console.log(`${contacts.toLocaleString('en')} contacts filled in ${seconds} s`)
  }
  const email = `bench-${Date.now()}@example.com`
  const { cookie } = await addMember({ ownerUrl }, organizationId, { email, role: 'OWNER' })
  return {
    contacts,
    organizationId,
    ownerUrl,
    cookie,
    emptyDatabase: () => postgres.migrated('bench_imports'),
  }
}
