import type { ContactTag, Tag, TagColor } from '#contract/tags.ts'
import { markContactFacts } from '#server/platform/analytics-facts.ts'
import { isUniqueViolation, type TenantTx } from '#server/platform/db/database.ts'

const TAG_COLUMNS = `t.id, t.name, t.color, t.created_at, (select count(*)::int from contact_tags c
  where c.organization_id = t.organization_id and c.tag_id = t.id) as contacts`

/** True if a write failed because another tag has the name. */
export const isNameTaken = isUniqueViolation

export type TagInput = { name: string; nameKey: string; color: TagColor }

export function listTags(tx: TenantTx): Promise<Tag[]> {
  return tx.rows<Tag>(
    `select t.id, t.name, t.color, t.created_at, coalesce(c.contacts, 0) as contacts
       from tags t left join (select tag_id, count(*)::int as contacts from contact_tags
                               where organization_id = $1 group by tag_id) c on c.tag_id = t.id
      where t.organization_id = $1 order by t.name_key, t.id`,
    [tx.organizationId],
    'list-tags',
  )
}

export function findTag(tx: TenantTx, id: string): Promise<Tag | undefined> {
  return tx.row<Tag>(`select ${TAG_COLUMNS} from tags t where t.organization_id = $1 and t.id = $2`, [
    tx.organizationId,
    id,
  ])
}

/** Locks tags in order of id until the transaction ends. @returns the ids that exist */
export function lockTags(tx: TenantTx, ids: readonly string[]): Promise<string[]> {
  return tx.column<string>(
    'select id from tags where organization_id = $1 and id = any($2) order by id for update',
    [tx.organizationId, ids],
  )
}

export async function countTags(tx: TenantTx): Promise<number> {
  return tx.value<number>('select count(*)::int from tags where organization_id = $1', [tx.organizationId])
}

/** Adds tags whose name is new. @returns the tags of all names, new or not, as `listByName` */
export async function insertTags(
  tx: TenantTx,
  tags: readonly TagInput[],
  importId: string | null = null,
): Promise<NamedTag[]> {
  await tx.run(
    `insert into tags (organization_id, name, name_key, color, import_id)
     select $1, name, name_key, color, $3 from jsonb_to_recordset($2) as t(name text, name_key text, color text)
     on conflict (organization_id, name_key) do nothing`,
    [
      tx.organizationId,
      JSON.stringify(tags.map(({ name, nameKey, color }) => ({ name, name_key: nameKey, color }))),
      importId,
    ],
    'insert-tags',
  )
  const namedTags = await listByName(
    tx,
    tags.map(({ nameKey }) => nameKey),
  )
  // A merge deleted one of them between the insert and this read.
  return namedTags.length < tags.length ? insertTags(tx, tags, importId) : namedTags
}

type NamedTag = ContactTag & { nameKey: string }

/** Tags with these names, which no one can merge or delete until the transaction ends. */
export function listByName(tx: TenantTx, nameKeys: readonly string[]): Promise<NamedTag[]> {
  return tx.rows<NamedTag>(
    `select id, name, color, name_key from tags
      where organization_id = $1 and name_key = any($2) order by id for key share`,
    [tx.organizationId, nameKeys],
    'tags-by-name',
  )
}

/** Changes only the given fields. @throws unique violation if another tag has the name */
export async function updateTag(
  tx: TenantTx,
  id: string,
  { name, nameKey, color }: Partial<TagInput>,
): Promise<boolean> {
  const updatedCount = await tx.run(
    `update tags set name = coalesce($3, name), name_key = coalesce($4, name_key), color = coalesce($5, color)
      where organization_id = $1 and id = $2`,
    [tx.organizationId, id, name ?? null, nameKey ?? null, color ?? null],
  )
  return updatedCount === 1
}

export async function deleteTag(tx: TenantTx, id: string): Promise<void> {
  await markContactFacts(tx, await listTagged(tx, id), 'tag')
  await tx.run('delete from tags where organization_id = $1 and id = $2', [tx.organizationId, id])
}

/** Adds another tag to the contacts of a tag. Part of a merge, before the first tag is deleted. */
export async function copyTagged(tx: TenantTx, fromId: string, intoId: string): Promise<void> {
  await tx.run(
    `insert into contact_tags (organization_id, contact_id, tag_id)
     select $1, contact_id, $3 from contact_tags where organization_id = $1 and tag_id = $2
     on conflict do nothing`,
    [tx.organizationId, fromId, intoId],
  )
}

