import type { TenantTx } from '#server/platform/db/database.ts'

export type Resource = 'people' | 'notes' | 'tasks' | 'events'
/** `restrictions` is a person whose other data isn't synced, `suppressed` one who was never added because of the suppression list. */
export type LinkKind =
  | 'person'
  | 'restrictions'
  | 'suppressed'
  | 'note'
  | 'task'
  | 'activity'
  | 'insight'
  | 'event'
/** Hashes of each side's values when they last agreed, by field. */
export type Seen = { here?: Record<string, string>; there?: Record<string, string> }

export type Link = {
  id: string
  kind: LinkKind
  /** Null while it is being created there. */
  remoteId: number | null
  localId: string | null
  /** Null after the contact was deleted. */
  contactId: string | null
  seen: Seen
  /** Deleted there. A person in the trash counts as deleted, also if only their restrictions are synced. */
  isGone: boolean
}

const COLUMNS = `id, kind, remote_id::double precision as remote_id, local_id, contact_id, seen, gone_at is not null as is_gone`

export function findByRemote(tx: TenantTx, resource: Resource, remoteId: number): Promise<Link | undefined> {
  return tx.row(
    `select ${COLUMNS} from follow_up_boss_links where organization_id = $1 and resource = $2 and remote_id = $3`,
    [tx.organizationId, resource, remoteId],
    'fub-link-by-remote',
  )
}

/** Links of a contact and of all that belongs to it. A person with several records there has several. */
export function listOfContact(tx: TenantTx, contactId: string): Promise<Link[]> {
  return tx.rows(
    `select ${COLUMNS} from follow_up_boss_links where organization_id = $1 and contact_id = $2 order by created_at, id`,
    [tx.organizationId, contactId],
    'fub-links-of-contact',
  )
}

export type NewLink = {
  kind: LinkKind
  resource: Resource
  remoteId: number | null
  localId: string | null
  contactId: string | null
  seen?: Seen
}

/** @throws a unique violation if either side is linked */
export function insertLink(tx: TenantTx, link: NewLink): Promise<Link> {
  return tx.one(
    `insert into follow_up_boss_links (organization_id, kind, resource, remote_id, local_id, contact_id, seen)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${COLUMNS}`,
    [
      ...[tx.organizationId, link.kind, link.resource, link.remoteId, link.localId, link.contactId],
      JSON.stringify(link.seen ?? {}),
    ],
  )
}

export async function updateLink(
  tx: TenantTx,
  id: string,
  { remoteId, seen, isGone }: { remoteId?: number; seen?: Seen; isGone?: boolean },
): Promise<void> {
  await tx.run(
    `update follow_up_boss_links set remote_id = coalesce($3, remote_id), seen = coalesce($4, seen),
            gone_at = case when $5::boolean is null then gone_at when $5 then coalesce(gone_at, now()) end
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id, remoteId ?? null, seen ? JSON.stringify(seen) : null, isGone ?? null],
  )
}

export type RenewedLink = Pick<Link, 'kind' | 'localId' | 'seen'> & { contactId: string }

/** Gives a link whose contact was deleted here to the contact who was added again. @returns undefined if it has a contact */
export function relink(
  tx: TenantTx,
  id: string,
  { kind, localId, contactId, seen }: RenewedLink,
): Promise<Link | undefined> {
  return tx.row(
    `update follow_up_boss_links set kind = $3, local_id = $4, contact_id = $5, seen = $6, gone_at = null
      where organization_id = $1 and id = $2 and contact_id is null returning ${COLUMNS}`,
    [tx.organizationId, id, kind, localId, contactId, JSON.stringify(seen)],
  )
}

/** Links a person with all their data: their fields if a contact is named, else as a second record there. */
export async function setFullLink(tx: TenantTx, id: string, localId: string | null): Promise<void> {
  await tx.run(
    `update follow_up_boss_links set kind = 'person', local_id = $3 where organization_id = $1 and id = $2`,
    [tx.organizationId, id, localId],
  )
}

/** Names the activity of an event whose unsubscription alone was recorded before. */
export async function setActivity(tx: TenantTx, id: string, activityId: string): Promise<void> {
  await tx.run('update follow_up_boss_links set local_id = $3 where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
    activityId,
  ])
}

/** Forgets the values of deleted contacts. */
export function forgetDeleted(tx: TenantTx): Promise<number> {
  return tx.run(
    `update follow_up_boss_links set seen = '{}' where organization_id = $1 and contact_id is null and seen <> '{}'`,
    [tx.organizationId],
  )
}
