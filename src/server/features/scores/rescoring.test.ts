import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import type { Query } from '#server/platform/db/database.ts'
import { mintOrganizationId, type OrganizationId } from '#server/platform/db/organization-id.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { whileJobsRun } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const START = Date.parse('2026-03-10T12:00:00Z')
const DAY_MS = 86_400_000

let app: TestApp
let now = new Date(START)
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())

const inDays = (days: number) => {
  now = new Date(START + days * DAY_MS)
}

/** An owner with enriched sample contacts. */
async function withContacts(email: string, amount: number): Promise<{ person: Person; id: OrganizationId }> {
  inDays(0)
  const person = await app.subscriber(email, 1000)
  for (const contact of samplePeople(amount, 'demo')) {
    const added = await person.request('POST', '/api/contacts', contact)
    const { id } = added.json as { id: string }
    await whileJobsRun(app, person.request('POST', `/api/contacts/${id}/enrich`))
  }
  return { person, id: mintOrganizationId(person.organizationId) }
}

/** A nightly run of one organization from start to end. */
async function night(id: OrganizationId, cause: 'faded' | 'policy' = 'faded'): Promise<void> {
  await app.services.scores.rescoreAll(id, cause)
  await app.queue.drain()
}

type Kept = { contacts: unknown[]; signals: unknown[]; history: unknown[] }

/** Everything that scoring writes, except times. */
async function kept(id: OrganizationId, query: Query = app.owner): Promise<Kept> {
  const rows = (text: string) => query.rows(text, [id])
  return {
    contacts: await rows(
      `select id, nine_d_score, move_chance, move_lift, signal_strength, signals_detected, top_signal,
              listed_for_sale
         from contacts where organization_id = $1 order by id`,
    ),
    signals: await rows('select id, score, metadata from signals where organization_id = $1 order by id'),
    history: await rows(
      `select contact_id, score, previous_score, chance, lift, points, cause, model_version
         from score_history where organization_id = $1 order by contact_id, recorded_at`,
    ),
  }
}

async function lastCauses(id: OrganizationId): Promise<string[]> {
  const rows = await app.owner.rows<{ cause: string }>(
    `select cause from (select distinct on (contact_id) contact_id, cause from score_history
       where organization_id = $1 order by contact_id, recorded_at desc) last group by 1 order by 1`,
    [id],
  )
  return rows.map(({ cause }) => cause)
}

