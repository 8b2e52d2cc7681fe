import type { BodyOf } from '#contract/endpoint.ts'
import {
  type ContactTag,
  MAX_CONTACT_TAGS,
  type setContactTags,
  type Tag,
  type TagColor,
} from '#contract/tags.ts'
import { fold } from '#domain/identity/name.ts'
import { audit } from '#server/platform/audit.ts'
import { contactChanger } from '#server/platform/change-contact.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { MAX_TAGS } from './limits.ts'
import * as store from './store.ts'

/** Tags of contacts, shared by the members of an organization. */
export function tagsService({ db, events }: Pick<Platform, 'db' | 'events'>) {
  const change = contactChanger({ db, events })

  async function recordChange(tx: TenantTx, context: Context, action: string, tagId: string): Promise<void> {
    await audit(tx, { ...context, action, subject: tagId })
    events.publish(tx, context.organizationId, { type: 'contacts.changed' })
  }

  /** @throws {AppError} not_found */
  async function requireTag(tx: TenantTx, id: string): Promise<Tag> {
    const tag = await store.findTag(tx, id)
    if (!tag) throw notFound('Tag')
    return tag
  }

  /** Tags by name, added where they are new. @throws {AppError} conflict at the limit */
  async function tagsNamed(tx: TenantTx, names: readonly string[], color: TagColor = 'gray') {
    const wanted = namesByKey(names)
    const tags = await store.insertTags(
      tx,
      [...wanted].map(([nameKey, name]) => ({ name, nameKey, color })),
    )
    if ((await store.countTags(tx)) > MAX_TAGS)
      throw new AppError(
        'conflict',
        `You have ${MAX_TAGS} tags, which is the limit. Merge or delete some first.`,
      )
    return tags
  }

  /** The contacts that a tag can be added to, without those that have all the tags they can have. */
  async function withRoom(tx: TenantTx, contactIds: readonly string[], tagId: string) {
    const existing = await store.listTagIds(tx, contactIds)
    const room = contactIds.filter((id) => (existing.get(id)?.length ?? 0) < MAX_CONTACT_TAGS)
    return room.map((contactId) => ({ contactId, tagId }))
  }

  return {
    list: (context: Context): Promise<Tag[]> => db.tenant(context.organizationId, store.listTags),

    /** @throws {AppError} conflict for a name that is in use, or at the limit */
    add: (context: Context, { name, color }: { name: string; color: TagColor }): Promise<Tag> =>
      db.tenant(context.organizationId, async (tx) => {
        const before = new Set((await store.listTags(tx)).map(({ id }) => id))
        const [tag] = await tagsNamed(tx, [name], color)
        if (!tag || before.has(tag.id)) throw nameTaken()
        await recordChange(tx, context, 'tag.added', tag.id)
        return requireTag(tx, tag.id)
      }),

    /** Renames a tag everywhere, or changes its color. @throws {AppError} not_found, conflict */
    update: (
      context: Context,
      id: string,
      { name, color }: { name?: string; color?: TagColor },
    ): Promise<Tag> =>
      db
        .tenant(context.organizationId, async (tx) => {
          const names = name === undefined ? {} : { name, nameKey: fold(name) }
          if (!(await store.updateTag(tx, id, { ...names, color }))) throw notFound('Tag')
          if (name !== undefined) await store.refreshSearch(tx, await store.listTagged(tx, id))
          await recordChange(tx, context, 'tag.changed', id)
          return requireTag(tx, id)
        })
        .catch((error: unknown) => {
          throw store.isNameTaken(error) ? nameTaken() : error
        }),

    /**
     * Replaces a tag by another on every contact. Members who tag at the same time wait, and get `not_found` for the
     * merged one. @throws {AppError} not_found, invalid
     */
    merge: (context: Context, id: string, into: string): Promise<Tag> =>
      db.tenant(context.organizationId, async (tx) => {
        if (id === into) throw fieldError('invalid', 'into', 'Choose another tag')
        if ((await store.lockTags(tx, [id, into])).length < 2) throw notFound('Tag')
        const tagged = await store.listTagged(tx, id)
        await store.copyTagged(tx, id, into)
        await store.deleteTag(tx, id)
        await store.refreshSearch(tx, tagged)
        await recordChange(tx, context, 'tag.merged', into)
        return requireTag(tx, into)
      }),

    /** @throws {AppError} not_found */
    remove: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        // Locked first, so that no contact gets it meanwhile and stays findable by it.
        if ((await store.lockTags(tx, [id])).length === 0) throw notFound('Tag')
        const tagged = await store.listTagged(tx, id)
        await store.deleteTag(tx, id)
        await store.refreshSearch(tx, tagged)
        await recordChange(tx, context, 'tag.deleted', id)
      }),

    /** @throws {AppError} not_found for the contact or a tag; invalid for too many tags; conflict at the limit */
    setOf: (
      context: Context,
      contactId: string,
      { add, create, remove }: BodyOf<typeof setContactTags>,
    ): Promise<ContactTag[]> =>
      change(context, contactId, 'contact.tags-set', async (tx) => {
        const wanted = [...new Set(add)]
        if ((await store.lockTags(tx, wanted)).length < wanted.length) throw notFound('Tag')
        const created = await tagsNamed(tx, create)
        const tagIds = [...wanted, ...created.map(({ id }) => id)]
        await store.untagContacts(tx, [contactId], remove)
        await store.tagContacts(
          tx,
          tagIds.map((tagId) => ({ contactId, tagId })),
        )
        const tags = await store.listTagsOf(tx, contactId)
        if (tags.length > MAX_CONTACT_TAGS)
          throw new AppError('invalid', `A contact can have at most ${MAX_CONTACT_TAGS} tags`)
        await store.refreshSearch(tx, [contactId])
        return tags
      }),

    /**
     * Adds one tag to many contacts, or takes it off; part of the caller's transaction. @returns how many changed
     *
     * @throws {AppError} not_found
     */
    async change(
      tx: TenantTx,
      context: Context,
      tagId: string,
      { contactIds, isAdded }: { contactIds: readonly string[]; isAdded: boolean },
    ): Promise<number> {
      if ((await store.lockTags(tx, [tagId])).length === 0) throw notFound('Tag')
      const changed = isAdded
        ? await store.tagContacts(tx, await withRoom(tx, contactIds, tagId))
        : await store.untagContacts(tx, contactIds, [tagId])
      await store.refreshSearch(tx, contactIds)
      await recordChange(tx, context, isAdded ? 'tag.added-to-contacts' : 'tag.removed-from-contacts', tagId)
      return changed
    },

    /**
     * Gives contacts the tags with the names of their labels; part of the caller's transaction.
     *
     * @returns the labels beyond the limits of a contact or the organization, by contact
     */
    async addLabels(
      tx: TenantTx,
      labeled: readonly { contactId: string; labels: readonly string[] }[],
      importId: string | null,
    ): Promise<Map<string, string[]>> {
      const names = namesByKey(labeled.flatMap(({ labels }) => labels))
      const known = await store.listByName(tx, [...names.keys()])
      for (const { nameKey } of known) names.delete(nameKey)
      const room = names.size === 0 ? 0 : Math.max(0, MAX_TAGS - (await store.countTags(tx)))
      const inputs = [...names]
        .slice(0, room)
        .map(([nameKey, name]) => ({ name, nameKey, color: 'gray' as const }))
      const fresh = inputs.length > 0 ? await store.insertTags(tx, inputs, importId) : []
      const ids = new Map([...known, ...fresh].map(({ nameKey, id }) => [nameKey, id]))
      const contactIds = labeled.map(({ contactId }) => contactId)
      const existing = await store.listTagIds(tx, contactIds)
      const overflow = new Map<string, string[]>()
      const tagged = labeled.flatMap(({ contactId, labels }) => {
        const own = new Set(existing.get(contactId))
        const before = new Set(own)
        for (const label of labels) {
          const tagId = ids.get(fold(label))
          if (tagId && (own.has(tagId) || own.size < MAX_CONTACT_TAGS)) own.add(tagId)
          else overflow.set(contactId, [...(overflow.get(contactId) ?? []), label])
        }
        return [...own].filter((tagId) => !before.has(tagId)).map((tagId) => ({ contactId, tagId }))
      })
      if (tagged.length > 0) await store.tagContacts(tx, tagged, importId)
      await store.refreshSearch(tx, contactIds)
      return overflow
    },

    /** Takes off the tags that an import gave, and deletes those it added unless they are in use. */
    removeImported: store.removeImported,

    /** Brings the search texts of contacts up to date with their tags; part of the caller's transaction. */
    refreshSearch: store.refreshSearch,
  }
}
export type TagsService = ReturnType<typeof tagsService>

/** Names by their folded form; of several spellings the first. */
function namesByKey(names: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  for (const name of names) if (!found.has(fold(name))) found.set(fold(name), name)
  return found
}

function nameTaken(): AppError {
  return fieldError('conflict', 'name', 'You already have a tag with this name')
}
