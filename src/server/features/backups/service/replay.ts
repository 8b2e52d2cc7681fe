import type { ContactsService } from '#server/features/contacts/service.ts'
import { replayErasure } from '#server/features/erasure/service/replay.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { ErasureLogLine } from '#server/platform/backup/backup-folder.ts'
import { systemContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { hmacBlocks } from '#server/platform/person-hashes.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as store from '../store/replay.ts'

type Deps = Pick<Platform, 'db' | 'clock' | 'adminEmails'> & {
  /** Reads across all organizations. */
  owner: Database
  contacts: Pick<ContactsService, 'removeMany'>
  memberships: Pick<MembershipsService, 'endAll'>
}
export type ReplayCounts = {
  contacts: number
  organizations: number
  accounts: number
  requests: number
  suppressions: number
}

/**
 * Replays erasures that happened after a backup was made, including suppressions. Replaying twice changes nothing. The
 * first worker that starts handles what privacy requests erased outside of organizations.
 *
 * @param madeAt when the backup was made
 */
export async function replayErasures(
  deps: Deps,
  lines: AsyncIterable<ErasureLogLine>,
  madeAt: Date,
): Promise<ReplayCounts> {
  const earliest = madeAt.getTime() - limits.MAX_TRANSACTION_MS
  const counts: ReplayCounts = { contacts: 0, organizations: 0, accounts: 0, requests: 0, suppressions: 0 }
  let batch: ErasureLogLine[] = []
  for await (const line of lines) {
    if (Date.parse(line.at) < earliest) continue
    batch.push(line)
    if (batch.length < limits.ERASURE_BATCH) continue
    await replayBatch(deps, batch, counts)
    batch = []
  }
  if (batch.length > 0) await replayBatch(deps, batch, counts)
  return counts
}

/** @returns the number of ended sessions */
export function signEveryoneOut({ db }: Pick<Platform, 'db'>): Promise<number> {
  return db.transaction((tx) => store.signEveryoneOut(tx))
}

async function replayBatch(
  deps: Deps,
  lines: readonly ErasureLogLine[],
  counts: ReplayCounts,
): Promise<void> {
  const { db, owner, clock } = deps
  const linesOf = (kind: string) => lines.filter((line) => line.kind === kind)
  await store.storeErasures(db, lines)
  for (const { organization, details } of linesOf('organization')) {
    const erasure = { ...erasedIdsOf(details), organizationId: parseOrganizationId(organization ?? '') }
    if (await replayErasure(deps, erasure)) counts.organizations += 1
  }
  // Suppressions come before contacts, so that a running import can't add anyone again.
  const suppressions = linesOf('suppression')
  for (const [organization, group] of byOrganization(suppressions)) {
    await (organization
      ? db.tenant(parseOrganizationId(organization), (tx) => store.suppressInOrganization(tx, group))
      : store.suppressEverywhere(db, group))
  }
  counts.suppressions += suppressions.length
  for (const [organization, group] of byOrganization(linesOf('contact'))) {
    if (organization) counts.contacts += await removeContacts(deps, organization, group)
  }
  const accounts = linesOf('account').map(({ subject }) => subject)
  if (accounts.length > 0) counts.accounts += await db.transaction((tx) => store.removeAccounts(tx, accounts))
  for (const { subject, details } of linesOf('request')) {
    const email =
      typeof details?.key === 'string'
        ? await store.findAddressByHash(owner, details.key, hmacBlocks())
        : null
    const request = { id: subject, email, byPhone: details?.byPhone === true, now: clock.now() }
    if (await store.reopenRequest(db, request)) counts.requests += 1
  }
}

function removeContacts(
  { db, contacts }: Deps,
  organization: string,
  lines: readonly ErasureLogLine[],
): Promise<number> {
  const organizationId = parseOrganizationId(organization)
  const ids = lines.map(({ subject }) => subject)
  return db.tenant(organizationId, (tx) =>
    contacts.removeMany(tx, systemContext(organizationId, 'restore'), ids),
  )
}

function byOrganization(lines: readonly ErasureLogLine[]): Map<string | null, ErasureLogLine[]> {
  return Map.groupBy(lines, ({ organization }) => organization)
}

function erasedIdsOf(details: ErasureLogLine['details']) {
  const toTexts = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])
  const cause = details?.cause === 'operator' || details?.cause === 'retention' ? details.cause : 'owner'
  return { cause, users: toTexts(details?.users), providerIds: toTexts(details?.providerIds) } as const
}
