import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Person, TestApp } from './test-app.ts'

export type SampleRequest = { url: string; body?: unknown; headers?: Record<string, string> }

/** What a request may name: rows of one organization. */
export type Objects = {
  contact: string
  task: string
  import: string
  organization: string
  checkout: string
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

const CSV = { 'content-type': 'text/csv' }
const bodies: Record<string, (objects: Objects) => Omit<SampleRequest, 'url'>> = {
  'POST /api/auth/request-magic-link': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'POST /api/profile/complete': () => ({ body: { firstName: 'A', lastName: 'B', companyName: 'C' } }),
  'POST /api/contacts': () => ({ body: { firstName: 'New', lastName: randomUUID() } }),
  'PATCH /api/contacts/{id}': () => ({ body: { city: randomUUID() } }),
  'PATCH /api/tasks/{id}': () => ({ body: { completed: true } }),
  'POST /api/contacts/import/csv': () => ({
    body: `First Name,Last Name\nNew,${randomUUID()}\n`,
    headers: CSV,
  }),
  'POST /api/contacts/import/bulk': () => ({ body: { contacts: [{ name: `New ${randomUUID()}` }] } }),
  'POST /api/stripe/create-checkout-session': ({ organization }) => ({
    body: { organizationId: organization, billingPeriod: 'monthly' },
  }),
  // Its signature is wrong; right ones have tests of their own.
  'POST /api/stripe/webhook': () => ({ body: {}, headers: { 'stripe-signature': 't=1,v1=00' } }),
}

/** The object that `{id}` stands for, by the beginning of the path. */
const OWNERS: [string, keyof Objects][] = [
  ['/api/contacts/', 'contact'],
  ['/api/tasks/', 'task'],
  ['/api/imports/', 'import'],
  ['/api/organizations/', 'organization'],
]

/** A request as the contract wants it, about the given objects. */
export function sampleRequest(endpoint: Endpoint, objects: Objects): SampleRequest {
  const kind = OWNERS.find(([start]) => endpoint.path.startsWith(start))?.[1]
  const query = endpoint.path === '/api/stripe/checkout-success' ? `?session_id=${objects.checkout}` : ''
  return {
    url: (kind ? endpoint.path.replace('{id}', objects[kind]) : endpoint.path) + query,
    ...bodies[nameOf(endpoint)]?.(objects),
  }
}

/** Objects that were never there. */
export const nowhere = (): Objects => ({
  contact: randomUUID(),
  task: randomUUID(),
  import: randomUUID(),
  organization: randomUUID(),
  checkout: `cs_test_${randomUUID()}`,
})

/** One of each in somebody's organization; every text in them holds `mark`. */
export async function objectsOf({ owner }: TestApp, person: Person, mark = 'sample'): Promise<Objects> {
  const { organizationId } = person
  const objects = { ...nowhere(), organization: organizationId }
  const text = `${mark} ${randomUUID()}`
  await owner.run(
    `insert into contacts (organization_id, id, first_name, last_name, email, phone, address, city, state, zip_code,
       search, last_name_key, risk_data, top_signal, nine_d_score, email_verification_reason)
     values ($1, $2, $3, $3, $3, left($3, 32), $3, $3, $3, left($3, 16), lower($3), lower($3),
       jsonb_build_object('note', $3::text), 'debt', 99, $3)`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into organization_counters (organization_id, contacts) values ($1, 1)
     on conflict (organization_id) do update set contacts = organization_counters.contacts + 1`,
    [organizationId],
  )
  await owner.run(
    `insert into tasks (organization_id, contact_id, id, title, description) values ($1, $2, $3, $4, $4)`,
    [organizationId, objects.contact, objects.task, text],
  )
  await owner.run(
    `insert into signals (organization_id, contact_id, category, score, evidence_key, description, source, metadata)
     values ($1, $2, 'debt', 50, $3, $3, $3, jsonb_build_object('note', $3::text))`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into properties (organization_id, contact_id, address, city) values ($1, $2, $3, $3)`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into imports (organization_id, id, kind, status, total, processed, processed_row, skipped, finished_at)
     values ($1, $2, 'csv', 'done', 1, 1, 1, 1, now())`,
    [organizationId, objects.import],
  )
  await owner.run(
    `insert into import_rows (organization_id, import_id, row, draft, problem) values ($1, $2, 1, jsonb_build_object('firstName', $3::text), $3)`,
    [organizationId, objects.import, text],
  )
  await owner.run(
    `insert into test_checkouts (id, organization_id, plan, billing_period, customer_id, subscription_id)
     values ($1, $2, 'professional', 'monthly', $3, $3)`,
    [objects.checkout, organizationId, text],
  )
  return objects
}
