import { z } from 'zod'
import type { ContactPointInput, Suppression } from '#contract/erasure.ts'
import { decodeCursor, encodeCursor, exactTimestamp } from '#server/platform/cursor.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { logErasures } from '#server/platform/erasure-log.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import * as store from '../store/suppressions.ts'
import { contactPointHashes } from './new-contact.ts'

const cursorShape = z.tuple([exactTimestamp, z.uuid()])

/** Who must not come back; every verb is part of the caller's transaction. */
export const suppressionList = {
  /** Newest first; `next` is null on the last page. @throws {AppError} invalid for a cursor that was never ours */
  async list(tx: TenantTx, query: { limit: number; cursor?: string | undefined }) {
    const after = decodeCursor(cursorShape, query.cursor, 'Use the one from the page before')
    const page = { after: after && { at: after[0], id: after[1] }, limit: query.limit + 1 }
    const found = await store.listEntries(tx, page)
    const rows = found.slice(0, query.limit)
    const last = rows.at(-1)
    return {
      total: await store.countEntries(tx),
      suppressions: rows.map(({ exactAt: _, ...entry }): Suppression => entry),
      next: found.length > query.limit && last ? encodeCursor([last.exactAt, last.id]) : null,
    }
  },

  /** Adds an address or number by hand. @throws {AppError} invalid, conflict when it is there already */
  async add(tx: TenantTx, reach: ContactPointInput): Promise<Suppression> {
    const hash = contactPointHashOf(reach)
    if (!(await store.insertContactPoint(tx, newId(), hash, 'added-by-hand')))
      throw new AppError('conflict', 'This is on the list already')
    const added = await store.findEntryOf(tx, hash.key)
    if (!added) throw new Error('The entry was not stored')
    return added
  },

  /** The entry of an address or number, if it is on the list by itself. */
  async find(tx: TenantTx, reach: ContactPointInput): Promise<Suppression | null> {
    return (await store.findEntryOf(tx, contactPointHashOf(reach).key)) ?? null
  },

  /** @returns false when there is no such entry */
  async remove(tx: TenantTx, id: string): Promise<boolean> {
    return (await store.deleteEntry(tx, id)) > 0
  },

  /** Keeps an address, and a number where one is given, out of every organization. */
  async addPlatformSuppression(
    db: Query,
    reach: { email: string; phone: string | null },
    requestId: string,
  ): Promise<void> {
    const { email, phone } = contactPointHashes(reach)
    if (email) await store.insertPlatformSuppression(db, { key: email, kind: 'email' }, requestId)
    if (phone) await store.insertPlatformSuppression(db, { key: phone, kind: 'phone' }, requestId)
  },

  /** Notes for a restored backup what a request erased outside of organizations. */
  async noteRequest(
    tx: Query,
    reach: { email: string; phone: string | null },
    { id, byPhone }: { id: string; byPhone: boolean },
  ): Promise<void> {
    const { email } = contactPointHashes(reach)
    await logErasures(tx, [
      {
        kind: 'request',
        organization: null,
        subject: id,
        details: { keyed: true, key: email ?? null, byPhone },
      },
    ])
  },

  /** What keeps an address or number out of every organization. @throws {AppError} invalid */
  findPlatformSuppression: async (
    db: Query,
    reach: ContactPointInput,
  ): Promise<store.PlatformSuppression | null> =>
    (await store.findPlatformSuppression(db, contactPointHashOf(reach).key)) ?? null,

  /** Lets an address or number in again. @returns what stood there @throws {AppError} invalid */
  removePlatformSuppression: async (
    tx: Query,
    reach: ContactPointInput,
  ): Promise<store.PlatformSuppression | null> =>
    (await store.removePlatformSuppression(tx, contactPointHashOf(reach).key)) ?? null,

  /** What a request left in organizations stays while it keeps another address or number out. */
  organizationsSuppressingFor: (db: Query, requestId: string, reach: ContactPointInput): Promise<boolean> =>
    store.hasOtherSuppressions(db, requestId, contactPointHashOf(reach).key),
  organizationsOf: store.organizationsSuppressingFor,
  removeOf: store.deleteOfRequest,
}

function contactPointHashOf(reach: ContactPointInput): store.ContactPointHash {
  const { email, phone } = contactPointHashes({ email: null, phone: null, ...reach })
  if (email) return { key: email, kind: 'email' }
  if (phone) return { key: phone, kind: 'phone' }
  throw new AppError('invalid', 'Type an address or a number', {
    fields: { phone: 'This is no phone number' },
  })
}
