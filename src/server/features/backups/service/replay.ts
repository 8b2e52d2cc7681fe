import type { ContactsService } from '#server/features/contacts/service.ts'
import { replayErasure } from '#server/features/erasure/service/replay.ts'
import { systemContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { mintOrganizationId } from '#server/platform/db/organization-id.ts'
import { hmacBlocks, keyedHash } from '#server/platform/person-hashes.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from '../policy.ts'
import * as store from '../store/replay.ts'

type Deps = Pick<Platform, 'db' | 'clock' | 'adminEmails'> & {
  /** Reads across all organizations. */
  owner: Database
  contacts: Pick<ContactsService, 'removeMany'>
}
export type ReplayCounts = {
  contacts: number
  organizations: number
  accounts: number
  requests: number
  keptOut: number
}

/**
 * Replays erasures that happened after a backup was made, including suppressions. Replaying twice changes nothing. The
 * first worker that starts handles what privacy requests erased outside of organizations.
 *
 * @param madeAt when the backup was made
 */
export async function replayErasures(
  deps: Deps,
  lines: AsyncIterable<store.ErasureLine>,
  madeAt: Date,
): Promise<ReplayCounts> {
  const from = madeAt.getTime() - policy.MAX_TRANSACTION_MS
  const found: ReplayCounts = { contacts: 0, organizations: 0, accounts: 0, requests: 0, keptOut: 0 }
  let batch: store.ErasureLine[] = []
  for await (const line of lines) {
    if (Date.parse(line.at) < from) continue
    batch.push(keyedLine(line))
    if (batch.length < policy.LINE_BATCH) continue
    await replayBatch(deps, batch, found)
    batch = []
  }
  if (batch.length > 0) await replayBatch(deps, batch, found)
  return found
}

/** Adds keyed hashes to an entry; those of former releases have none. */
function keyedLine(line: store.ErasureLine): store.ErasureLine {
  const { kind, subject, details } = line
  if (details?.keyed === true || (kind !== 'suppression' && kind !== 'request')) return line
  const keyed = (hex: string) => keyedHash(Buffer.from(hex, 'hex')).toString('hex')
  if (kind === 'suppression')
    return { ...line, subject: keyed(subject), details: { ...details, keyed: true } }
  const key = typeof details?.key === 'string' ? keyed(details.key) : null
  return { ...line, details: { ...details, keyed: true, key } }
}

/** @returns the number of ended sessions */
export function signEverybodyOut({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.transaction((tx) => store.signEverybodyOut(tx))
}

async function replayBatch(
  deps: Deps,
  lines: readonly store.ErasureLine[],
  found: ReplayCounts,
): Promise<void> {
  const { db, owner, clock } = deps
  const of = (kind: string) => lines.filter((line) => line.kind === kind)
  await store.storeErasures(db, lines)
  for (const { organization, details } of of('organization')) {
    const gone = { ...erasedIdsOf(details), organizationId: mintOrganizationId(organization ?? '') }
    if (await replayErasure(deps, gone)) found.organizations += 1
  }
  // Suppressions come before contacts, so that a running import can't add anyone again.
  const out = of('suppression')
  for (const [organization, own] of byOrganization(out)) {
    await (organization
      ? db.tenant(mintOrganizationId(organization), (tx) => store.suppressInOrganization(tx, own))
      : store.suppressEverywhere(db, own))
  }
  found.keptOut += out.length
  for (const [organization, own] of byOrganization(of('contact'))) {
    if (organization) found.contacts += await removeContacts(deps, organization, own)
  }
  const accounts = of('account').map(({ subject }) => subject)
  if (accounts.length > 0) found.accounts += await db.transaction((tx) => store.removeAccounts(tx, accounts))
  for (const { subject, details } of of('request')) {
    const email =
      typeof details?.key === 'string'
        ? await store.findAddressByHash(owner, details.key, hmacBlocks())
        : null
    const request = { id: subject, email, byPhone: details?.byPhone === true, now: clock.now() }
    if (await store.reopenRequest(db, request)) found.requests += 1
  }
}

function removeContacts(
  { db, contacts }: Deps,
  organization: string,
  lines: readonly store.ErasureLine[],
): Promise<number> {
  const organizationId = mintOrganizationId(organization)
  const ids = lines.map(({ subject }) => subject)
  return db.tenant(organizationId, (tx) =>
    contacts.removeMany(tx, systemContext(organizationId, 'restore'), ids),
  )
}

function byOrganization(lines: readonly store.ErasureLine[]): Map<string | null, store.ErasureLine[]> {
  return Map.groupBy(lines, ({ organization }) => organization)
}

function erasedIdsOf(details: store.ErasureLine['details']) {
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  const cause = details?.cause === 'operator' || details?.cause === 'retention' ? details.cause : 'owner'
  return { cause, users: texts(details?.users), providerIds: texts(details?.providerIds) } as const
}
