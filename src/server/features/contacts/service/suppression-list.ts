import { z } from 'zod'
import type { Reach, Suppression } from '#contract/erasure.ts'
import { cursorAt, exactMoment, placeAt } from '#server/platform/cursor.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { noteErasures } from '#server/platform/erasure-journal.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import * as store from '../store/suppressions.ts'
import { reachHashes } from './new-contact.ts'

const place = z.tuple([exactMoment, z.uuid()])

/** Who must not come back; every verb is part of the caller's transaction. */
export const suppressionList = {
  /** Newest first; `next` is null on the last page. @throws {AppError} invalid for a cursor that was never ours */
  async list(tx: TenantTx, query: { limit: number; cursor?: string | undefined }) {
    const after = placeAt(place, query.cursor, 'Use the one from the page before')
    const page = { after: after && { at: after[0], id: after[1] }, limit: query.limit + 1 }
    const found = await store.listEntries(tx, page)
    const rows = found.slice(0, query.limit)
    const last = rows.at(-1)
    return {
      total: await store.countEntries(tx),
      suppressions: rows.map(({ exactAt: _, ...entry }): Suppression => entry),
      next: found.length > query.limit && last ? cursorAt([last.exactAt, last.id]) : null,
    }
  },

  /** Adds an address or number by hand. @throws {AppError} invalid, conflict when it is there already */
  async add(tx: TenantTx, reach: Reach): Promise<Suppression> {
    const hash = hashOf(reach)
    if (!(await store.insertReach(tx, newId(), hash, 'added-by-hand')))
      throw new AppError('conflict', 'This is on the list already')
    const added = await store.findEntryOf(tx, hash.key)
    if (!added) throw new Error('The entry was not stored')
    return added
  },

  /** The entry of an address or number, if it is on the list by itself. */
  async find(tx: TenantTx, reach: Reach): Promise<Suppression | null> {
    return (await store.findEntryOf(tx, hashOf(reach).key)) ?? null
  },

  /** @returns false when there is no such entry */
  async remove(tx: TenantTx, id: string): Promise<boolean> {
    return (await store.deleteEntry(tx, id)) > 0
  },

  /** Keeps an address, and a number where one is given, out of every organization. */
  async addEverywhere(
    db: Query,
    reach: { email: string; phone: string | null },
    requestId: string,
  ): Promise<void> {
    const { email, phone } = reachHashes(reach)
    if (email) await store.insertEverywhere(db, { key: email, kind: 'email' }, requestId)
    if (phone) await store.insertEverywhere(db, { key: phone, kind: 'phone' }, requestId)
  },

  /** Notes for a restored backup what a request erased outside of organizations. */
  async noteRequest(
    tx: Query,
    reach: { email: string; phone: string | null },
    { id, byPhone }: { id: string; byPhone: boolean },
  ): Promise<void> {
    const { email } = reachHashes(reach)
    await noteErasures(tx, [
      {
        kind: 'request',
        organization: null,
        subject: id,
        details: { keyed: true, key: email ?? null, byPhone },
      },
    ])
  },

  /** What keeps an address or number out of every organization. @throws {AppError} invalid */
  findEverywhere: async (db: Query, reach: Reach): Promise<store.PlatformEntry | null> =>
    (await store.findEverywhere(db, hashOf(reach).key)) ?? null,

  /** Lets an address or number in again. @returns what stood there @throws {AppError} invalid */
  takeEverywhere: async (tx: Query, reach: Reach): Promise<store.PlatformEntry | null> =>
    (await store.takeEverywhere(tx, hashOf(reach).key)) ?? null,

  /** What a request left in organizations stays while it keeps another address or number out. */
  standsFor: (db: Query, requestId: string, reach: Reach): Promise<boolean> =>
    store.keepsOthersOut(db, requestId, hashOf(reach).key),
  organizationsOf: store.organizationsSuppressingFor,
  removeOf: store.deleteOfRequest,
}

function hashOf(reach: Reach): store.ReachHash {
  const { email, phone } = reachHashes({ email: null, phone: null, ...reach })
  if (email) return { key: email, kind: 'email' }
  if (phone) return { key: phone, kind: 'phone' }
  throw new AppError('invalid', 'Type an address or a number', {
    fields: { phone: 'This is no phone number' },
  })
}
