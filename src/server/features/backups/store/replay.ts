import type { ErasureLogLine } from '#server/platform/backup/backup-folder.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { keyedHashSql } from '#server/platform/person-hashes.ts'

const EMAIL_HASH = `substring(sha256(convert_to('e:' || lower(trim(email)), 'UTF8')) for 16)`

/** Stores entries that the restored database lacks, so that later backups contain them. */
export async function storeErasures(db: Query, lines: readonly ErasureLogLine[]): Promise<void> {
  await db.run(
    `insert into erasure_log (id, at, kind, organization, subject, details, copied_at)
     select e.id, e.at, e.kind, e.organization, e.subject, coalesce(e.details, '{}'), now()
       from jsonb_to_recordset($1)
         as e(id uuid, at timestamptz, kind text, organization uuid, subject text, details jsonb)
     on conflict do nothing`,
    [JSON.stringify(lines)],
  )
}

/** Suppresses people and channels in one organization by their hashes. */
export async function suppressInOrganization(tx: TenantTx, lines: readonly ErasureLogLine[]): Promise<void> {
  await tx.run(
    `insert into suppressions (organization_id, key, kind, reason, entry_id, request_id)
     select o.id, decode(e.subject, 'hex'), e.details ->> 'kind', e.details ->> 'reason',
            (e.details ->> 'entry')::uuid, (e.details ->> 'request')::uuid
       from jsonb_to_recordset($2) as e(subject text, details jsonb), organizations o
      where o.id = $1 and not e.details ? 'channel'
     on conflict do nothing`,
    [tx.organizationId, JSON.stringify(lines)],
  )
  await tx.run(
    // The last entry about a key says whether it was lifted.
    `insert into channel_opt_outs (organization_id, key, channel, entry_id, source, created_at, lifted_at)
     select distinct on (e.subject, e.details ->> 'channel') o.id, decode(e.subject, 'hex'), e.details ->> 'channel',
            (e.details ->> 'entry')::uuid, e.details ->> 'source', (e.details ->> 'since')::timestamptz,
            (e.details ->> 'lifted')::timestamptz
       from jsonb_to_recordset($2) as e(at timestamptz, subject text, details jsonb), organizations o
      where o.id = $1 and e.details ? 'channel'
      order by e.subject, e.details ->> 'channel', e.at desc
     on conflict (organization_id, key, channel) do update
        set entry_id = excluded.entry_id, source = excluded.source, created_at = excluded.created_at,
            lifted_at = excluded.lifted_at`,
    [tx.organizationId, JSON.stringify(lines)],
  )
}

/** Suppresses people in the whole installation. */
export async function suppressEverywhere(db: Query, lines: readonly ErasureLogLine[]): Promise<void> {
  await db.run(
    `insert into platform_suppressions (key, kind, request_id)
     select decode(e.subject, 'hex'), e.details ->> 'kind', (e.details ->> 'request')::uuid
       from jsonb_to_recordset($1) as e(subject text, details jsonb)
     on conflict (key) do update set request_id = excluded.request_id`,
    [JSON.stringify(lines)],
  )
}

/** Removes accounts with their sessions and sign-in links. @returns how many existed */
export async function removeAccounts(tx: Query, ids: readonly string[]): Promise<number> {
  await tx.run('delete from magic_link_tokens where email in (select email from users where id = any($1))', [
    ids,
  ])
  return tx.run('delete from users where id = any($1)', [ids])
}

/** Ends all sessions and sign-in links: those that ended after the backup would be valid again. */
export async function signEveryoneOut(tx: Query): Promise<number> {
  await tx.run('delete from magic_link_tokens')
  return tx.run('delete from sessions')
}

/**
 * The address behind a hash, wherever it is stored outside of contacts, which are erased by id. The caller reads across
 * all organizations.
 */
export async function findAddressByHash(
  owner: Query,
  key: string,
  { inner, outer }: { inner: Buffer; outer: Buffer },
): Promise<string | null> {
  const email = await owner.find<string>(
    `select email from (
       select email from privacy_requests union all select email from contact_submissions
       union all select email from newsletter_subscriptions union all select email from newsletter_requests
       union all select email from invitations union all select email from magic_link_tokens
       union all select email from contacts
       union all select unnest(alternate_points(details)) from contacts where details is not null
       union all select raw ->> 'email' from import_rows where raw is not null) known
      where email is not null
        and ${keyedHashSql(EMAIL_HASH, { inner: '$2::bytea', outer: '$3::bytea' })} = decode($1, 'hex')
      limit 1`,
    [key, inner, outer],
  )
  return email?.trim().toLowerCase() ?? null
}

/**
 * Queues a request for the next worker that starts: one that exists and still has its address, or a new one for an
 * address.
 *
 * @returns true if there is one
 */
export async function reopenRequest(
  db: Query,
  { id, email, byPhone, now }: { id: string; email: string | null; byPhone: boolean; now: Date },
): Promise<boolean> {
  const isReopened = await db.changed(
    `update privacy_requests set status = 'working', work = 'erase', by_phone = $2, next_work_at = $3,
            confirmed_at = coalesce(confirmed_at, $3), due_at = coalesce(due_at, $3), closed_at = null
      where id = $1 and email is not null`,
    [id, byPhone, now],
  )
  if (isReopened || !email) return isReopened
  return db.changed(
    `insert into privacy_requests (id, kind, name, email, status, created_at, confirmed_at, due_at, work, by_phone, next_work_at)
     values ($1, 'erasure', 'Erased before', $2, 'working', $3, $3, $3, 'erase', $4, $3) on conflict do nothing`,
    [id, email, now, byPhone],
  )
}
