import { auditPlatform } from '#server/platform/audit.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import * as store from '../store.ts'

/** A user with the session in use. */
export type SignedInUser = { session: Session; sid: string; requestId: string }

/** Lists and ends the sessions of a user. */
export function ownSessions(db: Database) {
  const auditEnded = (tx: Query, who: SignedInUser, action: string, ended: number) =>
    auditPlatform(tx, {
      actor: { kind: 'user', userId: who.session.userId, role: 'MEMBER' },
      action,
      details: { sessions: ended },
      requestId: who.requestId,
    })

  return {
    /** Last used first; `next` is null on the last page. @throws {AppError} invalid for a malformed cursor */
    sessions(who: SignedInUser, query: PageQuery) {
      const asking = { userId: who.session.userId, sid: digest(who.sid) }
      return readPage(BY_TIME, query, (range) => store.listSessions(db, asking, range))
    },

    /** @throws {AppError} not_found for a session that ended or belongs to another user */
    endOwnSession: (who: SignedInUser, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const ended = await store.deleteSessionById(tx, who.session.userId, id)
        if (ended === 0) throw notFound('Session')
        await auditEnded(tx, who, 'session.ended', ended)
      }),

    /** Signs out everywhere else, or everywhere. @returns the number of ended sessions */
    endOwnSessions: (who: SignedInUser, includeThis: boolean): Promise<number> =>
      db.transaction(async (tx) => {
        const ended = await store.deleteSessions(tx, who.session.userId, includeThis ? null : digest(who.sid))
        await auditEnded(tx, who, 'sessions.ended', ended)
        return ended
      }),
  }
}
