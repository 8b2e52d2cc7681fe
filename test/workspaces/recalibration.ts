import type { ContactDetail } from '#contract/contacts.ts'
import type { RecalibrationStatus } from '#contract/recalibration.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { knownOutcomes, type TrueChance } from '#test/builders/known-outcomes.ts'
import { withJobsRunning } from '#test/checks.ts'
import { createTestApp, type Person } from '#test/test-app.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const URL = '/api/score/recalibration'

/** An application on a fixed day, and helpers for known outcomes and the scores that adapt to them. */
export async function openRecalibration() {
  const app = await createTestApp({ clock: { now: () => NOW } })
  return {
    ...app,
    now: NOW,
    url: URL,

    async addOutcomes(
      { organizationId }: Person,
      trueChance: TrueChance,
      options: { count?: number; seed?: number; source?: 'address' | 'person' } = {},
    ): Promise<void> {
      const defaults = { organizationId, trueChance, now: NOW, count: 900, seed: 1 }
      const { sql, values } = knownOutcomes({ ...defaults, ...options })
      await app.owner.run(sql, values)
    },

    /** Adds scored contacts, with a notice of default unless `hasSignal` is false, and scores them. */
    async addScored(person: Person, count = 1, hasSignal = true): Promise<string[]> {
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
    },

    runNow: async (person: Person): Promise<RecalibrationStatus> =>
      (await withJobsRunning(app, person.request('POST', URL))).json,

    async runNightly({ organizationId }: Person): Promise<void> {
      await app.services.recalibration.startNightly(parseOrganizationId(organizationId))
      await app.queue.drain()
    },

    statusOf: async (person: Person): Promise<RecalibrationStatus> => (await person.request('GET', URL)).json,

    async choose(person: Person, version: number | null) {
      const response = await person.request('POST', `${URL}/use`, { version })
      await app.queue.drain()
      return response
    },

    explain: async (person: Person, id: string): Promise<ScoreExplanation> =>
      (await person.request('GET', `/api/contacts/${id}/score`)).json,

    contactOf: async (person: Person, id: string): Promise<ContactDetail> =>
      (await person.request('GET', `/api/contacts/${id}`)).json,

    /** Everything that scoring stores about contacts, without times. */
    readScores: ({ organizationId }: Person) =>
      app.owner.rows(
        `select c.id, nine_d_score, move_chance, move_lift, signal_strength, live_signals, top_signal,
                (select jsonb_agg(s.score order by s.id) from signals s where s.contact_id = c.id) as signals
           from contacts c where organization_id = $1 and scored_at is not null order by c.id`,
        [organizationId],
      ),
  }
}
