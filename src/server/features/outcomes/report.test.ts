import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutcomesReport } from '#contract/outcomes.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => new Date('2026-11-21T10:00:00Z') } })
})
afterAll(() => app.close())

describe('A30 outcomes report', () => {
  const getReport = async (person: Person): Promise<OutcomesReport> =>
    (await person.request('GET', '/api/outcomes/report')).json

  /** Adds `count` contacts with a snapshot on a day, `moved` of whom moved on another day. */
  async function addHistory(
    person: Person,
    {
      count,
      moved,
      chance,
      score,
      snapshotOn,
      movedOn,
    }: Record<'count' | 'moved' | 'chance' | 'score', number> & {
      snapshotOn: string
      movedOn: string
    },
  ): Promise<void> {
    await app.owner.run(
      `with added as (
         insert into contacts (organization_id, id, first_name, last_name, search, last_name_key)
         select $1, gen_random_uuid(), 'A', 'B', 'a b', 'b' from generate_series(1, $2) returning id),
       numbered as (select id, row_number() over () as at from added),
       frozen as (
         insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version, age_band)
         select $1, id, date_trunc('month', $5::date), $5::date, $4, $3, '1', '45-54' from numbered)
       insert into outcomes (organization_id, contact_id, kind, moved_on, source)
       select $1, id, 'moved', $6::date, 'person' from numbered where at <= $7`,
      [person.organizationId, count, chance, score, snapshotOn, movedOn, moved],
    )
  }

  test('an empty organization has too few outcomes', async () => {
    const bea = await app.subscriber('bea@example.com')
    expect(await getReport(bea)).toEqual({
      evaluation: { status: 'too_few', contacts: 0, outcomes: 0, needed: 30 },
      recorded: { person: 0, address: 0 },
      snapshots: null,
      fairness: { months: [], bands: [] },
    })
  })

  test('compares the oldest score of 3 to 12 months ago with moves in the whole months since', async () => {
    const cid = await app.subscriber('cid@example.com')
    // Today is Nov 21, 2026. Observed for 6 months: 100 at 36% (20% expected), 30 of them moved.
    await addHistory(cid, {
      count: 100,
      moved: 30,
      chance: 0.36,
      score: 80,
      snapshotOn: '2026-05-01',
      movedOn: '2026-05-01',
    })
    // Observed for 11 months: 0 of 300 expected to move, 10 did.
    await addHistory(cid, {
      count: 300,
      moved: 10,
      chance: 0,
      score: 0,
      snapshotOn: '2025-12-01',
      movedOn: '2026-10-31',
    })
    // These don't count: too recent, too old, moved before the snapshot, moved after the last whole month.
    const excluded = { count: 5, chance: 0.5, score: 60 }
    await addHistory(cid, { ...excluded, moved: 5, snapshotOn: '2026-09-01', movedOn: '2026-09-20' })
    await addHistory(cid, { ...excluded, moved: 5, snapshotOn: '2025-11-01', movedOn: '2026-01-01' })
    await addHistory(cid, { ...excluded, moved: 5, snapshotOn: '2026-05-01', movedOn: '2026-04-30' })
    await addHistory(cid, {
      count: 20,
      moved: 20,
      chance: 0,
      score: 0,
      snapshotOn: '2025-12-01',
      movedOn: '2026-11-05',
    })
    // A later snapshot of the same contacts does not count again.
    await app.owner.run(
      `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
       select organization_id, contact_id, '2026-07-01', '2026-07-01', 99, 0.99, '1' from score_snapshots
        where organization_id = $1 and month = '2026-05-01'
          and contact_id not in (select contact_id from outcomes where moved_on = '2026-04-30')`,
      [cid.organizationId],
    )

    const { evaluation, recorded } = await getReport(cid)
    expect(recorded).toEqual({ person: 30 + 10 + 5 + 5 + 5 + 20, address: 0 })
    if (evaluation.status !== 'measured') throw new Error('Not measured')
    expect(evaluation).toMatchObject({ contacts: 420, outcomes: 40, months: { from: 6, to: 11 } })
    expect(evaluation.bands).toMatchObject([
      { band: 'Very High', contacts: 100, moved: 30, observed: 0.3 },
      { band: 'No live signal', contacts: 320, moved: 10, observed: 0.03125, expected: 0 },
    ])
    expect(evaluation.bands[0]?.expected).toBeCloseTo(0.2, 6)
    // 0.30 against 40 / 420.
    expect(evaluation.lift?.value).toBeCloseTo(3.15, 6)
    // Wilson interval for 30 of 100.
    expect(evaluation.bands[0]?.low).toBeCloseTo(0.2189, 4)
    expect(evaluation.bands[0]?.high).toBeCloseTo(0.3958, 4)

    await app.owner.run(
      'update outcomes set undone_at = now() where organization_id = $1 and moved_on < $2',
      [cid.organizationId, '2026-05-02'],
    )
    expect((await getReport(cid)).evaluation).toMatchObject({ status: 'too_few', outcomes: 10 })
  })

  test('shows the mean score by age band and month', async () => {
    const dan = await app.subscriber('dan@example.com')
    await addHistory(dan, {
      count: 2,
      moved: 0,
      chance: 0.1,
      score: 40,
      snapshotOn: '2026-10-01',
      movedOn: '2026-10-01',
    })
    await addHistory(dan, {
      count: 1,
      moved: 0,
      chance: 0.1,
      score: 25,
      snapshotOn: '2026-11-01',
      movedOn: '2026-10-01',
    })
    await app.owner.run(
      `update score_snapshots set age_band = null where organization_id = $1 and score = 25`,
      [dan.organizationId],
    )
    await app.owner.run(
      `insert into score_snapshot_runs (organization_id, month, finished_at)
       values ($1, '2026-10-01', now()), ($1, '2026-11-01', now())`,
      [dan.organizationId],
    )
    const { snapshots, fairness } = await getReport(dan)
    expect(snapshots).toEqual({ first: '2026-10-01', last: '2026-11-01' })
    expect(fairness).toEqual({
      months: ['2026-11-01', '2026-10-01'],
      bands: [
        { ageBand: '45-54', contacts: 0, meanScores: [null, 40] },
        { ageBand: null, contacts: 1, meanScores: [25, null] },
      ],
    })
  })
})
