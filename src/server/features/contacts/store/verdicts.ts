import type { Verification } from '#domain/identity/verification.ts'

/** Verification results of a contact; null leaves a part unchanged. */
export type Verdict = {
  email: Verification | null
  phone: Verification | null
  suggestion: string | null
  address: Verification
  employer: Verification
  /** Seconds until the next check (null: none), and the number of attempts so far. */
  nextCheck: { seconds: number | null; attempts: number }
}

const PARTS = ['email', 'phone', 'address', 'employer'] as const

/** Column types of a verdict row. */
export const VERDICT_TYPES = `suggestion text, next_check_seconds integer, attempts smallint, ${PARTS.map(
  (part) => `${part}_status verification_status, ${part}_reason text, ${part}_at timestamptz`,
).join(', ')}`

/**
 * Sets the columns of contact `c` from the verdict in row `rowAlias`; without `attempts`, the row has no verdict. An
 * email gets its suggestion only once, so that a dismissed one doesn't return.
 */
export function setVerdict(rowAlias: string): string {
  return `email_suggestion = case when ${rowAlias}.email_status is not null and c.email_verified_at is null
                            then ${rowAlias}.suggestion else c.email_suggestion end,
       ${PARTS.map((part) => columnsOf(part, rowAlias)).join(', ')},
       verification_due_at = case when ${rowAlias}.attempts is null then c.verification_due_at
                                  else now() + ${rowAlias}.next_check_seconds * interval '1 second' end,
       verification_attempts = coalesce(${rowAlias}.attempts, c.verification_attempts)`
}

function columnsOf(part: string, rowAlias: string): string {
  // A member's report of a wrong number overrides any provider.
  const isUnchanged = `${rowAlias}.${part}_status is null${part === 'phone' ? ' or c.phone = c.wrong_phone' : ''}`
  const column = (name: string, value: string) =>
    `${name} = case when ${isUnchanged} then c.${name} else ${value} end`
  return [
    column(`${part}_verified`, `${rowAlias}.${part}_status`),
    column(`${part}_verification_reason`, `${rowAlias}.${part}_reason`),
    column(`${part}_verified_at`, `${rowAlias}.${part}_at`),
  ].join(', ')
}

/** Converts a verdict to a row. */
export function verdictRow(verdict: Verdict): Record<string, unknown> {
  const row: Record<string, unknown> = {
    suggestion: verdict.suggestion,
    next_check_seconds: verdict.nextCheck.seconds,
    attempts: verdict.nextCheck.attempts,
  }
  for (const part of PARTS) {
    row[`${part}_status`] = verdict[part]?.status ?? null
    row[`${part}_reason`] = verdict[part]?.reason ?? null
    row[`${part}_at`] = verdict[part]?.checkedAt ?? null
  }
  return row
}