/** Adds tags to contacts, except those that a contact already has. @returns the number of new ones */
export async function tagContacts(
  tx: TenantTx,
  tagged: readonly { contactId: string; tagId: string }[],
  importId: string | null = null,
): Promise<number> {
  const contactIds = tagged.map(({ contactId }) => contactId)
  const addedCount = await tx.run(
    `insert into contact_tags (organization_id, contact_id, tag_id, import_id)
     select $1, c, t, $4 from unnest($2::uuid[], $3::uuid[]) as u(c, t) on conflict do nothing`,
    [tx.organizationId, contactIds, tagged.map(({ tagId }) => tagId), importId],
    'tag-contacts',
  )
  if (addedCount > 0) await markContactFacts(tx, [...new Set(contactIds)], 'tag')
  return addedCount
}

/** @returns the number of removed tags */
export async function untagContacts(
  tx: TenantTx,
  contactIds: readonly string[],
  tagIds: readonly string[],
): Promise<number> {
  const removedCount = await tx.run(
    'delete from contact_tags where organization_id = $1 and contact_id = any($2) and tag_id = any($3)',
    [tx.organizationId, contactIds, tagIds],
  )
  if (removedCount > 0) await markContactFacts(tx, contactIds, 'tag')
  return removedCount
}

/** Tags of one contact by name. */
export function listTagsOf(tx: TenantTx, contactId: string): Promise<ContactTag[]> {
  return tx.rows<ContactTag>(
    `select t.id, t.name, t.color from contact_tags c
       join tags t on t.organization_id = c.organization_id and t.id = c.tag_id
      where c.organization_id = $1 and c.contact_id = $2 order by t.name_key`,
    [tx.organizationId, contactId],
    'tags-of-contact',
  )
}

/** Contacts with a tag. */
export function listTagged(tx: TenantTx, tagId: string): Promise<string[]> {
  return tx.column<string>('select contact_id from contact_tags where organization_id = $1 and tag_id = $2', [
    tx.organizationId,
    tagId,
  ])
}

/** Ids of the tags of several contacts. */
export async function listTagIds(
  tx: TenantTx,
  contactIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx.rows<{ contactId: string; tagIds: string[] }>(
    `select contact_id, array_agg(tag_id) as tag_ids from contact_tags
      where organization_id = $1 and contact_id = any($2) group by contact_id`,
    [tx.organizationId, contactIds],
    'tag-ids-of-contacts',
  )
  return new Map(rows.map(({ contactId, tagIds }) => [contactId, tagIds]))
}

/**
 * Locks contacts in order of id, like every transaction that changes several; the next statement sees what others have
 * committed about them by then.
 */
export async function lockContacts(tx: TenantTx, contactIds: readonly string[]): Promise<void> {
  await tx.run(
    'select from contacts where organization_id = $1 and id = any($2) order by id for no key update',
    [tx.organizationId, contactIds],
    'lock-tagged-contacts',
  )
}

/** Contacts per statement, so that a tag on many contacts doesn't exceed the statement timeout. */
const REFRESH_BATCH = 1000

/**
 * Writes the words of the tags at the end of the contacts' search texts, as `searchText` does. Reads the tags once the
 * contacts are locked: a member who tags one of them at the same time has committed.
 */
export async function refreshSearch(tx: TenantTx, contactIds: readonly string[]): Promise<void> {
  const sorted = contactIds.toSorted()
  for (let start = 0; start < sorted.length; start += REFRESH_BATCH) {
    const batch = sorted.slice(start, start + REFRESH_BATCH)
    await lockContacts(tx, batch)
    await tx.run(
      `with named as (
         select c.id, split_part(c.search, E'\\u001f', 1) || coalesce((
             select E'\\u001f ' || string_agg(regexp_replace(t.name_key, '[\\s.@+\\-_()/,]+', ' ', 'g'), ' ' order by t.name_key)
               from contact_tags g join tags t on t.organization_id = g.organization_id and t.id = g.tag_id
              where g.organization_id = $1 and g.contact_id = c.id), '') as found_by
           from contacts c where c.organization_id = $1 and c.id = any($2))
       update contacts c set search = n.found_by from named n
        where c.organization_id = $1 and c.id = n.id and c.search <> n.found_by`,
      [tx.organizationId, batch],
      'refresh-tag-search',
    )
  }
}

/** Removes the tags that an import added to remaining contacts, and deletes those it created unless they are in use. */
export async function removeImported(tx: TenantTx, importId: string): Promise<void> {
  const untagged = await tx.column<string>(
    'delete from contact_tags where organization_id = $1 and import_id = $2 returning contact_id',
    [tx.organizationId, importId],
  )
  await tx.run(
    `delete from tags t where t.organization_id = $1 and t.import_id = $2
        and not exists (select from contact_tags g where g.organization_id = $1 and g.tag_id = t.id)`,
    [tx.organizationId, importId],
  )
  await markContactFacts(tx, untagged, 'tag')
  await refreshSearch(tx, untagged)
}
