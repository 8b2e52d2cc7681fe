import { z } from 'zod'
import type { OwnSession } from '#contract/profile.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { decodeCursor, encodeCursor, exactTimestamp } from '#server/platform/cursor.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { digest } from '#server/platform/ids.ts'
import * as store from '../store.ts'

/** Somebody with the session they ask by. */
type SessionOwner = { userId: string; sid: string; requestId: string }

/** What people see of their own sessions, and how they end them. */
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
    /** Last used first; `next` is null on the last page. @throws {AppError} invalid for a cursor that was never ours */
    async sessions(who: SessionOwner, query: { limit: number; cursor?: string | undefined }) {
      const after = cursorKeyOf(query.cursor)
      const asking = { userId: who.userId, sid: digest(who.sid) }
      const found = await store.listSessions(db, asking, { after, limit: query.limit + 1 })
      const rows = found.slice(0, query.limit)
      const last = rows.at(-1)
      const sessions: OwnSession[] = rows.map(({ exactAt: _, ...session }) => session)
      return {
        sessions,
        next: found.length > query.limit && last ? encodeCursor([last.exactAt, last.id]) : null,
      }
    },

    /** @throws {AppError} not_found for a session that ended or is somebody else's */
    endOwnSession: (who: SessionOwner, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const ended = await store.deleteSessionById(tx, who.userId, id)
        if (ended === 0) throw notFound('Session')
        await auditEnded(tx, who, 'session.ended', ended)
      }),

    /** Signs out everywhere else, or everywhere. @returns how many sessions ended */
    endOwnSessions: (who: SessionOwner, includeThis: boolean): Promise<number> =>
      db.transaction(async (tx) => {
        const ended = await store.deleteSessions(tx, who.userId, includeThis ? null : digest(who.sid))
        await auditEnded(tx, who, 'sessions.ended', ended)
        return ended
      }),
  }
}

const cursorShape = z.tuple([exactTimestamp, z.uuid()])

function cursorKeyOf(cursor: string | undefined): store.SessionCursorKey | null {
  const found = decodeCursor(cursorShape, cursor, 'Use the one from the page before')
  return found && { at: found[0], id: found[1] }
}
