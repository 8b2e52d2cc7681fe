import type { TenantTx } from '#server/platform/db/database.ts'
import { hmacBlocks, keyedHashSql, personHash } from '#server/platform/person-hashes.ts'

const HASH_SQL = keyedHashSql("sha256(convert_to(f.account_id || ':' || l.remote_id, 'UTF8'))", {
  inner: '$2',
  outer: '$3',
})

/** Remembers people there whose contact was deleted here, before their links go with the connection. */
export async function addForDeletedContacts(tx: TenantTx): Promise<void> {
  const { inner, outer } = hmacBlocks()
  await tx.run(
    `insert into follow_up_boss_tombstones (organization_id, person_hash)
     select l.organization_id, ${HASH_SQL}
       from follow_up_boss_links l join follow_up_boss_connections f on f.organization_id = l.organization_id
      where l.organization_id = $1 and l.resource = 'people' and l.kind <> 'suppressed' and l.contact_id is null
     on conflict do nothing`,
    [tx.organizationId, inner, outer],
  )
}

/** Removes a person's tombstone. @returns whether there was one */
export function takeTombstone(tx: TenantTx, accountId: string, remoteId: number): Promise<boolean> {
  return tx.changed(
    'delete from follow_up_boss_tombstones where organization_id = $1 and person_hash = $2',
    [tx.organizationId, personHash(`${accountId}:${remoteId}`)],
    'fub-tombstone',
  )
}
