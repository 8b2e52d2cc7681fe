// A database for each size: the demo workspace, filled with as many more contacts as wanted.
import assert from 'node:assert/strict'
import { findBrokenInvariants, numberOf, rowsOf } from '#test/product/invariants.ts'
import { runProduct } from '#test/product/running-product.ts'
import { withServerClient } from '#test/server-client.ts'
import { addMember } from '../shared/people.ts'
import type { Postgres } from '../shared/postgres.ts'
import { fillOrganization } from './fill.ts'

const COUNT_CONTACTS = 'select contacts from organization_counters where organization_id = $1'

/** An organization with that many contacts, filled unless it exists from an earlier run. */
export async function openWorkspace(postgres: Postgres, contacts: number) {
  const ownerUrl = postgres.url
  const startedAt = performance.now()
  const product = await runProduct(ownerUrl, { DEMO: '1' })
  await product.end('SIGTERM')
  const [demo] = await rowsOf<{ id: string }>(
    ownerUrl,
    'select organization_id as id from organization_counters',
  )
  const organizationId = demo?.id ?? ''
  if ((await numberOf(ownerUrl, COUNT_CONTACTS, [organizationId])) < contacts) {
    await withServerClient(ownerUrl, (owner) => fillOrganization(owner, organizationId, contacts))
    assert.deepEqual(await findBrokenInvariants(ownerUrl), [], 'The filled database breaks an invariant')
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${contacts.toLocaleString('en')} contacts filled in ${seconds} s`)
  }
  const email = `bench-${Date.now()}@example.com`
  const { cookie } = await addMember({ ownerUrl }, organizationId, { email, role: 'OWNER' })
  return {
    contacts,
    organizationId,
    /** A database address that row-level security does not bind. */
    ownerUrl,
    /** Identifies the member who sends the calls. */
    cookie,
    /** A migrated database without rows on the same server. */
    emptyDatabase: () => postgres.createMigratedDatabase('bench_imports'),
  }
}
/** A filled database with one organization and a signed-in member. */
export type Workspace = Awaited<ReturnType<typeof openWorkspace>>
