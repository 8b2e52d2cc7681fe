import type { ContactSummary } from '#contract/contacts.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type {
  ApiContact,
  BatchItem,
  BatchResult,
  ContactChanges,
  ContactInput,
  ExternalId,
  listContacts,
} from '#contract/v1/contacts.ts'
import { wholeContactPoint } from '#domain/identity/search-text.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { toAppError } from '#server/platform/http/error-responses.ts'
import { BY_ID, type Page, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from '../store/contacts.ts'
import * as externalIds from '../store/external-ids.ts'
import { apiContactOf } from './api-contact.ts'

/** A contact, and whether a call added it. */
type SavedContact = { contact: ApiContact; isNew: boolean }

/** Contacts as the public API reads and changes them. */
export function apiContacts(
  { db }: Pick<Platform, 'db'>,
  {
    contacts,
  }: {
    contacts: Pick<ContactsService, 'add' | 'get' | 'update' | 'remove' | 'listByIds' | 'listByContactPoint'>
  },
) {
  async function withExternalIds(tx: TenantTx, summaries: readonly ContactSummary[]): Promise<ApiContact[]> {
    const ids = await externalIds.listExternalIds(
      tx,
      summaries.map(({ id }) => id),
    )
    return summaries.map((summary) => apiContactOf(summary, ids.get(summary.id)))
  }

  /** Contacts in the order of their ids, read together with their ids in other programs. */
  async function readContacts(tx: TenantTx, ids: readonly string[]): Promise<ApiContact[]> {
    const [summaries, idsElsewhere] = await Promise.all([
      contacts.listByIds(tx, ids),
      externalIds.listExternalIds(tx, ids),
    ])
    return summaries.map((summary) => apiContactOf(summary, idsElsewhere.get(summary.id)))
  }

  /** @throws {AppError} not_found */
  const get = (context: Context, id: string): Promise<ApiContact> =>
    db.read(context.organizationId, async (tx) => {
      const [contact] = await readContacts(tx, [id])
      if (!contact) throw notFound('Contact')
      return contact
    })

  const findLinked = (context: Context, externalId: ExternalId) =>
    db.read(context.organizationId, (tx) => externalIds.findContactId(tx, externalId))

  /** @throws {AppError} conflict for an id of another contact */
  async function link(context: Context, externalId: ExternalId, contactId: string): Promise<void> {
    const isLinked = await db.tenant(context.organizationId, (tx) =>
      externalIds.linkContact(tx, externalId, contactId),
    )
    if (!isLinked) throw idTaken()
  }

  async function change(context: Context, id: string, changes: ContactChanges): Promise<ApiContact> {
    await contacts.update(context, id, omitUndefined(changes))
    return get(context, id)
  }

  async function add(context: Context, input: ContactInput, externalId?: ExternalId): Promise<ApiContact> {
    const attach = async (tx: TenantTx, contactId: string) => {
      if (externalId) await externalIds.insertLink(tx, externalId, contactId)
    }
    const { id } = await contacts.add(context, input, attach).catch((error: unknown) => {
      throw externalIds.isTaken(error) ? idTaken() : error
    })
    return get(context, id)
  }

  /** Adds the person with another program's id, or changes the contact who is already there. */
  async function addOrChange(
    context: Context,
    input: ContactChanges,
    externalId?: ExternalId,
  ): Promise<SavedContact> {
    try {
      return { contact: await add(context, requireNames(input), externalId), isNew: true }
    } catch (error) {
      if (!(error instanceof AppError) || !error.contactId) throw error
      return { contact: await change(context, error.contactId, input), isNew: false }
    }
  }

  /** Adds or changes a contact by another program's id. @throws {AppError} conflict, invalid */
  async function upsert(
    context: Context,
    externalId: ExternalId,
    input: ContactChanges,
  ): Promise<SavedContact> {
    const contactId = await findLinked(context, externalId)
    if (contactId) return { contact: await change(context, contactId, input), isNew: false }
    const saved = await addOrChange(context, input, externalId).catch(async (error: unknown) => {
      // Another call may have added the contact meanwhile.
      const isConflict = error instanceof AppError && error.code === 'conflict'
      // An id of a contact that the caller doesn't see isn't found.
      if (isConflict && (await findLinked(context, externalId))) return null
      throw error
    })
    if (!saved) return upsert(context, externalId, input)
    if (saved.isNew) return saved
    await link(context, externalId, saved.contact.id)
    return { ...saved, contact: await get(context, saved.contact.id) }
  }

  function saveItem(
    context: Context,
    { id, source, externalId, ...input }: BatchItem,
  ): Promise<SavedContact> {
    if (id && (source || externalId))
      throw fieldError('invalid', 'id', 'Send either id, or source and externalId')
    if (id) return change(context, id, input).then((contact) => ({ contact, isNew: false }))
    if (source && externalId) return upsert(context, { source, externalId }, input)
    if (source || externalId) throw fieldError('invalid', 'externalId', 'Send source and externalId together')
    return addOrChange(context, input)
  }

  return {
    get,
    add,
    change,
    upsert,

    /** @throws {AppError} invalid for a malformed cursor, and for filters that don't go together */
    list: (
      context: Context,
      { updatedSince, email, phone, ...page }: QueryOf<typeof listContacts>,
    ): Promise<Page<ApiContact>> =>
      db.read(context.organizationId, async (tx) => {
        const text = email ?? phone
        if (text !== undefined) requireSingleFilter({ email, phone, updatedSince, cursor: page.cursor })
        if (text !== undefined) return { items: await findByPoint(tx, text), next: null }
        const { items, next } = await readPage(BY_ID, page, (range) =>
          store.listContactIds(tx, range, updatedSince ?? null),
        )
        const listed = await readContacts(
          tx,
          items.map(({ id }) => id),
        )
        return { items: listed, next }
      }),

    /** @throws {AppError} not_found */
    async getLinked(context: Context, externalId: ExternalId): Promise<ApiContact> {
      const contactId = await findLinked(context, externalId)
      if (!contactId) throw notFound('Contact')
      return get(context, contactId)
    },

    remove: (context: Context, id: string): Promise<void> => contacts.remove(context, id),

    /**
     * Saves each item on its own; an error of one doesn't stop the others.
     *
     * @throws {AppError} for an error on our side: the whole batch can be sent again, because saved items don't change
     */
    async saveAll(context: Context, items: readonly BatchItem[]): Promise<BatchResult[]> {
      const results: BatchResult[] = []
      for (const item of items) {
        try {
          const { contact, isNew } = await saveItem(context, item)
          results.push({ status: isNew ? 201 : 200, id: contact.id, error: null })
        } catch (error) {
          const { status, code, message, fields, contactId = null } = toAppError(error)
          if (status >= 500) throw error
          const errors = Object.entries(fields ?? {}).map(([field, text]) => ({ field, message: text }))
          results.push({ status, id: contactId, error: { code, detail: message, errors } })
        }
      }
      return results
    },
  }

  async function findByPoint(tx: TenantTx, text: string): Promise<ApiContact[]> {
    const point = wholeContactPoint(text)
    return point ? withExternalIds(tx, await contacts.listByContactPoint(tx, point)) : []
  }
}

/** @throws {AppError} invalid for a search by address or number beside other filters */
function requireSingleFilter(filters: Record<string, string | undefined>): void {
  const [first, second] = Object.keys(filters).filter((name) => filters[name] !== undefined)
  if (second) throw fieldError('invalid', second, `Leave this out, or leave out ${first}`)
}

function idTaken(): AppError {
  return fieldError('conflict', 'externalId', 'Another contact has this id')
}

/** @throws {AppError} invalid without both names */
function requireNames({ firstName, lastName, ...input }: ContactChanges): ContactInput {
  if (firstName === undefined) throw fieldError('invalid', 'firstName', 'Required')
  if (lastName === undefined) throw fieldError('invalid', 'lastName', 'Required')
  const { email = null, phone = null, address = null, city = null, state = null, zipCode = null } = input
  return { firstName, lastName, email, phone, address, city, state, zipCode }
}

/** Fields that a caller left out keep their values; null and an empty text remove them. */
function omitUndefined<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>
}
