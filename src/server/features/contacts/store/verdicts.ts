import type { Verification } from '#domain/identity/verification.ts'

/** What verification found out about a contact. Null leaves a part as it is. */
export type Verdict = {
  email: Verification | null
  phone: Verification | null
  suggestion: string | null
  address: Verification
  employer: Verification
  /** When to look again (null: never), and how often it was asked by then. */
  again: { seconds: number | null; attempts: number }
}

const PARTS = ['email', 'phone', 'address', 'employer'] as const

/** The columns of a verdict in a list of rows. */
export const VERDICT_TYPES = `suggestion text, again integer, attempts smallint, ${PARTS.map(
  (part) => `${part}_status verification_status, ${part}_reason text, ${part}_at timestamptz`,
).join(', ')}`

/**
 * Sets the columns of contact `c` to the verdict in row `v`; without `attempts` there is none. A suggestion is made once
 * for an address, so that a dismissed one stays away.
 */
export function setVerdict(v: string): string {
  return `email_suggestion = case when ${v}.email_status is not null and c.email_verified_at is null
                            then ${v}.suggestion else c.email_suggestion end,
       ${PARTS.map((part) => columnsOf(part, v)).join(', ')},
       verification_due_at = case when ${v}.attempts is null then c.verification_due_at
                                  else now() + ${v}.again * interval '1 second' end,
       verification_attempts = coalesce(${v}.attempts, c.verification_attempts)`
}

function columnsOf(part: string, v: string): string {
  const kept = (column: string, value: string) =>
    `${column} = case when ${v}.${part}_status is null then c.${column} else ${value} end`
  return [
    kept(`${part}_verified`, `${v}.${part}_status`),
    kept(`${part}_verification_reason`, `${v}.${part}_reason`),
    kept(`${part}_verified_at`, `${v}.${part}_at`),
  ].join(', ')
}

/** A verdict as a row. */
export function verdictRow(verdict: Verdict): Record<string, unknown> {
  const row: Record<string, unknown> = {
    suggestion: verdict.suggestion,
    again: verdict.again.seconds,
    attempts: verdict.again.attempts,
  }
  for (const part of PARTS) {
    row[`${part}_status`] = verdict[part]?.status ?? null
    row[`${part}_reason`] = verdict[part]?.reason ?? null
    row[`${part}_at`] = verdict[part]?.checkedAt ?? null
  }
  return row
}
