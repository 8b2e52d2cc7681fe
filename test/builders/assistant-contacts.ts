import { type Category, categoryBits } from '#domain/signals/categories.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { DO_NOT_CONTACT, NEVER_ENRICHED, WORKSPACE_CONTACTS } from '#test/fixtures/assistant-evaluation.ts'
import { PEOPLE } from '#test/fixtures/assistant-people.ts'
import type { Person, TestApp } from '../test-app.ts'

/** The contacts that questions to the assistant are about, and Dee's overdue task. @returns ids by first name */
export async function fillAssistantWorkspace(
  { owner, db, services }: Pick<TestApp, 'owner' | 'db' | 'services'>,
  person: Pick<Person, 'request' | 'organizationId'>,
): Promise<Record<string, string>> {
  const { organizationId } = person
  const ids: Record<string, string> = {}
  for (const [at, { signal, ...input }] of WORKSPACE_CONTACTS.entries()) {
    const phone = `(630) 555-017${at}`
    const response = await person.request('POST', '/api/contacts', { ...input, phone, state: 'IL' })
    const { id } = response.json as { id: string }
    ids[input.firstName] = id
    if (input.firstName === NEVER_ENRICHED) continue
    await owner.run(`update contacts set enriched_at = now() - interval '1 day' where id = $1`, [id])
    if (signal) {
      await owner.run(
        `insert into signals (organization_id, contact_id, category, score, confidence_score, evidence_key, description, event_date, metadata)
         values ($1, $2, $3, 1, 0.9, 'sample', 'Sample record', now() - interval '60 days', $4)`,
        [organizationId, id, signal.split('.')[0], JSON.stringify({ subtype: signal, documentId: id })],
      )
    }
    await db.tenant(parseOrganizationId(organizationId), (tx) => services.scores.rescore(tx, id, 'enriched'))
  }
  await owner.run('update contacts set do_not_contact = true where id = $1', [ids[DO_NOT_CONTACT]])
  await owner.run(
    `insert into tasks (organization_id, contact_id, title, due_date)
     values ($1, $2, 'Call about the review', now() - interval '3 days')`,
    [organizationId, ids.Dee],
  )
  return ids
}

async function addHome(
  owner: TestApp['owner'],
  {
    organizationId,
    id,
    address,
    home,
  }: {
    organizationId: string
    id: string
    address: string | undefined
    home: { value: number; years: number; bought: string }
  },
): Promise<void> {
  await owner.run(
    `insert into properties (organization_id, contact_id, address, estimated_value, ownership_length, last_sale_date)
     values ($1, $2, $3, $4, $5, $6)`,
    [organizationId, id, address, home.value, home.years, home.bought],
  )
}

async function addLiveSignal(
  owner: TestApp['owner'],
  { organizationId, id, signal, now }: { organizationId: string; id: string; signal: Category; now: Date },
): Promise<void> {
  await owner.run(
    `insert into signals (organization_id, contact_id, category, score, confidence_score, evidence_key, description, event_date, metadata)
     values ($1, $2, $3, 1, 0.9, 'sample', 'Sample record', $4::timestamptz - interval '60 days', '{"live": true}')`,
    [organizationId, id, signal, now],
  )
  await owner.run('update contacts set live_signals = $2 where id = $1', [id, categoryBits([signal])])
}

/** The contacts behind the fresh questions, an overdue task of Maria's and one of Priya's due today. */
export async function fillPeople(
  { owner }: Pick<TestApp, 'owner'>,
  person: Pick<Person, 'request' | 'organizationId'>,
  now: Date,
): Promise<void> {
  const { organizationId } = person
  for (const {
    name,
    age,
    score,
    signal,
    home,
    tag,
    lastTouch,
    updates,
    birthday,
    history,
    ...input
  } of PEOPLE) {
    const [firstName, lastName] = name.split(' ')
    const details = { ...(birthday ? { birthday } : {}), ...(history ? { history } : {}) }
    const { json } = await person.request('POST', '/api/contacts', {
      ...{ firstName, lastName, ...input, state: 'IL', details },
    })
    const { id } = json as { id: string }
    if (tag) await person.request('PATCH', `/api/contacts/${id}/tags`, { create: [tag] })
    if (updates) await owner.run(`update contacts set ${updates} where id = $1`, [id])
    await owner.run(
      `update contacts set age = $2, nine_d_score = $3, last_conversation_at = $4::timestamptz,
              scored_at = case when $3::int is null then null else $5::timestamptz end,
              enriched_at = case when $3::int is null then null else $5::timestamptz end where id = $1`,
      [id, age ?? null, score ?? null, lastTouch && `${lastTouch}T18:00:00Z`, now],
    )
    if (home) await addHome(owner, { organizationId, id, address: input.address, home })
    if (signal) await addLiveSignal(owner, { organizationId, id, signal: signal as Category, now })
    const task = { 'Maria Delgado': ['Call about the review', -3], 'Priya Raman': ['Send comps', 0] }[name]
    if (task)
      await owner.run(
        `insert into tasks (organization_id, contact_id, title, due_date)
         values ($1, $2, $3, date_trunc('day', $5::timestamptz) + interval '86399 seconds' + make_interval(days => $4))`,
        [organizationId, id, ...task, now],
      )
  }
}