describe('A30 the nightly run', () => {
  let id: OrganizationId
  let person: Person
  beforeAll(async () => {
    ;({ id, person } = await withContacts('ann@example.com', 25))
  })

  test('writes exactly what scoring each contact would write, month after month', async () => {
    for (const days of [1, 33, 120, 400]) {
      inDays(days)
      const undone = new Error('rolled back')
      let expected: Kept | undefined
      await app.db
        .tenant(id, async (tx) => {
          const ids = await tx.rows<{ id: string }>('select id from contacts where scored_at is not null')
          for (const contact of ids) await app.services.scores.rescore(tx, contact.id, 'faded')
          expected = await kept(id, tx)
          throw undone
        })
        .catch((error: unknown) => expect(error).toBe(undone))
      await night(id)
      expect(await kept(id)).toEqual(expected)
    }
    const { history } = await kept(id)
    expect(history.length).toBeGreaterThan(40)
  })

  test('leaves unchanged rows alone and runs once a day', async () => {
    const versions = () =>
      app.owner.rows(
        `select 'c', id, xmin::text from contacts where organization_id = $1
         union all select 's', id, xmin::text from signals where organization_id = $1 order by 1, 2`,
        [id],
      )
    const before = await versions()
    await night(id)
    await app.owner.run('delete from score_runs where organization_id = $1', [id])
    await night(id)
    const { history } = await kept(id)
    expect(await versions()).toEqual(before)
    expect((await kept(id)).history).toEqual(history)
  })

  test('publishes changes once per run, and nothing without changes', async () => {
    const events: LiveEvent[] = []
    const stop = app.events.subscribe(id, (event) => events.push(event))
    inDays(430)
    await night(id)
    expect(events).toEqual([{ type: 'contacts.changed' }])
    await night(id)
    expect(events).toHaveLength(1)
    stop()
  })

  test('stores the cause of a change: time, settings or model', async () => {
    inDays(0)
    const { id: other, person: bob } = await withContacts('bob@example.com', 12)
    expect(await lastCauses(other)).toEqual(['enriched'])
    inDays(60)
    await night(other)
    expect(await lastCauses(other)).toContain('faded')
    await app.owner.run(
      'update organizations set exclude_age = true, exclude_familial = true where id = $1',
      [other],
    )
    await night(other, 'policy')
    expect(await lastCauses(other)).toContain('policy')
    await app.owner.run(`update score_runs set model_version = 'older' where organization_id = $1`, [other])
    await app.owner.run(`update score_history set model_version = 'older' where organization_id = $1`, [
      other,
    ])
    inDays(61)
    await night(other)
    expect(await lastCauses(other)).toEqual(['model'])
    const scored = await app.owner.row<{ id: string }>(
      'select id from contacts where organization_id = $1 and nine_d_score > 0 limit 1',
      [other],
    )
    const why = (await bob.request('GET', `/api/contacts/${scored!.id}/score`)).json as ScoreExplanation
    expect(why.history.map(({ cause }) => cause)).toEqual(expect.arrayContaining(['enriched', 'model']))
  })

  test("keeps a merge's score, restores the history on undo, and adds nothing for an opt-out", async () => {
    const { id: other, person: eve } = await withContacts('eve@example.com', 12)
    const find = async (where: string) =>
      (await app.owner.row<{ id: string }>(
        `select id from contacts where organization_id = $1 and ${where} limit 1`,
        [other],
      ))!.id
    // Enriched one after the other: the latest score of both together is 0, that of the kept contact.
    const moved = await find('nine_d_score > 0 order by scored_at, id')
    const stays = await find('nine_d_score = 0 order by id desc')
    await app.owner.run('update score_history set recorded_at = now() where contact_id = $1', [stays])
    const before = await kept(other)
    const merged = await eve.request('POST', `/api/contacts/${stays}/merge`, { otherId: moved })
    expect(merged.status).toBe(200)
    expect((await lastCauses(other)).sort()).toEqual(['enriched', 'merged'])
    const { mergeId } = merged.json as { mergeId: string }
    expect((await eve.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
    const command = { doNotContact: true, reason: 'Asked' }
    await eve.request('PATCH', `/api/contacts/${stays}/do-not-contact`, command)
    expect((await kept(other)).history).toEqual(before.history)
  })

  test('A score ends with its last signal: it counts the day before and is 0 on the day', async () => {
    const { id: other, person: cat } = await withContacts('cat@example.com', 15)
    const last = await app.owner.row<{ contactId: string; expires: string }>(
      `select contact_id, max(metadata->>'expiresAt') as expires from signals
        where organization_id = $1 and metadata->>'expiresAt' > '2026-06-01' group by 1 order by 2 limit 1`,
      [other],
    )
    const scoreOn = async (day: number): Promise<ScoreExplanation> => {
      now = new Date(day)
      await night(other)
      return (await cat.request('GET', `/api/contacts/${last!.contactId}/score`)).json
    }
    const end = Date.parse(last!.expires)
    const before = await scoreOn(end - DAY_MS)
    expect(before.score).toBeGreaterThan(0)
    const after = await scoreOn(end)
    expect(after.score).toBe(0)
    expect(after.history.at(-1)).toMatchObject({ score: 0, cause: 'faded' })
    expect(after.history.at(-2)!.score).toBe(before.score)
    expect(person.organizationId).not.toBe(cat.organizationId)
  })
})

describe('A30 a run over many contacts', () => {
  const MANY = 4500
  let id: OrganizationId
  beforeAll(async () => {
    inDays(0)
    const dan = await app.subscriber('dan@example.com')
    id = mintOrganizationId(dan.organizationId)
    await app.owner.run(
      `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, scored_at, enriched_at)
       select $1, 'P' || n, 'Many', ' p many', 'many', 0, $2, $2 from generate_series(1, $3::int) n`,
      [id, now, MANY],
    )
    await app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, confidence_score, source, event_date, evidence_key, metadata)
       select organization_id, id, 'debt', 0, .9, 'registry', '2026-01-01', 'one', '{"subtype": "debt.nod"}'
         from contacts where organization_id = $1`,
      [id],
    )
  })
  const historyOf = async () =>
    (await app.owner.row<{ rows: number; contacts: number }>(
      `select count(*)::int as rows, count(distinct contact_id)::int as contacts from score_history where organization_id = $1`,
      [id],
    ))!
  const stopped = (afterBatches: number) => {
    let left = afterBatches
    const throwIfAborted = () => {
      if (left-- === 0) throw new Error('stopped')
    }
    return { throwIfAborted } as AbortSignal
  }

  test('resumes where it stopped and stores no score twice', async () => {
    const { scores } = app.services
    await scores.rescoreAll(id, 'faded')
    await expect(scores.runSlice(id, 0, stopped(1))).rejects.toThrow('stopped')
    const half = await historyOf()
    expect(half.rows).toBeGreaterThan(0)
    expect(half.rows).toBeLessThan(MANY)
    // Another start on the same day and two concurrent workers continue the same run.
    await scores.rescoreAll(id, 'faded')
    await Promise.all([scores.runSlice(id, 0), scores.runSlice(id, 0)])
    expect(await historyOf()).toEqual({ rows: MANY, contacts: MANY })
    await app.queue.drain()
    expect(await historyOf()).toEqual({ rows: MANY, contacts: MANY })
  })

  test('skips a locked contact and scores it at the end', async () => {
    inDays(200)
    const held = (await app.owner.row<{ id: string }>(
      'select id from contacts where organization_id = $1 order by id limit 1',
      [id],
    ))!.id
    const { scores } = app.services
    const before = await historyOf()
    let running: Promise<void> = Promise.resolve()
    await app.owner.transaction(async (tx) => {
      await tx.run('select 1 from contacts where id = $1 for update', [held])
      await scores.rescoreAll(id, 'faded')
      running = scores.runSlice(id, 0)
      for (let others = 0; others < MANY - 1; ) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        others = (await historyOf()).rows - before.rows
      }
      await tx.run(`update contacts set first_name = 'Changed' where id = $1`, [held])
    })
    await running
    expect(await historyOf()).toEqual({ rows: 2 * MANY, contacts: MANY })
    const row = await app.owner.row('select first_name, nine_d_score from contacts where id = $1', [held])
    const other = await app.owner.row<{ nineDScore: number }>(
      'select nine_d_score from contacts where organization_id = $1 and id <> $2 limit 1',
      [id, held],
    )
    expect(row).toEqual({ firstName: 'Changed', nineDScore: other!.nineDScore })
  })
})
