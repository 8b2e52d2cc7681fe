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
import { emit } from '#server/platform/emit.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { requestRuleChecks } from '#server/platform/rule-checks.ts'
import { MAX_TAGS } from './limits.ts'
import * as policy from './policy.ts'
import * as store from './store.ts'

/** Tags of contacts, shared by the members of an organization. */
export function tagsService({ db, events }: Pick<Platform, 'db' | 'events'>) {
  const changeContact = contactChanger({ db, events }, 'tags')

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

  /** Finds or adds tags by name. @throws {AppError} conflict at the limit */
  async function ensureTags(tx: TenantTx, names: readonly string[], color: TagColor = 'gray') {
    const nameByKey = namesByKey(names)
    const tags = await store.insertTags(
      tx,
      [...nameByKey].map(([nameKey, name]) => ({ name, nameKey, color })),
    )
    if ((await store.countTags(tx)) > MAX_TAGS)
      throw new AppError(
        'conflict',
        `You have ${MAX_TAGS} tags, which is the limit. Merge or delete some first.`,
      )
    return tags
  }

  /** Pairs a tag with the contacts that have fewer tags than the limit; locks them, so that it holds until the commit. */
  async function selectTaggable(tx: TenantTx, contactIds: readonly string[], tagId: string) {
    await store.lockContacts(tx, contactIds)
    const existing = await store.listTagIds(tx, contactIds)
    const taggable = contactIds.filter((id) => (existing.get(id)?.length ?? 0) < MAX_CONTACT_TAGS)
    return taggable.map((contactId) => ({ contactId, tagId }))
  }

  return {
    /** @throws {AppError} not_found */
    get: (context: Context, id: string): Promise<Tag> =>
      db.read(context.organizationId, (tx) => requireTag(tx, id)),

    list: (context: Context): Promise<Tag[]> => db.tenant(context.organizationId, store.listTags),

    /** @throws {AppError} conflict for a name that is in use, or at the limit */
    add: (context: Context, { name, color }: { name: string; color: TagColor }): Promise<Tag> =>
      db.tenant(context.organizationId, async (tx) => {
        const existingIds = new Set((await store.listTags(tx)).map(({ id }) => id))
        const [tag] = await ensureTags(tx, [name], color)
        if (!tag || existingIds.has(tag.id)) throw nameTakenError()
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
          policy.requireSeesAll(tx)
          const names = name === undefined ? {} : { name, nameKey: fold(name) }
          if (!(await store.updateTag(tx, id, { ...names, color }))) throw notFound('Tag')
          if (name !== undefined) {
            const tagged = await store.listTagged(tx, id)
            await store.refreshSearch(tx, tagged)
            await requestRuleChecks(tx, tagged)
            await emit(tx, { type: 'contact.updated', contactIds: tagged, changed: ['tags'] })
          }
          await recordChange(tx, context, 'tag.changed', id)
          return requireTag(tx, id)
        })
        .catch((error: unknown) => {
          throw store.isNameTaken(error) ? nameTakenError() : error
        }),

    /**
     * Replaces a tag by another on every contact. Members who tag at the same time wait, and get `not_found` for the
     * merged one. @throws {AppError} not_found, invalid
     */
    merge: (context: Context, id: string, into: string): Promise<Tag> =>
      db.tenant(context.organizationId, async (tx) => {
        policy.requireSeesAll(tx)
        if (id === into) throw fieldError('invalid', 'into', 'Choose another tag')
        if ((await store.lockTags(tx, [id, into])).length < 2) throw notFound('Tag')
        const tagged = await store.listTagged(tx, id)
        await store.copyTagged(tx, id, into)
        await store.deleteTag(tx, id)
        await store.refreshSearch(tx, tagged)
        await requestRuleChecks(tx, tagged)
        await emit(tx, { type: 'contact.updated', contactIds: tagged, changed: ['tags'] })
        await recordChange(tx, context, 'tag.merged', into)
        return requireTag(tx, into)
      }),

    /** @throws {AppError} not_found */
    remove: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        policy.requireSeesAll(tx)
        // Locked first, so that no contact gets the tag meanwhile and remains searchable by it.
        if ((await store.lockTags(tx, [id])).length === 0) throw notFound('Tag')
        const tagged = await store.listTagged(tx, id)
        await store.deleteTag(tx, id)
        await store.refreshSearch(tx, tagged)
        await requestRuleChecks(tx, tagged)
        await emit(tx, { type: 'contact.updated', contactIds: tagged, changed: ['tags'] })
        await recordChange(tx, context, 'tag.deleted', id)
      }),

    /** @throws {AppError} not_found for the contact or a tag; invalid for too many tags; conflict at the limit */
    setForContact: (
      context: Context,
      contactId: string,
      { add, create, remove }: BodyOf<typeof setContactTags>,
    ): Promise<ContactTag[]> =>
      changeContact(context, contactId, 'contact.tags-set', async (tx) => {
        const addedIds = [...new Set(add)]
        if ((await store.lockTags(tx, addedIds)).length < addedIds.length) throw notFound('Tag')
        const created = await ensureTags(tx, create)
        const tagIds = [...addedIds, ...created.map(({ id }) => id)]
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
     * Adds one tag to many contacts, or removes it; part of the caller's transaction. @returns how many changed
     *
     * @throws {AppError} not_found
     */
    async changeContacts(
      tx: TenantTx,
      context: Context,
      tagId: string,
      { contactIds, isAdded }: { contactIds: readonly string[]; isAdded: boolean },
    ): Promise<number> {
      if ((await store.lockTags(tx, [tagId])).length === 0) throw notFound('Tag')
      const changedCount = isAdded
        ? await store.tagContacts(tx, await selectTaggable(tx, contactIds, tagId))
        : await store.untagContacts(tx, contactIds, [tagId])
      await store.refreshSearch(tx, contactIds)
      await requestRuleChecks(tx, contactIds)
      await emit(tx, { type: 'contact.updated', contactIds, changed: ['tags'] })
      await recordChange(tx, context, isAdded ? 'tag.added-to-contacts' : 'tag.removed-from-contacts', tagId)
      return changedCount
    },

    /**
     * Adds tags named after their labels to contacts; part of the caller's transaction.
     *
     * @returns the labels beyond the limits of a contact or the organization, by contact
     */
    async addLabels(
      tx: TenantTx,
      contactLabels: readonly { contactId: string; labels: readonly string[] }[],
      importId: string | null,
    ): Promise<Map<string, string[]>> {
      const names = namesByKey(contactLabels.flatMap(({ labels }) => labels))
      const existingTags = await store.listByName(tx, [...names.keys()])
      for (const { nameKey } of existingTags) names.delete(nameKey)
      const remaining = names.size === 0 ? 0 : Math.max(0, MAX_TAGS - (await store.countTags(tx)))
      const inputs = [...names]
        .slice(0, remaining)
        .map(([nameKey, name]) => ({ name, nameKey, color: 'gray' as const }))
      const newTags = inputs.length > 0 ? await store.insertTags(tx, inputs, importId) : []
      const ids = new Map([...existingTags, ...newTags].map(({ nameKey, id }) => [nameKey, id]))
      const contactIds = contactLabels.map(({ contactId }) => contactId)
      const existing = await store.listTagIds(tx, contactIds)
      const overflow = new Map<string, string[]>()
      const assignments = contactLabels.flatMap(({ contactId, labels }) => {
        const tagIds = new Set(existing.get(contactId))
        const previousIds = new Set(tagIds)
        for (const label of labels) {
          const tagId = ids.get(fold(label))
          if (tagId && (tagIds.has(tagId) || tagIds.size < MAX_CONTACT_TAGS)) tagIds.add(tagId)
          else overflow.set(contactId, [...(overflow.get(contactId) ?? []), label])
        }
        return [...tagIds].filter((tagId) => !previousIds.has(tagId)).map((tagId) => ({ contactId, tagId }))
      })
      if (assignments.length > 0) await store.tagContacts(tx, assignments, importId)
      await store.refreshSearch(tx, contactIds)
      await requestRuleChecks(tx, contactIds)
      return overflow
    },

    /** Removes the tags that an import added to contacts, and deletes those it created unless they are in use. */
    removeImported: store.removeImported,

    /** Updates the search texts of contacts with their tags; part of the caller's transaction. */
    refreshSearch: store.refreshSearch,
  }
}
export type TagsService = ReturnType<typeof tagsService>

/** Names by their folded form; of several spellings the first. */
function namesByKey(names: readonly string[]): Map<string, string> {
  const nameByKey = new Map<string, string>()
  for (const name of names) if (!nameByKey.has(fold(name))) nameByKey.set(fold(name), name)
  return nameByKey
}

function nameTakenError(): AppError {
  return fieldError('conflict', 'name', 'You already have a tag with this name')
}
