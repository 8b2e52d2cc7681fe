import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContactDetail } from '#contract/contacts.ts'
import type { RecalibrationStatus } from '#contract/recalibration.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AS_PREDICTED, knownOutcomes, oddsTimes, type TrueChance } from '#test/builders/known-outcomes.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const URL = '/api/score/recalibration'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => NOW } })
})
afterAll(() => app.close())

async function addOutcomes(
  { organizationId }: Person,
  trueChance: TrueChance,
  options: { count?: number; seed?: number; source?: 'address' | 'person' } = {},
): Promise<void> {
  const { sql, values } = knownOutcomes({
    ...{ organizationId, trueChance, now: NOW, count: 900, seed: 1 },
    ...options,
  })
  await app.owner.run(sql, values)
}

/** Adds scored contacts, with a notice of default unless `hasSignal` is false, and scores them. */
async function addScored(person: Person, count = 1, hasSignal = true): Promise<string[]> {
  const ids = await app.owner.column<string>(
    `with added as (
       insert into contacts (organization_id, first_name, last_name, search, last_name_key, enriched_at, scored_at,
         nine_d_score, move_chance, birth_year)
       select $1, 'C', 'D', ' c d', 'd', $2, $2, 0, 0.1, 1950 + n % 50 from generate_series(1, $3) n returning id),
     signals as (
       insert into signals (organization_id, contact_id, category, score, confidence_score, event_date, evidence_key, metadata)
       select $1, id, 'debt', 50, 0.9, $2::date - 300, 'x', '{"subtype": "debt.nod"}' from added where $4)
     select id from added order by id`,
    [person.organizationId, NOW, count, hasSignal],
  )
  await app.services.scores.rescoreAll(parseOrganizationId(person.organizationId), 'policy')
  await app.queue.drain()
  return ids
}

const runNow = async (person: Person): Promise<RecalibrationStatus> =>
  (await withJobsRunning(app, person.request('POST', URL))).json
const statusOf = async (person: Person): Promise<RecalibrationStatus> =>
  (await person.request('GET', URL)).json
const choose = async (person: Person, version: number | null) => {
  const response = await person.request('POST', `${URL}/use`, { version })
  await app.queue.drain()
  return response
}
const explain = async (person: Person, id: string): Promise<ScoreExplanation> =>
  (await person.request('GET', `/api/contacts/${id}/score`)).json
const contactOf = async (person: Person, id: string): Promise<ContactDetail> =>
  (await person.request('GET', `/api/contacts/${id}`)).json
const runNightly = async ({ organizationId }: Person) => {
  await app.services.recalibration.startNightly(parseOrganizationId(organizationId))
  await app.queue.drain()
}

/** Everything that scoring stores about contacts, without times. */
const readScores = ({ organizationId }: Person) =>
  app.owner.rows(
    `select c.id, nine_d_score, move_chance, move_lift, signal_strength, live_signals, top_signal,
            (select jsonb_agg(s.score order by s.id) from signals s where s.contact_id = c.id) as signals
       from contacts c where organization_id = $1 and scored_at is not null order by c.id`,
    [organizationId],
  )

