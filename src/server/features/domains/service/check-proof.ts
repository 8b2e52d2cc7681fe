import type { DomainProblem } from '#contract/domains.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import { FAILING_GRACE_MS } from '../limits.ts'
import * as store from '../store.ts'

const RECORD_NAME = '_domain-proof'
const VALUE_PREFIX = 'domain-proof='

/** The TXT record that proves a domain. Its name leaves the records of the domain itself alone. */
export function recordOf({ domain, token }: { domain: string; token: string }) {
  return { name: `${RECORD_NAME}.${domain}`, value: `${VALUE_PREFIX}${token}` }
}

/** Looks for a domain's record. @returns null if the name servers don't answer, which proves nothing either way */
export async function hasRecord(
  resolver: Platform['resolver'],
  claim: { domain: string; token: string },
): Promise<boolean | null> {
  const { name, value } = recordOf(claim)
  const texts = await resolver.resolveTxt(name)
  return texts?.some((text) => text.trim() === value) ?? null
}

/** What a check changed: `ending` domains will stop working, `ended` ones have. */
export type CheckResult = 'proven' | 'unchanged' | 'ending' | 'ended'

/**
 * Stores the result of a check. A proven domain whose record or plan is gone keeps working for a week, so that a mistake
 * in DNS signs out no one.
 */
export async function settleCheck(
  tx: TenantTx,
  context: Context,
  row: store.DomainRow,
  { isFound, now }: { isFound: boolean | null; now: Date },
): Promise<CheckResult> {
  const proof = { ...row, now }
  const problem = await problemOf(tx, proof, isFound)
  await store.setResult(tx, row.id, { problem, now })
  const record = (action: string) => audit(tx, { ...context, action, subject: row.id })
  if (problem === null) {
    if (row.provenAt === null) await record('domain.proven')
    return row.provenAt === null ? 'proven' : 'unchanged'
  }
  if (row.provenAt === null || problem === 'unreachable') return 'unchanged'
  const failure = await store.recordFailure(tx, proof)
  if (!failure) return 'unchanged'
  if (Date.parse(failure.failingSince) + FAILING_GRACE_MS > now.getTime())
    return failure.isFirst ? 'ending' : 'unchanged'
  await store.endProof(tx, row)
  await record('domain.ended')
  return 'ended'
}

async function problemOf(
  tx: TenantTx,
  row: store.DomainRow & { now: Date },
  isFound: boolean | null,
): Promise<DomainProblem | null> {
  if (isFound === null) return 'unreachable'
  if (!isFound) return 'missing'
  if (row.use === 'app' && !(await store.hasEnterprisePlan(tx))) return 'plan'
  return (await store.prove(tx, row)) ? null : 'taken'
}
