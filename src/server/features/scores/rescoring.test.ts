import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import type { Query } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const START = Date.parse('2026-03-10T12:00:00Z')
const DAY_MS = 86_400_000

let app: TestApp
let now = new Date(START)
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())

const setDay = (days: number) => {
  now = new Date(START + days * DAY_MS)
}

/** Adds an owner with enriched sample contacts. */
async function addOwnerWithContacts(
  email: string,
  count: number,
): Promise<{ person: Person; id: OrganizationId }> {
  setDay(0)
  const person = await app.subscriber(email, 1000)
  for (const contact of samplePeople(count, 'demo')) {
    const response = await person.request('POST', '/api/contacts', contact)
    const { id } = response.json as { id: string }
    await withJobsRunning(app, person.request('POST', `/api/contacts/${id}/enrich`))
  }
  return { person, id: parseOrganizationId(person.organizationId) }
}

/** Runs the nightly job of one organization to its end. */
async function runNightly(id: OrganizationId, cause: 'faded' | 'policy' = 'faded'): Promise<void> {
  await app.services.scores.rescoreAll(id, cause)
  await app.queue.drain()
}

type ScoringState = { contacts: unknown[]; signals: unknown[]; history: unknown[] }

/** Reads everything that scoring writes, except times. */
async function readScoringState(id: OrganizationId, query: Query = app.owner): Promise<ScoringState> {
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
    ;({ id, person } = await addOwnerWithContacts('ann@example.com', 25))
  })

  test('writes the same as scoring each contact separately, month after month', async () => {
    for (const days of [1, 33, 120, 400]) {
      setDay(days)
      const rollback = new Error('rolled back')
      let expected: ScoringState | undefined
      await app.db
        .tenant(id, async (tx) => {
          const ids = await tx.rows<{ id: string }>('select id from contacts where scored_at is not null')
          for (const contact of ids) await app.services.scores.rescore(tx, contact.id, 'faded')
          expected = await readScoringState(id, tx)
          throw rollback
        })
        .catch((error: unknown) => expect(error).toBe(rollback))
      await runNightly(id)
      expect(await readScoringState(id)).toEqual(expected)
    }
    const { history } = await readScoringState(id)
    expect(history.length).toBeGreaterThan(40)
  })

  test('does not write unchanged rows and runs once a day', async () => {
    const rowVersions = () =>
      app.owner.rows(
        `select 'c', id, xmin::text from contacts where organization_id = $1
         union all select 's', id, xmin::text from signals where organization_id = $1 order by 1, 2`,
        [id],
      )
    const versionsBefore = await rowVersions()
    await runNightly(id)
    await app.owner.run('delete from score_runs where organization_id = $1', [id])
    await runNightly(id)
    const { history } = await readScoringState(id)
    expect(await rowVersions()).toEqual(versionsBefore)
    expect((await readScoringState(id)).history).toEqual(history)
  })

  test('publishes changes once per run, and nothing without changes', async () => {
    const events: LiveEvent[] = []
    const stop = app.events.subscribe(id, (event) => events.push(event))
    setDay(430)
    await runNightly(id)
    expect(events).toEqual([{ type: 'contacts.changed' }])
    await runNightly(id)
    expect(events).toHaveLength(1)
    stop()
  })

  test('stores the cause of a change: time, settings or model', async () => {
    setDay(0)
    const { id: other, person: bob } = await addOwnerWithContacts('bob@example.com', 12)
    expect(await lastCauses(other)).toEqual(['enriched'])
    setDay(60)
    await runNightly(other)
    expect(await lastCauses(other)).toContain('faded')
    await app.owner.run(
      'update organizations set exclude_age = true, exclude_familial = true where id = $1',
      [other],
    )
    await runNightly(other, 'policy')
    expect(await lastCauses(other)).toContain('policy')
    await app.owner.run(`update score_runs set model_version = 'older' where organization_id = $1`, [other])
    await app.owner.run(`update score_history set model_version = 'older' where organization_id = $1`, [
      other,
    ])
    setDay(61)
    await runNightly(other)
    expect(await lastCauses(other)).toEqual(['model'])
    const contact = await app.owner.row<{ id: string }>(
      'select id from contacts where organization_id = $1 and nine_d_score > 0 limit 1',
      [other],
    )
    const explanation = (await bob.request('GET', `/api/contacts/${contact!.id}/score`))
      .json as ScoreExplanation
    expect(explanation.history.map(({ cause }) => cause)).toEqual(
      expect.arrayContaining(['enriched', 'model']),
    )
  })

  test("keeps a merge's score, restores the history on undo, and adds nothing for an opt-out", async () => {
    const { id: other, person: eve } = await addOwnerWithContacts('eve@example.com', 12)
    const findContactId = async (condition: string) =>
      (await app.owner.row<{ id: string }>(
        `select id from contacts where organization_id = $1 and ${condition} limit 1`,
        [other],
      ))!.id
    // The contact with a score of 0 was scored last, so the kept contact's score is the latest.
    const mergedId = await findContactId('nine_d_score > 0 order by scored_at, id')
    const keptId = await findContactId('nine_d_score = 0 order by id desc')
    await app.owner.run('update score_history set recorded_at = now() where contact_id = $1', [keptId])
    const stateBefore = await readScoringState(other)
    const response = await eve.request('POST', `/api/contacts/${keptId}/merge`, { otherId: mergedId })
    expect(response.status).toBe(200)
    expect((await lastCauses(other)).sort()).toEqual(['enriched', 'merged'])
    const { mergeId } = response.json as { mergeId: string }
    expect((await eve.request('POST', `/api/merges/${mergeId}/undo`)).status).toBe(200)
    const command = { doNotContact: true, reason: 'Asked' }
    await eve.request('PATCH', `/api/contacts/${keptId}/do-not-contact`, command)
    expect((await readScoringState(other)).history).toEqual(stateBefore.history)
  })

  test('a score ends with its last signal: above 0 the day before, 0 on that day', async () => {
    const { id: other, person: cat } = await addOwnerWithContacts('cat@example.com', 15)
    const lastSignal = await app.owner.row<{ contactId: string; expires: string }>(
      `select contact_id, max(metadata->>'expiresAt') as expires from signals
        where organization_id = $1 and metadata->>'expiresAt' > '2026-06-01' group by 1 order by 2 limit 1`,
      [other],
    )
    const scoreOn = async (day: number): Promise<ScoreExplanation> => {
      now = new Date(day)
      await runNightly(other)
      return (await cat.request('GET', `/api/contacts/${lastSignal!.contactId}/score`)).json
    }
    const end = Date.parse(lastSignal!.expires)
    const explanationBefore = await scoreOn(end - DAY_MS)
    expect(explanationBefore.score).toBeGreaterThan(0)
    const explanationAfter = await scoreOn(end)
    expect(explanationAfter.score).toBe(0)
    expect(explanationAfter.history.at(-1)).toMatchObject({ score: 0, cause: 'faded' })
    expect(explanationAfter.history.at(-2)!.score).toBe(explanationBefore.score)
    expect(person.organizationId).not.toBe(cat.organizationId)
  })
})

