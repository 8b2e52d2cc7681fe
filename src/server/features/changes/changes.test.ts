import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChangeKind, Changes } from '#contract/changes.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

type StoredScore = { daysAgo: number; score: number; before: number | null; cause?: string; points?: object }

/** Adds a contact with stored scores, oldest first; the last one is its current score. */
async function contact(name: string, scores: StoredScore[], person = ann): Promise<string> {
  const score = scores.at(-1)?.score ?? null
  const row = await app.owner.row<{ id: string }>(
    `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, scored_at)
     values ($1, $2, 'Okafor', lower($2), 'okafor', $3, now()) returning id`,
    [person.organizationId, name, score],
  )
  for (const {
    daysAgo,
    score: storedScore,
    before,
    cause = 'enriched',
    points = { debt: storedScore },
  } of scores) {
    await app.owner.run(
      `insert into score_history (organization_id, contact_id, score, previous_score, chance, lift, cause, model_version, points, recorded_at)
       values ($1, $2, $3, $4, .2, 2, $5, '1', $6, now() - $7::int * interval '1 day')`,
      [
        person.organizationId,
        row!.id,
        storedScore,
        before,
        cause,
        JSON.stringify(Object.entries(points).map(([category, share]) => ({ category, points: share }))),
        daysAgo,
      ],
    )
  }
  return row!.id
}

async function addSignal(contactId: string, daysAgo: number, isLive: boolean): Promise<void> {
  await app.owner.run(
    `insert into signals (organization_id, contact_id, category, score, evidence_key, description, metadata, detected_at)
     values ($1, $2, 'debt', 50, gen_random_uuid(), 'Filing recorded', jsonb_build_object('live', $3::boolean),
       now() - $4::int * interval '1 day')`,
    [ann.organizationId, contactId, isLive, daysAgo],
  )
}

const getChanges = async (query = '', person = ann): Promise<Changes> => {
  const response = await person.request('GET', `/api/changes${query}`)
  expect(response.status).toBe(200)
  return response.json
}
const namesOf = (changes: Changes, kind: ChangeKind) => changes[kind].items.map(({ name }) => name)

