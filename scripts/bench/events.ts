// Writes and imports that publish events: an organization with a key that reads events and a webhook, against one without
// subscribers, for which nothing is stored.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiKey } from '#contract/api-keys.ts'
import { createContact } from '#contract/contacts.ts'
import { createWebhookEndpoint } from '#contract/v1/webhooks.ts'
import { numberOf } from '#test/product/invariants.ts'
import { type Call, quantile } from '#test/product/load.ts'
import { type Organization, openOrganization, waitForImport } from '../shared/people.ts'
import type { BenchContext, Measurement } from './bench-part.ts'
import { spreadsheetFile, spreadsheetRow } from './copy-contacts.ts'
import { compare, type Target } from './load.ts'

const MAX_IMPORTED = 20_000
const IMPORTS = 3
const IMPORT_TIMEOUT_MS = 600_000
/** Least share of the rate without subscribers. */
const GOAL = 0.75

type Subscribers = { subscribed: Organization; alone: Organization }

/** @param url the product without rate limits */
export async function measureEvents(context: BenchContext, url: string): Promise<Measurement[]> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  const { port } = receiver.address() as AddressInfo
  const { ownerUrl } = context
  const settings = { LOG_LEVEL: 'error', OUTBOUND_ALLOW: '127.0.0.1' }
  const product = await context.start(ownerUrl, settings)
  const organizations = {
    subscribed: await openOrganization({ url: product.url, ownerUrl }),
    alone: await openOrganization({ url: product.url, ownerUrl }),
  }
  const { client, id } = organizations.subscribed
  await client.json('POST', createApiKey.path.replace('{id}', id), {
    name: 'Events',
    scopes: ['events:read'],
  })
  await client.json('POST', createWebhookEndpoint.path, {
    url: `http://127.0.0.1:${port}/`,
    eventTypes: ['contact.created'],
  })
  const imports = await measureImportsWithEvents(product.url, organizations, context.contacts)
  await product.end('SIGTERM')
  const writes = await measureWritesWithEvents(context, url, organizations)
  await assertEvents(ownerUrl, organizations)
  return [writes, imports]
}

/** Imports of the same size by turns; the deliveries of one side run beside them. */
async function measureImportsWithEvents(
  url: string,
  { subscribed, alone }: Subscribers,
  contacts: number,
): Promise<Measurement> {
  const rows = Math.min(contacts, MAX_IMPORTED)
  const rates = { subscribed: [] as number[], alone: [] as number[] }
  for (let round = 0; round < IMPORTS; round++) {
    const csv = [...spreadsheetFile(rows, round * rows)].join('')
    const sides = [
      ['subscribed', subscribed],
      ['alone', alone],
    ] as const
    for (const [side, organization] of round % 2 ? sides : sides.toReversed())
      rates[side].push(rows / (await importFile(url, organization, csv, rows)))
  }
  return {
    operation: 'import with subscribers to events',
    value: quantile(rates.subscribed, 0.5),
    unit: 'rows/s',
    baseline: quantile(rates.alone, 0.5),
    goal: GOAL,
    note: 'limit: without subscribers',
  }
}

/** @returns seconds */
async function importFile(url: string, { client }: Organization, csv: string, rows: number): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`${url}/api/contacts/import/csv?enrich=0`, {
    method: 'POST',
    headers: { cookie: client.cookie(), 'content-type': 'text/csv', prefer: 'respond-async' },
    body: csv,
  })
  assert.equal(response.status, 202)
  const { importId } = (await response.json()) as { importId: string }
  const { status, imported } = await waitForImport(client, importId, IMPORT_TIMEOUT_MS)
  assert.deepEqual([status, imported], ['done', rows])
  return (performance.now() - startedAt) / 1000
}

/** Contacts added one by one. No process sends the deliveries meanwhile, so that this is what storing them costs. */
async function measureWritesWithEvents(
  { seconds, rounds }: BenchContext,
  url: string,
  { subscribed, alone }: Subscribers,
): Promise<Measurement> {
  // After the imported ones.
  let number = IMPORTS * MAX_IMPORTED
  const targetOf = ({ client }: Organization): Target => {
    const headers = { cookie: client.cookie() }
    return {
      url,
      next: (): Call => ({
        ...{ method: 'POST', path: createContact.path, headers },
        body: JSON.stringify(spreadsheetRow(number++)),
      }),
    }
  }
  const targets = { product: targetOf(subscribed), baseline: targetOf(alone) }
  const { product, baseline } = await compare(targets, { seconds, rounds, settle: async () => {} })
  return {
    operation: 'added contacts with subscribers to events',
    value: product.perSecond,
    ...{ p50: product.p50, p99: product.p99, baseline: baseline.perSecond, goal: GOAL },
    note: 'limit: without subscribers',
  }
}

/** Each added contact is in one event with one delivery, and in none without subscribers. */
async function assertEvents(ownerUrl: string, { subscribed, alone }: Subscribers): Promise<void> {
  const count = (sql: string, { id }: Organization) => numberOf(ownerUrl, sql, [id])
  const contacts = 'select count(*) from contacts where organization_id = $1'
  const created = `select count(*) from events e cross join unnest(e.contact_ids) as contact(id)
    where organization_id = $1 and type = 'contact.created'`
  const distinct = created.replace('count(*)', 'count(distinct contact.id)')
  const added = await count(contacts, subscribed)
  assert.deepEqual([await count(created, subscribed), await count(distinct, subscribed)], [added, added])
  const undelivered = `select count(*) from events e where organization_id = $1 and type = 'contact.created'
    and (select count(*) from webhook_deliveries d
          where d.organization_id = e.organization_id and d.event_id = e.id) <> 1`
  assert.equal(await count(undelivered, subscribed), 0)
  assert.ok((await count(contacts, alone)) > 0)
  assert.equal(await count('select count(*) from events where organization_id = $1', alone), 0)
}
