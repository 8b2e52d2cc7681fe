import { randomUUID } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Person, TestApp } from './test-app.ts'

export type SampleRequest = { url: string; body?: unknown; headers?: Record<string, string> }

/** What a request may name: rows of one organization. */
export type Objects = {
  contact: string
  other: string
  merge: string
  task: string
  playbook: string
  view: string
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
  'POST /api/notifications/read': () => ({ body: { all: true } }),
  'PATCH /api/contacts/{id}/do-not-contact': () => ({ body: { doNotContact: true, reason: randomUUID() } }),
  'POST /api/contacts/{id}/outcomes': () => ({ body: { movedOn: '2026-01-02', note: randomUUID() } }),
  'PATCH /api/organizations/{id}/score-policy': () => ({ body: { excludeAge: true } }),
  'POST /api/contacts/{id}/merge': ({ other }) => ({ body: { otherId: other } }),
  'POST /api/contacts/bulk': ({ contact }) => ({ body: { action: 'enrich', contactIds: [contact] } }),
  'POST /api/tasks/assign': ({ task }) => ({ body: { assignments: [{ taskId: task, assignedTo: null }] } }),
  'POST /api/views': () => ({ body: { name: randomUUID(), sort: 'name' } }),
  'POST /api/tasks': ({ contact }) => ({ body: { contactId: contact, title: randomUUID() } }),
  'POST /api/playbooks/{id}/apply': ({ contact }) => ({ body: { contactIds: [contact] } }),
  'PATCH /api/tasks/{id}': () => ({ body: { completed: true } }),
  'POST /api/contacts/import/csv': () => ({
    body: `First Name,Last Name\nNew,${randomUUID()}\n`,
    headers: CSV,
  }),
  'POST /api/contacts/import/vcf': () => ({
    body: `BEGIN:VCARD\nN:${randomUUID()};New\nEND:VCARD\n`,
    headers: { 'content-type': 'text/vcard' },
  }),
  'POST /api/imports/preview': () => ({ body: 'First Name,Last Name\nNew,Name\n', headers: CSV }),
  'POST /api/imports/{id}/rows/{row}': () => ({ body: { firstName: 'New', lastName: randomUUID() } }),
  'POST /api/contacts/import/bulk': () => ({ body: { contacts: [{ name: `New ${randomUUID()}` }] } }),
  'POST /api/stripe/create-checkout-session': ({ organization }) => ({
    body: { organizationId: organization, billingPeriod: 'monthly' },
  }),
  'POST /api/chat': () => ({ body: { message: 'What does a score of 75 mean?' } }),
  'POST /api/contact/submit': () => ({
    body: {
      firstName: 'A',
      lastName: 'B',
      email: `${randomUUID()}@example.com`,
      subject: 'C',
      message: randomUUID(),
    },
  }),
  'POST /api/newsletter/subscribe': () => ({ body: { email: `${randomUUID()}@example.com` } }),
  'POST /api/newsletter/confirm': () => ({ body: { token: randomUUID() } }),
  'POST /api/newsletter/unsubscribe': () => ({ body: { token: randomUUID() } }),
  // Its signature is wrong; right ones have tests of their own.
  'POST /api/stripe/webhook': () => ({ body: {}, headers: { 'stripe-signature': 't=1,v1=00' } }),
}

/** A post that everybody may read. */
const POST = 'sample-post'

/** The object that `{id}` stands for, by the beginning of the path. */
const OWNERS: [string, keyof Objects][] = [
  ['/api/contacts/', 'contact'],
  ['/api/tasks/', 'task'],
  ['/api/merges/', 'merge'],
  ['/api/views/', 'view'],
  ['/api/playbooks/', 'playbook'],
  ['/api/imports/', 'import'],
  ['/api/organizations/', 'organization'],
]

/** A request as the contract wants it, about the given objects. */
export function sampleRequest(endpoint: Endpoint, objects: Objects): SampleRequest {
  const kind = OWNERS.find(([start]) => endpoint.path.startsWith(start))?.[1]
  const query = endpoint.path === '/api/stripe/checkout-success' ? `?session_id=${objects.checkout}` : ''
  return {
    url:
      (kind
        ? endpoint.path.replace('{id}', objects[kind]).replace('{row}', '1')
        : endpoint.path.replace('{slug}', POST)) + query,
    ...bodies[nameOf(endpoint)]?.(objects),
  }
}

/** Objects that were never there. */
export const nowhere = (): Objects => ({
  contact: randomUUID(),
  other: randomUUID(),
  merge: randomUUID(),
  task: randomUUID(),
  playbook: randomUUID(),
  view: randomUUID(),
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
    `insert into contacts (organization_id, id, first_name, last_name, search, last_name_key)
     values ($1, $2, $3, $3, lower($3), lower($3))`,
    [organizationId, objects.other, `Other of ${text}`],
  )
  await owner.run(
    `insert into organization_counters (organization_id, contacts) values ($1, 2)
     on conflict (organization_id) do update set contacts = organization_counters.contacts + 2`,
    [organizationId],
  )
  await owner.run(
    `insert into contact_consents (organization_id, contact_id, allowed, reason) values ($1, $2, true, $3)`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into merges (organization_id, id, kept_id, other_id) values ($1, $2, $3, gen_random_uuid())`,
    [organizationId, objects.merge, objects.contact],
  )
  await owner.run(
    `insert into playbooks (organization_id, id, name, description, steps)
     values ($1, $2, $3, $3, jsonb_build_array(jsonb_build_object('title', $3::text, 'description', $3::text, 'offsetDays', 1)))`,
    [organizationId, objects.playbook, text],
  )
  await owner.run(
    `insert into tasks (organization_id, contact_id, id, title, description) values ($1, $2, $3, $4, $4)`,
    [organizationId, objects.contact, objects.task, text],
  )
  await owner.run(
    `insert into views (organization_id, id, user_id, name, search) values ($1, $2, $3, left($4, 60), $4)`,
    [organizationId, objects.view, person.userId, text],
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
    `insert into import_rows (organization_id, import_id, row, raw, problem) values ($1, $2, 1, jsonb_build_object('firstName', $3::text), $3)`,
    [organizationId, objects.import, text],
  )
  await owner.run(
    `insert into notifications (organization_id, id, kind, title, body, link, contact_id, dedupe_key)
     values ($1, gen_random_uuid(), 'signals', $3, $3, '/dashboard', $2, $3)`,
    [organizationId, objects.contact, text],
  )
  await owner.run(
    `insert into blog_posts (title, slug, category, status, published_at)
     values ('Sample', $1, 'Lead Generation', 'published', now()) on conflict (slug) do nothing`,
    [POST],
  )
  await owner.run(
    `insert into test_checkouts (id, organization_id, plan, billing_period, customer_id, subscription_id)
     values ($1, $2, 'professional', 'monthly', $3, $3)`,
    [objects.checkout, organizationId, text],
  )
  return objects
}
