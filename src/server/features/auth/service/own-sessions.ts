import { auditPlatform } from '#server/platform/audit.ts'
import { decodeTimeCursor, pageByTime } from '#server/platform/cursor.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { digest } from '#server/platform/ids.ts'
import * as store from '../store.ts'

/** A user with the calling session. */
type SessionOwner = { userId: string; sid: string; requestId: string }

/** Lists and ends the sessions of a user. */
export function ownSessions(db: Database) {
  const auditEnded = (
    tx: Parameters<typeof auditPlatform>[0],
    who: SessionOwner,
    action: string,
    ended: number,
  ) =>
    auditPlatform(tx, {
      actor: { kind: 'user', userId: who.userId, role: 'MEMBER' },
      action,
      details: { sessions: ended },
      requestId: who.requestId,
    })

  return {
    /** Last used first; `next` is null on the last page. @throws {AppError} invalid for a malformed cursor */
    async sessions(who: SessionOwner, query: { limit: number; cursor?: string | undefined }) {
      const after = decodeTimeCursor(query.cursor)
      const asking = { userId: who.userId, sid: digest(who.sid) }
      const found = await store.listSessions(db, asking, { after, limit: query.limit + 1 })
      const { rows: sessions, next } = pageByTime(found, query.limit)
      return { sessions, next }
    },

    /** @throws {AppError} not_found for a session that ended or belongs to another user */
    endOwnSession: (who: SessionOwner, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const ended = await store.deleteSessionById(tx, who.userId, id)
        if (ended === 0) throw notFound('Session')
        await auditEnded(tx, who, 'session.ended', ended)
      }),

    /** Signs out everywhere else, or everywhere. @returns the number of ended sessions */
    endOwnSessions: (who: SessionOwner, includeThis: boolean): Promise<number> =>
      db.transaction(async (tx) => {
        const ended = await store.deleteSessions(tx, who.userId, includeThis ? null : digest(who.sid))
        await auditEnded(tx, who, 'sessions.ended', ended)
        return ended
      }),
  }
}