describe('A30 outcomes that came half as often as predicted', () => {
  let ann: Person
  let id: string
  let before: ContactDetail
  let scoresBefore: unknown[]
  beforeAll(async () => {
    ann = await app.subscriber('ann@example.com')
    ;[id = ''] = await addScored(ann)
    await addOutcomes(ann, oddsTimes(0.5))
    before = await contactOf(ann, id)
    scoresBefore = await readScores(ann)
  })

  test('adopts a calibration that predicts later outcomes better', async () => {
    const { latest, inUse, versions, running, chosen } = await runNow(ann)
    expect({ inUse, running, chosen }).toEqual({ inUse: 1, running: null, chosen: null })
    expect(latest).toMatchObject({ version: 1, startedBy: expect.stringContaining(' ') })
    const { known, decision, holdOut } = latest!.report
    expect(decision).toBe('adopted')
    expect(known.outcomes).toBe(900)
    expect(holdOut!.after.brier.value).toBeLessThan(holdOut!.before.brier.value)
    expect(holdOut!.after.ece.value).toBeLessThan(holdOut!.before.ece.value)
    expect(versions).toEqual([
      { version: 1, adoptedAt: NOW.toISOString(), startedBy: latest!.startedBy, ...known },
    ])
  })

  test('lowers chance and score of contacts, and says so in the explanation and the history', async () => {
    await app.queue.drain()
    const after = await contactOf(ann, id)
    expect(after.moveChance).toBeLessThan(before.moveChance!)
    expect(after.nineDScore).toBeLessThan(before.nineDScore!)
    expect(after.nineDScore).toBeGreaterThan(0)
    const explanation = await explain(ann, id)
    expect(explanation.calibration).toMatchObject({
      version: 1,
      outcomes: 900,
      before: { score: before.nineDScore },
    })
    expect(explanation.calibration!.before.chance).toBeCloseTo(before.moveChance!, 6)
    expect(explanation.score).toBe(after.nineDScore)
    expect(explanation.points.reduce((sum, { points }) => sum + points, 0)).toBe(after.nineDScore)
    const { baseHazard } = explanation.calibration!
    expect(explanation.chance).toBeCloseTo(-Math.expm1(-(baseHazard + explanation.hazard!)), 9)
    expect(explanation.history.at(-1)).toMatchObject({ score: after.nineDScore, cause: 'calibrated' })
    const versions = await app.owner.column(
      'select calibration_version from score_history where contact_id = $1 order by recorded_at',
      [id],
    )
    expect(versions).toEqual([null, 1])
  })

  test('stores the calibration and the live categories in the monthly snapshot', async () => {
    await app.services.outcomes.takeSnapshot(parseOrganizationId(ann.organizationId))
    const snapshots = await app.owner.rows(
      'select calibration_version, live_signals from score_snapshots where contact_id = $1',
      [id],
    )
    expect(snapshots).toEqual([{ calibrationVersion: 1, liveSignals: 1 << 3 }])
  })

  test('changes nothing when it runs again on the same outcomes', async () => {
    const status = await runNow(ann)
    expect(status.inUse).toBe(1)
    expect(status.latest!.report.decision).not.toBe('adopted')
    expect(app.queue.pendingJobs.filter(({ job }) => job.startsWith('rescore'))).toEqual([])
  })

  test('restores the scores exactly when no calibration is chosen, and those of a version when it is', async () => {
    const adjusted = await readScores(ann)
    expect(adjusted).not.toEqual(scoresBefore)
    const { status, json } = await choose(ann, null)
    expect(status).toBe(200)
    expect(json).toMatchObject({ inUse: null, chosen: { at: NOW.toISOString(), by: expect.any(String) } })
    expect(await readScores(ann)).toEqual(scoresBefore)
    expect((await explain(ann, id)).calibration).toBeNull()
    await choose(ann, 1)
    expect(await readScores(ann)).toEqual(adjusted)
    expect((await choose(ann, 2)).status).toBe(404)
    const entries = await app.owner.rows(
      `select actor, details from audit_log where organization_id = $1 and action = 'score-calibration.chosen'
        order by created_at`,
      [ann.organizationId],
    )
    expect(entries).toEqual([
      { actor: `user:${ann.userId}`, details: { version: null, previous: 1 } },
      { actor: `user:${ann.userId}`, details: { version: 1, previous: null } },
    ])
  })

  test('keeps the choice of a person at night, but still reports, and adopts again when a person runs it', async () => {
    await choose(ann, null)
    await addOutcomes(ann, oddsTimes(0.5), { count: 100, seed: 2 })
    await runNightly(ann)
    const status = await statusOf(ann)
    expect(status).toMatchObject({ inUse: null, latest: { startedBy: null, version: null } })
    expect(status.latest!.report.decision).toBe('adopted')
    expect(await runNow(ann)).toMatchObject({ inUse: 2, chosen: null })
    await app.queue.drain()
  })

  test('reports at night only when outcomes were added', async () => {
    const countReports = () =>
      app.owner.one('select count(*)::int from score_calibrations where organization_id = $1', [
        ann.organizationId,
      ])
    await runNightly(ann)
    const reports = await countReports()
    await runNightly(ann)
    expect(await countReports()).toEqual(reports)
  })
})

test('A30 does not adopt a calibration when outcomes came as predicted', async () => {
  const bea = await app.subscriber('bea@example.com')
  await addScored(bea, 3)
  const scores = await readScores(bea)
  await addOutcomes(bea, AS_PREDICTED)
  const { latest, inUse, versions } = await runNow(bea)
  expect(latest!.report.decision).not.toBe('adopted')
  expect(latest!.report.ranking.verdict).toBe('ranked')
  expect({ inUse, versions }).toEqual({ inUse: null, versions: [] })
  await app.queue.drain()
  expect(await readScores(bea)).toEqual(scores)
})

test('A30 moves chances closer together and says that the score did not rank unrelated outcomes', async () => {
  const cid = await app.subscriber('cid@example.com')
  const [signaled = ''] = await addScored(cid, 1)
  const [plain = ''] = await addScored(cid, 1, false)
  const chances = async () => {
    const [high, low] = [
      (await contactOf(cid, signaled)).moveChance!,
      (await contactOf(cid, plain)).moveChance!,
    ]
    return { high, low, ratio: high / low }
  }
  const before = await chances()
  await addOutcomes(cid, () => 0.22, { count: 2000 })
  const { latest, inUse } = await runNow(cid)
  expect(latest!.report.ranking.verdict).toBe('not_ranked')
  expect(latest!.report.slope).toMatchObject({ status: 'fitted' })
  expect(inUse).toBe(1)
  await app.queue.drain()
  const after = await chances()
  expect(after.ratio).toBeLessThan(before.ratio)
})

