import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChatReply } from '#contract/assistant.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AS_PREDICTED, oddsTimes } from '#test/builders/known-outcomes.ts'
import type { Person } from '#test/test-app.ts'
import { openRecalibration } from '#test/workspaces/recalibration.ts'

let app: Awaited<ReturnType<typeof openRecalibration>>
beforeAll(async () => {
  app = await openRecalibration()
})
afterAll(() => app.close())

describe('A30 outcomes that came half as often as predicted', () => {
  let ann: Person
  let id: string
  let before: ContactDetail
  let scoresBefore: unknown[]
  beforeAll(async () => {
    ann = await app.subscriber('ann@example.com')
    ;[id = ''] = await app.addScored(ann)
    await app.addOutcomes(ann, oddsTimes(0.5))
    before = await app.contactOf(ann, id)
    scoresBefore = await app.readScores(ann)
  })

  test('adopts a calibration that predicts later outcomes better', async () => {
    const { latest, inUse, versions, running, chosen } = await app.runNow(ann)
    expect({ inUse, running, chosen }).toEqual({ inUse: 1, running: null, chosen: null })
    expect(latest).toMatchObject({ version: 1, startedBy: expect.stringContaining(' ') })
    const { known, decision, holdOut } = latest!.report
    expect(decision).toBe('adopted')
    expect(known.outcomes).toBe(900)
    expect(holdOut!.after.brier.value).toBeLessThan(holdOut!.before.brier.value)
    expect(holdOut!.after.ece.value).toBeLessThan(holdOut!.before.ece.value)
    expect(versions).toEqual([
      { version: 1, adoptedAt: app.now.toISOString(), startedBy: latest!.startedBy, ...known },
    ])
  })

  test('lowers chance and score of contacts, and says so in the explanation and the history', async () => {
    await app.queue.drain()
    const after = await app.contactOf(ann, id)
    expect(after.moveChance).toBeLessThan(before.moveChance!)
    expect(after.nineDScore).toBeLessThan(before.nineDScore!)
    expect(after.nineDScore).toBeGreaterThan(0)
    const explanation = await app.explain(ann, id)
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

  test('names the calibration when the assistant tells about a contact', async () => {
    await ann.request('PATCH', `/api/contacts/${id}`, { firstName: 'Wilhelmina', lastName: 'Ostrander' })
    const { score, calibration } = await app.explain(ann, id)
    const { reply } = (
      await ann.request('POST', '/api/chat', { message: 'Tell me about Wilhelmina Ostrander' })
    ).json as ChatReply
    expect(reply).toContain(
      `Adjusted to your 900 known outcomes (version 1): score ${calibration!.before.score} became ${score}, chance `,
    )
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
    const status = await app.runNow(ann)
    expect(status.inUse).toBe(1)
    expect(status.latest!.report.decision).not.toBe('adopted')
    expect(app.queue.pendingJobs.filter(({ job }) => job.startsWith('rescore'))).toEqual([])
  })

  test('restores the scores exactly when no calibration is chosen, and those of a version when it is', async () => {
    const adjusted = await app.readScores(ann)
    expect(adjusted).not.toEqual(scoresBefore)
    const { status, json } = await app.choose(ann, null)
    expect(status).toBe(200)
    expect(json).toMatchObject({ inUse: null, chosen: { at: app.now.toISOString(), by: expect.any(String) } })
    expect(await app.readScores(ann)).toEqual(scoresBefore)
    expect((await app.explain(ann, id)).calibration).toBeNull()
    await app.choose(ann, 1)
    expect(await app.readScores(ann)).toEqual(adjusted)
    expect((await app.choose(ann, 2)).status).toBe(404)
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
    await app.choose(ann, null)
    await app.addOutcomes(ann, oddsTimes(0.5), { count: 100, seed: 2 })
    await app.runNightly(ann)
    const status = await app.statusOf(ann)
    expect(status).toMatchObject({ inUse: null, latest: { startedBy: null, version: null } })
    expect(status.latest!.report.decision).toBe('adopted')
    expect(await app.runNow(ann)).toMatchObject({ inUse: 2, chosen: null })
    await app.queue.drain()
  })

  test('reports at night only when outcomes were added', async () => {
    const countReports = () =>
      app.owner.one('select count(*)::int from score_calibrations where organization_id = $1', [
        ann.organizationId,
      ])
    await app.runNightly(ann)
    const reports = await countReports()
    await app.runNightly(ann)
    expect(await countReports()).toEqual(reports)
  })
})

test('A30 keeps the report of an adoption on the next night without new outcomes', async () => {
  const guy = await app.subscriber('guy@example.com')
  await app.addOutcomes(guy, oddsTimes(0.5))
  await app.runNightly(guy)
  const adopted = await app.statusOf(guy)
  expect(adopted).toMatchObject({ inUse: 1, latest: { version: 1 } })
  await app.runNightly(guy)
  expect((await app.statusOf(guy)).latest).toEqual(adopted.latest)
})

test('A30 does not adopt a calibration when outcomes came as predicted', async () => {
  const bea = await app.subscriber('bea@example.com')
  await app.addScored(bea, 3)
  const scores = await app.readScores(bea)
  await app.addOutcomes(bea, AS_PREDICTED)
  const { latest, inUse, versions } = await app.runNow(bea)
  expect(latest!.report.decision).not.toBe('adopted')
  expect(latest!.report.ranking.verdict).toBe('ranked')
  expect({ inUse, versions }).toEqual({ inUse: null, versions: [] })
  await app.queue.drain()
  expect(await app.readScores(bea)).toEqual(scores)
})

test('A30 moves chances closer together and says that the score did not rank unrelated outcomes', async () => {
  const cid = await app.subscriber('cid@example.com')
  const [signaled = ''] = await app.addScored(cid, 1)
  const [plain = ''] = await app.addScored(cid, 1, false)
  const chances = async () => {
    const [high, low] = [
      (await app.contactOf(cid, signaled)).moveChance!,
      (await app.contactOf(cid, plain)).moveChance!,
    ]
    return { high, low, ratio: high / low }
  }
  const before = await chances()
  await app.addOutcomes(cid, () => 0.22, { count: 2000 })
  const { latest, inUse } = await app.runNow(cid)
  expect(latest!.report.ranking.verdict).toBe('not_ranked')
  expect(latest!.report.slope).toMatchObject({ status: 'fitted' })
  expect(inUse).toBe(1)
  await app.queue.drain()
  const after = await chances()
  expect(after.ratio).toBeLessThan(before.ratio)
})

test('A30 raises chances with a signal whose category moved more often, and only those', async () => {
  const ira = await app.subscriber('ira@example.com')
  const [signaled = ''] = await app.addScored(ira, 1)
  const [plain = ''] = await app.addScored(ira, 1, false)
  const chanceOf = async (id: string) => (await app.contactOf(ira, id)).moveChance!
  const before = { signaled: await chanceOf(signaled), plain: await chanceOf(plain) }
  await app.addOutcomes(
    ira,
    (chance, categories) => oddsTimes(categories.includes('debt') ? 3 : 1)(chance, categories),
    { count: 3000 },
  )
  const { latest, inUse } = await app.runNow(ira)
  expect(inUse).toBe(1)
  const fitOf = (name: string) => latest!.report.categories.find(({ category }) => category === name)!.fit
  expect(fitOf('debt')).toMatchObject({ status: 'fitted', low: expect.toSatisfy((low: number) => low > 1.3) })
  expect(fitOf('death')).toMatchObject({ status: 'too_few', needed: { outcomes: 500, moved: 10 } })
  await app.queue.drain()
  expect((await chanceOf(signaled)) / before.signaled).toBeGreaterThan(1.3)
  expect((await chanceOf(plain)) / before.plain).toBeLessThan(1.15)
})

test('A30 counts outcomes known only from conversations apart', async () => {
  const dan = await app.subscriber('dan@example.com')
  await app.addOutcomes(dan, oddsTimes(3), { count: 300, source: 'person' })
  const { latest } = await app.runNow(dan)
  expect(latest!.report).toMatchObject({
    known: { outcomes: 0, moved: 0 },
    conversations: { outcomes: 300 },
    decision: 'too_few_outcomes',
  })
})

test('A30 says how many outcomes are missing when there are too few', async () => {
  const eve = await app.subscriber('eve@example.com')
  expect(await app.statusOf(eve)).toEqual({
    running: null,
    inUse: null,
    chosen: null,
    latest: null,
    versions: [],
  })
  await app.addOutcomes(eve, AS_PREDICTED, { count: 40 })
  const { report } = (await app.runNow(eve)).latest!
  expect(report.decision).toBe('too_few_outcomes')
  expect(report.intercept).toMatchObject({
    status: 'too_few',
    outcomes: 40,
    needed: { outcomes: 100, moved: 20 },
  })
})
