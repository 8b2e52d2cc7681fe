import type { SyncKind } from '#contract/follow-up-boss.ts'
import type { Side } from '#domain/follow-up-boss/three-way.ts'
import type { ActivitiesService } from '#server/features/activities/service.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { NotesService } from '#server/features/notes/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import type { VerificationService } from '#server/features/verification/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sidesOf } from '../policy.ts'
import * as connections from '../store/connections.ts'
import type { Seen } from '../store/links.ts'
import type { Remote } from './remote.ts'

export type SyncFeatures = {
  activities: Pick<ActivitiesService, 'logWithin'>
  consents: Pick<ConsentsService, 'record'>
  contacts: Pick<ContactsService, 'add' | 'findSamePerson' | 'update' | 'requireCapacity'>
  notes: Pick<NotesService, 'addWithin' | 'changeWithin'>
  tasks: Pick<TasksService, 'addWithin' | 'update' | 'setStatus'>
  verification: Pick<VerificationService, 'rejectPhone'>
}

/** Work for one organization, with the connection as it was at the start. */
export type Run = {
  organizationId: OrganizationId
  connection: connections.StoredConnection
  /** Token of this process's turn. */
  lease: string
  remote: Remote
  /** Where Follow Up Boss sends webhooks. */
  hookUrl: string
  context: Context
  features: SyncFeatures
  log: Platform['log']
  tenant<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Others have their turn. */
  isOver(): boolean
}

/** Thrown between two steps when the slice is over; the change stays in the queue. */
export class SliceOver extends Error {}

/** @throws {SliceOver} when others have their turn, or the owner changed what syncs */
export async function requireTurn(run: Run): Promise<void> {
  if (run.isOver()) throw new SliceOver('The slice is over')
  await requireLease(run)
}

/** @throws {SliceOver} if another process works, or the owner changed what syncs */
export async function requireLease({ tenant, lease, connection }: Run): Promise<void> {
  if (!(await tenant((tx) => connections.isCurrent(tx, lease, connection))))
    throw new SliceOver('The work is no longer ours')
}

/** Sides that a kind may be written to. */
export function writableSides({ connection }: Run, kind: SyncKind): Record<Side, boolean> {
  return sidesOf(connection.directions[kind])
}

const HASH_BYTES = 8

/** A value as it is remembered: by a keyed hash, so that links name no one. */
function hashOf(value: string | null): string {
  return value === null ? '' : personHash(value, HASH_BYTES).toString('hex')
}

export function hashesOf(fields: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, hashOf(value)]))
}

/** Tells whether a value is the one of the last agreement. */
export const seenCheck =
  (seen: Seen) =>
  (side: Side, field: string, value: string | null): boolean | null => {
    const hash = seen[side]?.[field]
    return hash === undefined ? null : hash === hashOf(value)
  }

/**
 * Values to remember after a sync: the fields on which both sides agree now, or that were just written. The others stay as they
 * were, so that a change that may not go over isn't forgotten.
 */
export function nextSeen(
  seen: Seen,
  here: Readonly<Record<string, string | null>>,
  there: Readonly<Record<string, string | null>>,
  written: readonly string[],
): Seen {
  const next = { here: { ...seen.here }, there: { ...seen.there } }
  for (const field of Object.keys(here)) {
    const [ours, theirs] = [here[field] ?? null, there[field] ?? null]
    if (ours !== theirs && !written.includes(field)) continue
    next.here[field] = hashOf(ours)
    next.there[field] = hashOf(theirs)
  }
  return next
}
