import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MODEL_VERSION } from '#domain/score/parameters.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { monthToSnapshot } from './limits.ts'

let now = new Date('2026-11-21T10:00:00Z')
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())

/** Adds an organization from 2020 with scored contacts. */
async function addOrganization(
  scores: (number | null)[],
): Promise<{ organizationId: string; ids: string[] }> {
  const organizationId = randomUUID()
  await app.owner.run(
    `insert into organizations (id, name, slug, created_at) values ($1::uuid, 'Old', $1::uuid::text, '2020-01-01')`,
    [organizationId],
  )
  const ids = scores.map(() => randomUUID()).sort()
  for (const [index, score] of scores.entries()) {
    await app.owner.run(
      `insert into contacts (organization_id, id, first_name, last_name, search, last_name_key, nine_d_score, move_chance,
         age, birth_year, tenure, scored_at)
       values ($1, $2, 'A', 'B', 'a b', 'b', $3::int, $3::int / 200.0, $4, $5, $6, now())`,
      [
        organizationId,
        ids[index],
        score,
        index === 0 ? 41 : null,
        index === 1 ? 1940 : null,
        index === 0 ? 'owner' : null,
      ],
    )
  }
  return { organizationId, ids }
}

type Snapshot = { contactId: string; month: string; snapshotOn: string; score: number; isFirst: boolean }
const snapshotsOf = (organizationId: string) =>
  app.owner.rows<Snapshot>(
    `select contact_id, month, snapshot_on, score, is_first from score_snapshots where organization_id = $1 order by month, contact_id`,
    [organizationId],
  )

async function sweep(): Promise<void> {
  await app.services.outcomes.sweep()
  await app.queue.drain()
}

describe('A30 monthly score snapshots', () => {
  test('start half an hour into the first of the month', () => {
    expect(monthToSnapshot(new Date('2026-11-01T00:29:59Z'))).toBe('2026-10-01')
    expect(monthToSnapshot(new Date('2026-11-01T00:30:00Z'))).toBe('2026-11-01')
    expect(monthToSnapshot(new Date('2026-12-31T23:59:59Z'))).toBe('2026-12-01')
  })

  test('store score, chance, model, age band and tenure of scored contacts, once', async () => {
    now = new Date('2026-12-01T00:30:00Z')
    const { organizationId, ids } = await addOrganization([80, 0, null])
    await app.owner.run(
      `insert into score_history (organization_id, contact_id, score, chance, lift, points, cause, model_version)
       values ($1, $2, 80, 0.4, 2, '[]', 'enriched', 'an earlier one')`,
      [organizationId, ids[0]],
    )
    await sweep()
    const snapshots = await app.owner.rows(
      `select contact_id, month, snapshot_on, score, round(chance::numeric, 3)::float8 as chance, model_version, age_band,
              tenure from score_snapshots where organization_id = $1 order by contact_id`,
      [organizationId],
    )
    const day = { month: '2026-12-01', snapshotOn: '2026-12-01' }
    const model = MODEL_VERSION
    expect(snapshots).toEqual([
      {
        ...day,
        contactId: ids[0],
        score: 80,
        chance: 0.4,
        modelVersion: 'an earlier one',
        ageBand: '35-44',
        tenure: 'owner',
      },
      {
        ...day,
        contactId: ids[1],
        score: 0,
        chance: 0,
        modelVersion: model,
        ageBand: '85+',
        tenure: null,
      },
    ])

    await app.owner.run('update contacts set nine_d_score = 10 where organization_id = $1', [organizationId])
    // Scored later in the month: its first snapshot is the next one.
    await app.owner.run(
      `insert into contacts (organization_id, id, first_name, last_name, search, last_name_key, nine_d_score, move_chance)
       values ($1, 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'A', 'B', 'a b', 'b', 50, 0.3)`,
      [organizationId],
    )
    await sweep()
    await app.services.outcomes.takeSnapshot(parseOrganizationId(organizationId))
    expect((await snapshotsOf(organizationId)).map(({ score }) => score)).toEqual([80, 0])
    expect(app.queue.pendingJobs).toEqual([])
  })

  test('resume an interrupted run, and two concurrent runs add no second row', async () => {
    now = new Date('2026-12-02T08:00:00Z')
    const { organizationId, ids } = await addOrganization([10, 20, 30])
    await app.owner.run(
      `insert into score_snapshot_runs (organization_id, month, after_id) values ($1, '2026-12-01', $2)`,
      [organizationId, ids[0]],
    )
    const run = () => app.services.outcomes.takeSnapshot(parseOrganizationId(organizationId))
    await Promise.all([run(), run()])
    expect((await snapshotsOf(organizationId)).map(({ score }) => score)).toEqual([20, 30])
  })

  test('catch up on a missed first day with the actual date, but not on past months', async () => {
    const { organizationId } = await addOrganization([50])
    now = new Date('2026-12-01T00:30:00Z')
    await sweep()
    now = new Date('2027-03-17T09:00:00Z')
    await sweep()
    const snapshots = (await snapshotsOf(organizationId)).map((row) => [
      row.month,
      row.snapshotOn,
      row.isFirst,
    ])
    expect(snapshots).toEqual([
      ['2026-12-01', '2026-12-01', true],
      ['2027-03-01', '2027-03-17', false],
    ])
  })

  test('an organization created within the month waits for the next one', async () => {
    now = new Date('2026-11-21T10:00:00Z')
    const { organizationId } = await addOrganization([50])
    await app.owner.run(`update organizations set created_at = '2026-11-05' where id = $1`, [organizationId])
    await sweep()
    expect(await snapshotsOf(organizationId)).toEqual([])
  })

  test('are deleted after three years', async () => {
    const { organizationId, ids } = await addOrganization([50])
    for (const month of ['2023-11-01', '2023-12-01']) {
      await app.owner.run(
        `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
         values ($1, $2, $3, $3, 1, 0, '1')`,
        [organizationId, ids[0], month],
      )
    }
    now = new Date('2026-12-01T00:30:00Z')
    await sweep()
    expect((await snapshotsOf(organizationId)).map(({ month }) => month)).toEqual([
      '2023-12-01',
      '2026-12-01',
    ])
  })
})
