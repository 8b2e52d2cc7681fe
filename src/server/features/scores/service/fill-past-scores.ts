import { scoreContact } from '#domain/score/score.ts'
import type { ScoreInput } from '#domain/score/score-input.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { insertPast } from '../store/history.ts'

const MONTHS = 11

/** Fills the months before `now` with scores from today's signals. */
export async function fillPastScores(
  tx: TenantTx,
  contactId: string,
  input: ScoreInput,
  now: Date,
): Promise<void> {
  const months = Array.from({ length: MONTHS }, (_, i) => dayOf(monthsBefore(now, MONTHS - i)))
  const past = months.map((today) => ({
    at: `${today}T12:00:00Z`,
    result: scoreContact(pastInput(input, today)),
  }))
  await insertPast(tx, contactId, past)
}

function monthsBefore(now: Date, months: number): Date {
  const day = new Date(now)
  day.setUTCMonth(day.getUTCMonth() - months)
  return day
}

/** Input as of an earlier day, without later events. */
function pastInput(input: ScoreInput, today: string): ScoreInput {
  return { ...input, today, signals: input.signals.filter(({ eventDate }) => eventDate <= today) }
}
