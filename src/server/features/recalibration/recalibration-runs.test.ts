import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ChatReply } from '#contract/assistant.ts'
import type { Context } from '#server/platform/context.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AS_PREDICTED, oddsTimes } from '#test/builders/known-outcomes.ts'
import type { Person } from '#test/test-app.ts'
import { openRecalibration } from '#test/workspaces/recalibration.ts'
import { WAIT_MS } from './limits.ts'
import { deleteRun, lockUnfinished } from './store/calibrations.ts'

let app: Awaited<ReturnType<typeof openRecalibration>>
beforeAll(async () => {
  app = await openRecalibration()
})
afterAll(() => app.close())

const contextOf = ({ organizationId, userId }: Person) =>
  ({ organizationId: parseOrganizationId(organizationId), actor: { kind: 'user', userId } }) as Context

/** Resolves once work waits for a lock, or is over. */
async function untilBlocked(work: Promise<unknown>): Promise<void> {
  let isOver = false
  const setOver = () => {
    isOver = true
  }
  void work.then(setOver, setOver)
  const isBlocked = () =>
    app.owner.exists(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  while (!isOver && !(await isBlocked()));
}

test('A30 finishes a rescoring that was interrupted, with one history entry per contact', async () => {
  const fay = await app.subscriber('fay@example.com')
  await app.addScored(fay, 1500, false)
  await app.addOutcomes(fay, oddsTimes(0.5))
  const before = await app.readScores(fay)
  await app.services.recalibration.startNightly(parseOrganizationId(fay.organizationId))
  const { id } = (await app.statusOf(fay)).running!
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
  await app.choose(fay, null)
  expect(await app.readScores(fay)).toEqual(before)
})

test('A30 answers with 202 when no worker has finished the run in time', async () => {
  const pam = await app.subscriber('pam@example.com')
  // The screen gives up after 15 seconds.
  expect(WAIT_MS).toBeLessThan(14_000)
  const { status, json } = await pam.request('POST', app.url)
  expect([status, json]).toEqual([202, { status: 'running', id: (await app.statusOf(pam)).running?.id }])
  await app.queue.drain()
  expect((await app.statusOf(pam)).running).toBeNull()
})

test('A30 joins a run that is under way', async () => {
  const gus = await app.subscriber('gus@example.com')
  await app.addOutcomes(gus, AS_PREDICTED, { count: 10 })
  await app.services.recalibration.startNightly(parseOrganizationId(gus.organizationId))
  const { id } = (await app.statusOf(gus)).running!
  const started = await app.services.recalibration.start(contextOf(gus), { mayWait: false })
  expect(started).toEqual({ id, status: null })
  await app.queue.drain()
  expect(await app.statusOf(gus)).toMatchObject({
    running: null,
    latest: { id, startedBy: expect.any(String) },
  })
})

test('A30 starts another run for a person while the nightly one is being settled', async () => {
  const joe = await app.subscriber('joe@example.com')
  const organizationId = parseOrganizationId(joe.organizationId)
  await app.addOutcomes(joe, AS_PREDICTED, { count: 10 })
  await app.services.recalibration.startNightly(organizationId)
  const { id } = (await app.statusOf(joe)).running!
  const started = await app.db.tenant(organizationId, async (tx) => {
    await lockUnfinished(tx, id)
    const starting = app.services.recalibration.start(contextOf(joe), { mayWait: false })
    await untilBlocked(starting)
    await deleteRun(tx, id)
    return { starting }
  })
  expect((await started.starting).id).not.toBe(id)
  await app.queue.drain()
  expect(await app.statusOf(joe)).toMatchObject({ running: null, latest: { startedBy: expect.any(String) } })
})

test('A30 finishes a run whose job was lost, once its organization is not suspended', async () => {
  const kay = await app.subscriber('kay@example.com')
  vi.spyOn(app.queue, 'send').mockRejectedValueOnce(new Error('The queue is down'))
  await app.services.recalibration.start(contextOf(kay), { mayWait: false })
  expect(app.queue.pendingJobs).toEqual([])
  const setSuspended = (at: string | null) =>
    app.owner.run(`update organizations set suspended_at = $2, suspended_reason = $3 where id = $1`, [
      kay.organizationId,
      at,
      at && 'test',
    ])
  await setSuspended('2026-11-01')
  await app.services.recalibration.sweep()
  await app.queue.drain()
  await setSuspended(null)
  expect((await app.statusOf(kay)).running).not.toBeNull()
  await app.services.recalibration.sweep()
  await app.queue.drain()
  expect(await app.statusOf(kay)).toMatchObject({ running: null, latest: { version: null } })
})

test('A30 queues the run under way at night, also without known outcomes', async () => {
  const lou = await app.subscriber('lou@example.com')
  vi.spyOn(app.queue, 'send').mockRejectedValueOnce(new Error('The queue is down'))
  const { id } = await app.services.recalibration.start(contextOf(lou), { mayWait: false })
  await app.runNightly(lou)
  expect(await app.statusOf(lou)).toMatchObject({ running: null, latest: { id } })
})

test('A30 adopts a calibration while the fair-housing switch changes, and names the person who ran it', async () => {
  const max = await app.subscriber('max@example.com')
  const organizationId = parseOrganizationId(max.organizationId)
  await app.addOutcomes(max, oddsTimes(0.5))
  await app.choose(max, null)
  const { id } = await app.services.recalibration.start(contextOf(max), { mayWait: false })
  const run = await app.db.tenant(organizationId, async (tx) => {
    await app.services.scores.beginRun(tx, 'policy')
    const running = app.services.recalibration.run(organizationId, id)
    await untilBlocked(running)
    await tx.run('update organizations set updated_at = now() where id = $1', [organizationId])
    return { running }
  })
  await run.running
  expect(await app.statusOf(max)).toMatchObject({ inUse: 1, chosen: null })
  const actors = await app.owner.column(
    `select actor from audit_log where organization_id = $1 and action = 'score-calibration.adopted'`,
    [organizationId],
  )
  expect(actors).toEqual([`user:${max.userId}`])
})

test('A30 lets owners and admins run it, members read it, and shows no figures to members with own records', async () => {
  const hal = await app.subscriber('hal@example.com')
  const admin = await app.member('hal-admin@example.com', hal.organizationId, 'ADMIN')
  const member = await app.member('hal-member@example.com', hal.organizationId, 'MEMBER')
  const own = await app.member('hal-own@example.com', hal.organizationId, 'MEMBER')
  await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [own.userId])
  const [id = ''] = await app.addScored(hal)
  await app.owner.run('update contacts set owner_id = $2 where id = $1', [id, own.userId])
  await app.addOutcomes(hal, oddsTimes(0.5))
  expect((await member.request('POST', app.url)).status).toBe(403)
  expect((await member.request('POST', `${app.url}/use`, { version: null })).status).toBe(403)
  expect(await app.runNow(admin)).toMatchObject({ inUse: 1 })
  await app.queue.drain()
  expect((await app.statusOf(member)).latest!.report.known.outcomes).toBe(900)
  expect(await app.statusOf(own)).toMatchObject({ inUse: 1, latest: null, versions: [] })
  expect((await app.explain(member, id)).calibration).toMatchObject({ version: 1, outcomes: 900 })
  expect((await app.explain(own, id)).calibration).toMatchObject({ version: 1, outcomes: null })
  await app.owner.run(
    `update contacts set first_name = 'Wilhelmina', last_name = 'Ostrander', search = ' wilhelmina ostrander' where id = $1`,
    [id],
  )
  const { json } = await own.request('POST', '/api/chat', { message: 'Tell me about Wilhelmina Ostrander' })
  expect((json as ChatReply).reply).toContain('Adjusted to your outcomes (version 1): score ')
  await app.owner.run(
    `update organizations set suspended_at = now(), suspended_reason = 'test' where id = $1`,
    [hal.organizationId],
  )
  expect((await hal.request('GET', app.url)).status).toBe(403)
  expect((await hal.request('POST', app.url)).status).toBe(403)
})

test('A30 names a person without a name by their email address', async () => {
  const nan = await app.subscriber('nan@example.com')
  await app.owner.run(`update users set first_name = null, last_name = 'Lee' where id = $1`, [nan.userId])
  await app.choose(nan, null)
  expect((await app.statusOf(nan)).chosen?.by).toBe('Lee')
  await app.owner.run('update users set last_name = null where id = $1', [nan.userId])
  expect((await app.statusOf(nan)).chosen?.by).toBe('nan@example.com')
})
