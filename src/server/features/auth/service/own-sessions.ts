import { auditPlatform } from '#server/platform/audit.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { SignedInUser } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import * as store from '../store.ts'

/** Lists and ends the sessions of a user. */
export function createOwnSessions(db: Database) {
  const auditEnd = (tx: Query, user: SignedInUser, action: string, count: number) =>
    auditPlatform(tx, {
      actor: { kind: 'user', userId: user.session.userId, role: 'MEMBER' },
      action,
      details: { sessions: count },
      requestId: user.requestId,
    })

  return {
    /** Last used first; `next` is null on the last page. @throws {AppError} invalid for a malformed cursor */
    listOwnSessions(user: SignedInUser, query: PageQuery) {
      const owner = { userId: user.session.userId, sid: digest(user.sid) }
      return readPage(BY_TIME, query, (range) => store.listSessions(db, owner, range))
    },

    /** @throws {AppError} not_found for a session that ended or belongs to another user */
    endOwnSession: (user: SignedInUser, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const count = await store.deleteSessionById(tx, user.session.userId, id)
        if (count === 0) throw notFound('Session')
        await auditEnd(tx, user, 'session.ended', count)
      }),

    /** Signs out everywhere else, or everywhere. @returns the number of ended sessions */
    endOwnSessions: (user: SignedInUser, includeThis: boolean): Promise<number> =>
      db.transaction(async (tx) => {
        const count = await store.deleteSessions(
          tx,
          user.session.userId,
          includeThis ? null : digest(user.sid),
        )
        await auditEnd(tx, user, 'sessions.ended', count)
        return count
      }),
  }
}