test('A30 counts outcomes known only from conversations apart', async () => {
  const dan = await app.subscriber('dan@example.com')
  await addOutcomes(dan, oddsTimes(3), { count: 300, source: 'person' })
  const { latest } = await runNow(dan)
  expect(latest!.report).toMatchObject({
    known: { outcomes: 0, moved: 0 },
    conversations: { outcomes: 300 },
    decision: 'too_few_outcomes',
  })
})

test('A30 says how many outcomes are missing when there are too few', async () => {
  const eve = await app.subscriber('eve@example.com')
  expect(await statusOf(eve)).toEqual({
    running: null,
    inUse: null,
    chosen: null,
    latest: null,
    versions: [],
  })
  await addOutcomes(eve, AS_PREDICTED, { count: 40 })
  const { report } = (await runNow(eve)).latest!
  expect(report.decision).toBe('too_few_outcomes')
  expect(report.intercept).toMatchObject({
    status: 'too_few',
    outcomes: 40,
    needed: { outcomes: 100, moved: 20 },
  })
})

test('A30 finishes a rescoring that was interrupted, with one history entry per contact', async () => {
  const fay = await app.subscriber('fay@example.com')
  await addScored(fay, 1500, false)
  await addOutcomes(fay, oddsTimes(0.5))
  const before = await readScores(fay)
  await app.services.recalibration.startNightly(parseOrganizationId(fay.organizationId))
  const { id } = (await statusOf(fay)).running!
  await app.services.recalibration.run(parseOrganizationId(fay.organizationId), id)
  // The process stops after the first batch; the queue loses its slices.
  const stop = new AbortController()
  const isHalfway = app.services.scores.runSlice(parseOrganizationId(fay.organizationId), 0, {
    throwIfAborted() {
      stop.signal.throwIfAborted()
      stop.abort()
    },
  } as AbortSignal)
  await expect(isHalfway).rejects.toThrow()
  const countAdjusted = () =>
    app.owner.column<number>(
      `select count(*)::int from score_history where organization_id = $1 and calibration_version = 1
        group by contact_id`,
      [fay.organizationId],
    )
  expect(await countAdjusted()).toHaveLength(1000)
  await app.services.scores.rescoreAll(parseOrganizationId(fay.organizationId), 'faded')
  await app.queue.drain()
  const counts = await countAdjusted()
  expect([counts.length, new Set(counts)]).toEqual([1500, new Set([1])])
  await choose(fay, null)
  expect(await readScores(fay)).toEqual(before)
})

test('A30 joins a run that is under way and answers 202 when it takes longer', async () => {
  const gus = await app.subscriber('gus@example.com')
  await addOutcomes(gus, AS_PREDICTED, { count: 10 })
  await app.services.recalibration.startNightly(parseOrganizationId(gus.organizationId))
  const { id } = (await statusOf(gus)).running!
  const context = {
    organizationId: parseOrganizationId(gus.organizationId),
    actor: { kind: 'user', userId: gus.userId },
  }
  const started = await app.services.recalibration.start(context as never, { mayWait: false })
  expect(started).toEqual({ id, status: null })
  await app.queue.drain()
  expect(await statusOf(gus)).toMatchObject({ running: null, latest: { id, startedBy: expect.any(String) } })
})

test('A30 lets owners and admins run it, members read it, and shows no figures to members with own records', async () => {
  const hal = await app.subscriber('hal@example.com')
  const admin = await app.member('hal-admin@example.com', hal.organizationId, 'ADMIN')
  const member = await app.member('hal-member@example.com', hal.organizationId, 'MEMBER')
  const own = await app.member('hal-own@example.com', hal.organizationId, 'MEMBER')
  await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [own.userId])
  const [id = ''] = await addScored(hal)
  await app.owner.run('update contacts set owner_id = $2 where id = $1', [id, own.userId])
  await addOutcomes(hal, oddsTimes(0.5))
  expect((await member.request('POST', URL)).status).toBe(403)
  expect((await member.request('POST', `${URL}/use`, { version: null })).status).toBe(403)
  expect(await runNow(admin)).toMatchObject({ inUse: 1 })
  await app.queue.drain()
  expect((await statusOf(member)).latest!.report.known.outcomes).toBe(900)
  expect(await statusOf(own)).toMatchObject({ inUse: 1, latest: null, versions: [] })
  expect((await explain(member, id)).calibration).toMatchObject({ version: 1, outcomes: 900 })
  expect((await explain(own, id)).calibration).toMatchObject({ version: 1, outcomes: null })
  await app.owner.run(
    `update organizations set suspended_at = now(), suspended_reason = 'test' where id = $1`,
    [hal.organizationId],
  )
  expect((await hal.request('GET', URL)).status).toBe(403)
  expect((await hal.request('POST', URL)).status).toBe(403)
})