describe('A30 a run over many contacts', () => {
  const CONTACT_COUNT = 4500
  let id: OrganizationId
  beforeAll(async () => {
    setDay(0)
    const dan = await app.subscriber('dan@example.com')
    id = parseOrganizationId(dan.organizationId)
    await app.owner.run(
      `insert into contacts (organization_id, first_name, last_name, search, last_name_key, nine_d_score, scored_at, enriched_at)
       select $1, 'P' || n, 'Many', ' p many', 'many', 0, $2, $2 from generate_series(1, $3::int) n`,
      [id, now, CONTACT_COUNT],
    )
    await app.owner.run(
      `insert into signals (organization_id, contact_id, category, score, confidence_score, source, event_date, evidence_key, metadata)
       select organization_id, id, 'debt', 0, .9, 'registry', '2026-01-01', 'one', '{"subtype": "debt.nod"}'
         from contacts where organization_id = $1`,
      [id],
    )
  })
  const countHistory = async () =>
    (await app.owner.row<{ rows: number; contacts: number }>(
      `select count(*)::int as rows, count(distinct contact_id)::int as contacts from score_history where organization_id = $1`,
      [id],
    ))!
  const stopAfter = (afterBatches: number) => {
    let remaining = afterBatches
    const throwIfAborted = () => {
      if (remaining-- === 0) throw new Error('stopped')
    }
    return { throwIfAborted } as AbortSignal
  }

  test('resumes where it stopped and stores no score twice', async () => {
    const { scores } = app.services
    await scores.rescoreAll(id, 'faded')
    await expect(scores.runSlice(id, 0, stopAfter(1))).rejects.toThrow('stopped')
    const partial = await countHistory()
    expect(partial.rows).toBeGreaterThan(0)
    expect(partial.rows).toBeLessThan(CONTACT_COUNT)
    // Another start on the same day and two concurrent workers continue the same run.
    await scores.rescoreAll(id, 'faded')
    await Promise.all([scores.runSlice(id, 0), scores.runSlice(id, 0)])
    expect(await countHistory()).toEqual({ rows: CONTACT_COUNT, contacts: CONTACT_COUNT })
    await app.queue.drain()
    expect(await countHistory()).toEqual({ rows: CONTACT_COUNT, contacts: CONTACT_COUNT })
  })

  test('skips a locked contact and scores it at the end', async () => {
    setDay(200)
    const lockedId = (await app.owner.row<{ id: string }>(
      'select id from contacts where organization_id = $1 order by id limit 1',
      [id],
    ))!.id
    const { scores } = app.services
    const countsBefore = await countHistory()
    let running: Promise<void> = Promise.resolve()
    await app.owner.transaction(async (tx) => {
      await tx.run('select 1 from contacts where id = $1 for update', [lockedId])
      await scores.rescoreAll(id, 'faded')
      running = scores.runSlice(id, 0)
      for (let scoredOthers = 0; scoredOthers < CONTACT_COUNT - 1; ) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        scoredOthers = (await countHistory()).rows - countsBefore.rows
      }
      await tx.run(`update contacts set first_name = 'Changed' where id = $1`, [lockedId])
    })
    await running
    expect(await countHistory()).toEqual({ rows: 2 * CONTACT_COUNT, contacts: CONTACT_COUNT })
    const row = await app.owner.row('select first_name, nine_d_score from contacts where id = $1', [lockedId])
    const other = await app.owner.row<{ nineDScore: number }>(
      'select nine_d_score from contacts where organization_id = $1 and id <> $2 limit 1',
      [id, lockedId],
    )
    expect(row).toEqual({ firstName: 'Changed', nineDScore: other!.nineDScore })
  })
})
