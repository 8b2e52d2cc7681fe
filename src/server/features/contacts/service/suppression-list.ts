import type { ContactPointInput, Suppression } from '#contract/erasure.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { logErasures } from '#server/platform/erasure-log.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import * as store from '../store/suppressions.ts'
import { contactPointHashes } from './new-contact.ts'

/** People who can't be added again; every function is part of the caller's transaction. */
export const suppressionList = {
  /** Newest first; `next` is null on the last page. @throws {AppError} invalid for a malformed cursor */
  async list(tx: TenantTx, query: PageQuery) {
    const page = await readPage(BY_TIME, query, (range) => store.listEntries(tx, range))
    return { ...page, total: await store.countEntries(tx) }
  },

  /** Adds an address or number manually. @throws {AppError} invalid, conflict if it is already on the list */
  async add(tx: TenantTx, contactPoint: ContactPointInput): Promise<Suppression> {
    const hash = contactPointHashOf(contactPoint)
    if (!(await store.insertContactPoint(tx, newId(), hash, 'added-by-hand')))
      throw new AppError('conflict', 'This is already on the list')
    const entry = await store.findEntryByKey(tx, hash.key)
    if (!entry) throw new Error('The entry was not stored')
    return entry
  },

  /** The list entry of an address or number itself. */
  async find(tx: TenantTx, contactPoint: ContactPointInput): Promise<Suppression | null> {
    return (await store.findEntryByKey(tx, contactPointHashOf(contactPoint).key)) ?? null
  },

  /** @returns false if there is no such entry */
  async remove(tx: TenantTx, id: string): Promise<boolean> {
    return (await store.deleteEntry(tx, id)) > 0
  },

  /** Suppresses an address, and a number if given, in every organization. */
  async addPlatformSuppression(
    db: Query,
    contactPoint: { email: string; phone: string | null },
    requestId: string,
  ): Promise<void> {
    const { email, phone } = contactPointHashes(contactPoint)
    if (email) await store.insertPlatformSuppression(db, { key: email, kind: 'email' }, requestId)
    if (phone) await store.insertPlatformSuppression(db, { key: phone, kind: 'phone' }, requestId)
  },

  /** Logs an erasure outside of organizations for the replay after a restored backup. */
  async recordRequest(
    tx: Query,
    contactPoint: { email: string; phone: string | null },
    { id, byPhone }: { id: string; byPhone: boolean },
  ): Promise<void> {
    const { email } = contactPointHashes(contactPoint)
    await logErasures(tx, [
      {
        kind: 'request',
        organization: null,
        subject: id,
        details: { key: email ?? null, byPhone },
      },
    ])
  },

  /** The platform suppression of an address or number. @throws {AppError} invalid */
  findPlatformSuppression: async (
    db: Query,
    contactPoint: ContactPointInput,
  ): Promise<store.PlatformSuppression | null> =>
    (await store.findPlatformSuppression(db, contactPointHashOf(contactPoint).key)) ?? null,

  /** Removes the platform suppression of an address or number. @returns it @throws {AppError} invalid */
  removePlatformSuppression: async (
    tx: Query,
    contactPoint: ContactPointInput,
  ): Promise<store.PlatformSuppression | null> =>
    (await store.removePlatformSuppression(tx, contactPointHashOf(contactPoint).key)) ?? null,

  /** True while a request suppresses another address or number, so that its entries in organizations must remain. */
  hasOtherSuppressions: (db: Query, requestId: string, contactPoint: ContactPointInput): Promise<boolean> =>
    store.hasOtherSuppressions(db, requestId, contactPointHashOf(contactPoint).key),
  listOrganizationsByRequest: store.listOrganizationsByRequest,
  removeByRequest: store.deleteByRequest,
}

function contactPointHashOf(contactPoint: ContactPointInput): store.ContactPointHash {
  const { email, phone } = contactPointHashes({ email: null, phone: null, ...contactPoint })
  if (email) return { key: email, kind: 'email' }
  if (phone) return { key: phone, kind: 'phone' }
  throw new AppError('invalid', 'Enter an email address or phone number', {
    fields: { phone: "This isn't a valid phone number" },
  })
}
