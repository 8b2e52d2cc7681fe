import type { listChat } from '#contract/assistant.ts'
import type { ResponseOf, Role } from '#contract/endpoint.ts'
import type { Query } from '#server/platform/db/database.ts'

/** Owner of a conversation: a session with the organization and role it was held in. */
export type Holder = { sid: string; organizationId: string | null; role: Role; readsOwnData: boolean }

export type StoredMessage = ResponseOf<typeof listChat>[number]

export type NewMessage = Pick<StoredMessage, 'role' | 'content'> &
  Partial<Pick<StoredMessage, 'sources' | 'contacts'>> & { ownData: boolean; contactIds: readonly string[] }

/** The newest messages of a conversation, oldest first, with the contacts each is based on. */
export async function listMessages(
  tx: Query,
  { sid, organizationId, role, readsOwnData }: Holder,
  limit: number,
): Promise<(StoredMessage & { contactIds: string[]; ownData: boolean })[]> {
  const rows = await tx.rows<StoredMessage & { contactIds: string[]; ownData: boolean }>(
    `select id::text, role, content, sources, contacts, contact_ids, own_data, created_at from chat_messages
      where sid = $1 and organization_id is not distinct from $2 and user_role = $3 and ($4 or not own_data)
      order by chat_messages.id desc limit $5`,
    [sid, organizationId, role, readsOwnData, limit],
  )
  return rows.reverse()
}

/** Adds messages if the session still exists, and deletes all but the newest `max`. */
export async function addMessages(
  tx: Query,
  { sid, organizationId, role }: Holder,
  messages: readonly NewMessage[],
  max: number,
): Promise<void> {
  for (const { content, role: speaker, sources, contacts, contactIds, ownData } of messages) {
    await tx.run(
      `insert into chat_messages (organization_id, sid, user_role, role, content, own_data, sources, contacts, contact_ids)
       select $1, s.sid, $3, $4, $5, $6, $7, $8, $9 from sessions s where s.sid = $2 for key share`,
      [
        ...[organizationId, sid, role, speaker, content, ownData],
        ...[JSON.stringify(sources ?? []), JSON.stringify(contacts ?? []), contactIds],
      ],
    )
  }
  await tx.run(
    `delete from chat_messages where sid = $1 and id <= (
       select id from chat_messages where sid = $1 order by id desc offset $2 limit 1)`,
    [sid, max],
  )
}

export async function deleteMessages(tx: Query, sid: string): Promise<void> {
  await tx.run('delete from chat_messages where sid = $1', [sid])
}

/** How many of the contacts still exist; they are locked until the transaction ends. */
export function countExistingContacts(
  tx: Query,
  organizationId: string,
  ids: readonly string[],
): Promise<number> {
  return tx.value(
    'select count(*)::int as found from (select id from contacts where organization_id = $1 and id = any($2) for key share) there',
    [organizationId, ids],
  )
}
