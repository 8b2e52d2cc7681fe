import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InsightsProof } from '#contract/outcomes.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date('2026-11-21T10:00:00Z') } })
})
afterAll(() => app.close())

const getProof = async (person: Person): Promise<InsightsProof> => {
  const response = await person.request('GET', '/api/insights/proof')
  expect(response.status).toBe(200)
  return response.json
}

/** Adds enriched contacts, each with one signal of the given day. */
async function addPeople(
  { organizationId }: Person,
  { count, signalOn, addresses = [] }: { count: number; signalOn: string | null; addresses?: object[] },
): Promise<string[]> {
  const ids = await app.owner.column<string>(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, address, city, state, age,
       nine_d_score, move_chance, scored_at, enriched_at, enrichment_data)
     select $1, 'A', 'Okafor', 'a okafor', 'okafor', '1 Elm St', 'Austin', 'TX', 40, 0, .1, now(), now(),
            jsonb_build_object('addresses', $3::jsonb, 'demographics', '{}'::jsonb)
       from generate_series(1, $2) returning id`,
    [organizationId, count, JSON.stringify(addresses)],
  )
  if (signalOn) await addSignals(organizationId, ids, signalOn)
  return ids
}

async function addSignals(organizationId: string | null, ids: readonly string[], day: string): Promise<void> {
  await app.owner.run(
    `insert into signals (organization_id, contact_id, category, score, confidence_score, evidence_key, event_date, metadata)
     select $1, id, 'destinations', 50, .8, gen_random_uuid(), $3::date, '{"subtype": "destinations.metro"}'
       from unnest($2::uuid[]) as id`,
    [organizationId, ids, day],
  )
}

const recordMoves = (ids: readonly string[], day: string, person: Person) =>
  app.owner.run(
    `insert into outcomes (organization_id, contact_id, kind, moved_on, source)
     select $1, id, 'moved', $3::date, 'person' from unnest($2::uuid[]) as id`,
    [person.organizationId, ids, day],
  )

describe('A30 proof with the history of the organization', () => {
  test('an empty organization has too few people who moved', async () => {
    const ann = await app.subscriber('ann@example.com')
    expect(await getProof(ann)).toEqual({ status: 'too_few', moved: 0, needed: 10, list: 0 })
  })

  test('counts people in the top fifth six months before their move; later records change nothing', async () => {
    const bea = await app.subscriber('bea@example.com')
    const withSignals = await addPeople(bea, { count: 8, signalOn: '2026-03-15' })
    const withoutSignals = await addPeople(bea, { count: 4, signalOn: null })
    const otherIds = await addPeople(bea, { count: 88, signalOn: null })
    await recordMoves([...withSignals, ...withoutSignals], '2026-11-10', bea)
    const proof = await getProof(bea)
    expect(proof).toMatchObject({ status: 'measured', moved: 12, inTop: 8, byChance: 0.2, list: 100 })
    // Both are dated after May 1, six months before the moves.
    await addSignals(bea.organizationId, withoutSignals, '2026-05-02')
    await addSignals(bea.organizationId, [...withSignals, ...otherIds], '2026-10-01')
    expect(await getProof(bea)).toEqual(proof)
  })

  test('finds moves in the address history, and ignores undone ones', async () => {
    const cid = await app.subscriber('cid@example.com')
    const newAddress = {
      street: '2 Oak Ave',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      moveInDate: '2026-08-20',
    }
    const ids = await addPeople(cid, { count: 10, signalOn: '2026-01-15', addresses: [newAddress] })
    await addPeople(cid, { count: 60, signalOn: null })
    expect(await getProof(cid)).toMatchObject({ status: 'measured', moved: 10, inTop: 10, list: 70 })
    await recordMoves(ids.slice(0, 1), '2026-08-20', cid)
    await app.owner.run('update outcomes set undone_at = now() where organization_id = $1', [
      cid.organizationId,
    ])
    expect(await getProof(cid)).toMatchObject({ status: 'too_few', moved: 9 })
  })

  test('uses the stored snapshot of that day if there is one', async () => {
    const dan = await app.subscriber('dan@example.com')
    const ids = await addPeople(dan, { count: 10, signalOn: '2026-03-15' })
    const stayers = await addPeople(dan, { count: 90, signalOn: null })
    await recordMoves(ids, '2026-11-10', dan)
    expect(await getProof(dan)).toMatchObject({ inTop: 10 })
    await app.owner.run(
      `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
       select $1, id, '2026-05-01', '2026-05-01', 1, case when id = any($3) then .05 else .1 end, '1'
         from unnest($2::uuid[]) as id`,
      [dan.organizationId, [...ids, ...stayers], ids],
    )
    expect(await getProof(dan)).toMatchObject({ status: 'measured', moved: 10, inTop: 0 })
  })

  test('never counts contacts of another organization', async () => {
    const eve = await app.subscriber('eve@example.com')
    await addPeople(eve, { count: 3, signalOn: null })
    expect(await getProof(eve)).toEqual({ status: 'too_few', moved: 0, needed: 10, list: 3 })
  })
})