describe('A30 changes of the week', () => {
  beforeAll(async () => {
    const rosaId = await contact('Rosa', [
      { daysAgo: 20, score: 12, before: null },
      { daysAgo: 3, score: 58, before: 12, points: { debt: 10, divorce: 48 } },
      { daysAgo: 1, score: 57, before: 58, cause: 'faded', points: { debt: 10, divorce: 47 } },
    ])
    await contact('Fay', [
      { daysAgo: 20, score: 62, before: null },
      { daysAgo: 4, score: 60, before: 62, cause: 'faded' },
      { daysAgo: 2, score: 57, before: 60, cause: 'faded' },
    ])
    await contact('First', [{ daysAgo: 2, score: 40, before: null }])
    await contact('Steady', [
      { daysAgo: 20, score: 30, before: null },
      { daysAgo: 5, score: 35, before: 30 },
      { daysAgo: 4, score: 30, before: 35, cause: 'faded' },
    ])
    await contact('Zero', [{ daysAgo: 2, score: 0, before: null, points: {} }])
    await contact('Longago', [{ daysAgo: 20, score: 80, before: 20 }])
    await addSignal(rosaId, 3, true)
    await addSignal(rosaId, 2, false)
    await addSignal(rosaId, 20, true)
  })

  test('lists each contact once, with both scores, the cause and the category', async () => {
    const changes = await getChanges()
    expect(namesOf(changes, 'risen')).toEqual(['Rosa Okafor'])
    expect(changes.risen.items[0]).toMatchObject({
      from: 12,
      to: 57,
      cause: 'enriched',
      category: 'divorce',
      description: null,
    })
    expect(namesOf(changes, 'firstScores')).toEqual(['First Okafor'])
    expect(changes.firstScores.items[0]).toMatchObject({ from: null, to: 40, category: 'debt' })
    expect(namesOf(changes, 'fallen')).toEqual(['Fay Okafor'])
    expect(changes.fallen.items[0]).toMatchObject({ from: 62, to: 57, cause: 'faded', category: 'debt' })
    expect(changes.newSignals.items).toHaveLength(1)
    expect(changes.newSignals.items[0]).toMatchObject({
      name: 'Rosa Okafor',
      to: 57,
      category: 'debt',
      description: 'Filing recorded',
    })
    expect(changes.counts).toEqual({ risen: 1, fallen: 1, firstScores: 1, newSignals: 1 })
  })

  test('covers a longer period, or only one kind', async () => {
    const since = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10)
    const changes = await getChanges(`?since=${since}&kind=risen`)
    expect(namesOf(changes, 'risen')).toContain('Longago Okafor')
    expect(changes.fallen).toEqual({ items: [], next: null })
    expect(changes.newSignals.items).toEqual([])
    expect(changes.counts?.newSignals).toBe(2)
  })

  test('lists the biggest change first, and new scores separately', async () => {
    const cal = await app.subscriber('cal@example.com')
    const addChanged = (name: string, daysAgo: number, before: number | null, score: number) =>
      contact(
        name,
        [
          ...(before === null ? [] : [{ daysAgo: 20, score: before, before: null }]),
          { daysAgo, score, before },
        ],
        cal,
      )
    await addChanged('Small', 1, 40, 42)
    await addChanged('Huge', 5, 5, 90)
    await addChanged('Middle', 2, 40, 70)
    await addChanged('Dip', 1, 40, 39)
    await addChanged('Plunge', 6, 80, 12)
    await addChanged('New low', 1, null, 30)
    await addChanged('New high', 3, null, 95)
    // First scored in the period and changed since then: still new, with the current score.
    await contact(
      'New risen',
      [
        { daysAgo: 4, score: 20, before: null },
        { daysAgo: 1, score: 60, before: 20 },
      ],
      cal,
    )
    const changes = await getChanges('', cal)
    const firstNames = (kind: ChangeKind) => namesOf(changes, kind).map((name) => name.replace(' Okafor', ''))
    expect(firstNames('risen')).toEqual(['Huge', 'Middle', 'Small'])
    expect(firstNames('fallen')).toEqual(['Plunge', 'Dip'])
    expect(firstNames('firstScores')).toEqual(['New high', 'New risen', 'New low'])
  })

  test('pages without gaps or repetition', async () => {
    const bea = await app.subscriber('bea@example.com')
    for (let n = 0; n < 7; n++) {
      await contact(`P${n}`, [{ daysAgo: n < 4 ? 1 : 2, score: 20 + (n % 3), before: 1 }], bea)
    }
    const allNames = namesOf(await getChanges('', bea), 'risen')
    expect(allNames).toHaveLength(7)
    const pagedNames: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Changes = await getChanges(`?kind=risen&limit=3${cursor && `&cursor=${cursor}`}`, bea)
      pagedNames.push(...namesOf(page, 'risen'))
      cursor = page.risen.next
    }
    expect(pagedNames).toEqual(allNames)
    expect(namesOf(await getChanges(), 'risen')).not.toContain('P1 Okafor')
  })

  test.each([
    'since=yesterday',
    'kind=moved',
    'limit=0',
    'cursor=bm9uZQ',
    'kind=risen&cursor=x',
    `kind=newSignals&cursor=${Buffer.from('{"at":"2026-99-99 00:00:00+00","id":"00000000-0000-4000-8000-000000000000"}').toString('base64url')}`,
  ])('rejects %s', async (query) => {
    expect((await ann.request('GET', `/api/changes?${query}`)).status).toBe(400)
  })
})

test('excludes do-not-contact people from rises and new signals', async () => {
  const carl = await app.subscriber('carl@example.com')
  const risingScores = [
    { daysAgo: 20, score: 12, before: null },
    { daysAgo: 1, score: 50, before: 12 },
  ]
  const fallingScores = [
    { daysAgo: 20, score: 60, before: null },
    { daysAgo: 1, score: 40, before: 60 },
  ]
  const ids = [
    await contact('Open', risingScores, carl),
    await contact('Closed', risingScores, carl),
    await contact('Silent', risingScores, carl),
    await contact('Fallen', fallingScores, carl),
  ]
  for (const id of ids) {
    await app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, evidence_key, metadata)
       values ($1, $2, 'debt', 50, gen_random_uuid(), '{"live": true}')`,
      [carl.organizationId, id],
    )
  }
  await app.owner.run('update contacts set do_not_contact = true where id = any($1)', [[ids[1], ids[3]]])
  await app.owner.run(`update contacts set opted_out_channels = '{call,email,letter,text}' where id = $1`, [
    ids[2],
  ])
  const changes = await getChanges('', carl)
  expect(namesOf(changes, 'risen')).toEqual(['Open Okafor'])
  expect(namesOf(changes, 'newSignals')).toEqual(['Open Okafor'])
  expect(namesOf(changes, 'fallen')).toEqual(['Fallen Okafor'])
  expect(changes.counts).toEqual({ risen: 1, fallen: 1, firstScores: 0, newSignals: 1 })
})
