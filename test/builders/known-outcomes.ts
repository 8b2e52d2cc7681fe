import { CATEGORIES, type Category, categoryBits } from '#domain/signals/categories.ts'
import { seededRandom } from '../fixtures/simulated-outcomes.ts'

/** Chance that a simulated contact really moved, by the chance given and the live categories. */
export type TrueChance = (chance: number, categories: readonly Category[]) => number

/** The chance came true on average. */
export const AS_PREDICTED: TrueChance = (chance) => chance

/** Everyone's odds were this many times those of the chance. */
export const oddsTimes =
  (factor: number): TrueChance =>
  (chance) =>
    (factor * chance) / (1 - chance + factor * chance)

const DAY_MS = 86_400_000
const MONTHS = 20

/**
 * Statement and values that add contacts with a snapshot 13 to 33 months before a day, who were enriched on that day.
 * Chances are between 5% and 60%; one contact in three had a live signal of debt. `source` says how the moves are known.
 */
export function knownOutcomes(options: {
  organizationId: string
  count: number
  seed: number
  now: Date
  trueChance: TrueChance
  source?: 'address' | 'person'
}): { sql: string; values: unknown[] } {
  const { organizationId, count, seed, now, trueChance, source = 'address' } = options
  const random = seededRandom(seed)
  const people = Array.from({ length: count }, () => {
    const chance = 0.05 + 0.55 * random() ** 2
    const categories: Category[] = random() < 1 / 3 ? [CATEGORIES[3]] : []
    const monthsAgo = 13 + Math.floor(MONTHS * random())
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
    const movedOn = new Date(month.getTime() + (5 + Math.floor(340 * random())) * DAY_MS)
    return {
      chance,
      live_signals: categoryBits(categories),
      month: month.toISOString().slice(0, 10),
      moved_on: random() < trueChance(chance, categories) ? movedOn.toISOString().slice(0, 10) : null,
    }
  })
  return {
    sql: `with people as (
        select gen_random_uuid() as id, p.* from jsonb_to_recordset($2) as p(chance real, live_signals smallint, month date, moved_on date)),
      added as (
        insert into contacts (organization_id, id, first_name, last_name, search, last_name_key, enriched_at, last_conversation_at)
        select $1, id, 'A', 'B', ' a b', 'b', case $4 when 'address' then $3::timestamptz end, $3 from people),
      snapshots as (
        insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, live_signals, model_version)
        select $1, id, month, month, 10, chance, live_signals, '1' from people)
      insert into outcomes (organization_id, contact_id, kind, moved_on, source, address_key, recorded_at)
      select $1, id, 'moved', moved_on, $4, case $4 when 'address' then id::text::bytea end, $3 from people where moved_on is not null`,
    values: [organizationId, JSON.stringify(people), now, source],
  }
}
