import { isDeepStrictEqual } from 'node:util'
import { DAY_MS } from '#server/platform/clock.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { CachedSession, Session } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'

/** Cached sessions, the most recently read ones. */
const MAX_CACHED_SESSIONS = 2000
const MAX_ID_LENGTH = 100

type OperatorRules = { isPlatformAdmin(email: string): boolean; needSecondFactor: boolean }

/** Reads sessions by cookie value, with a cache of recent ones. */
export function createSessionReader(db: Database, { isPlatformAdmin, needSecondFactor }: OperatorRules) {
  const cache = new Map<string, store.SessionRow>()

  function cacheRow(hash: string, row: store.SessionRow | undefined): void {
    cache.delete(hash)
    if (row) cache.set(hash, row)
    if (cache.size <= MAX_CACHED_SESSIONS) return
    const [oldest = ''] = cache.keys()
    cache.delete(oldest)
  }

  async function readRow(query: Query, hash: string): Promise<store.SessionRow | undefined> {
    const row = await store.findSession(query, hash)
    cacheRow(hash, row)
    return row
  }

  async function readRowOn(
    siteOrganizationId: OrganizationId | null,
    hash: string,
  ): Promise<store.SessionRow | undefined> {
    const row = await readRow(db, hash)
    if (!row || siteOrganizationId === null || row.organizationId === siteOrganizationId) return row
    const isMember = await store.updateActiveOrganization(db, hash, siteOrganizationId)
    return isMember ? readRow(db, hash) : undefined
  }

  return {
    /**
     * The session of a cookie value, read from the database; null if there is none. On an organization's own domain it
     * works in that organization, if its user is a member there.
     */
    async sessionOf(
      sid: string | undefined,
      siteOrganizationId: OrganizationId | null = null,
    ): Promise<Session | null> {
      const hash = hashOf(sid)
      const row = hash && (await readRowOn(siteOrganizationId, hash))
      if (!hash || !row) return null
      const upkeep = sessionUpkeepOf(row)
      if (upkeep.extend)
        await store.extendSession(db, hash, limits.SESSION_IDLE_DAYS, limits.MAX_SESSION_DAYS)
      if (upkeep.touch) await store.updateLastSeen(db, hash)
      if (!isPlatformAdmin(row.email)) return sessionFrom(row)
      const needsSecondFactor = needSecondFactor && !(await store.hasSecondFactor(db, row.userId))
      return {
        ...sessionFrom(row),
        isPlatformAdmin: !needsSecondFactor,
        ...(needsSecondFactor ? { needsSecondFactor } : {}),
      }
    },

    /** The cached session with a check whether it is still current; null if it has to be read. */
    cachedSession(sid: string | undefined): CachedSession | null {
      const hash = hashOf(sid)
      const row = hash && cache.get(hash)
      if (!hash || !row || isPlatformAdmin(row.email)) return null
      const upkeep = sessionUpkeepOf(row)
      if (upkeep.extend || upkeep.touch) return null
      return {
        session: sessionFrom(row),
        async isCurrent(query: Query = db) {
          const currentRow = await readRow(query, hash)
          return currentRow !== undefined && isSameSession(currentRow, row)
        },
      }
    },
  }
}

/** Hash under which a session is stored; null for an invalid id. */
function hashOf(sid: string | undefined): string | null {
  return sid && sid.length <= MAX_ID_LENGTH ? digest(sid) : null
}

function sessionUpkeepOf({ expire, seenAt }: store.SessionRow): { extend: boolean; touch: boolean } {
  const now = Date.now()
  return {
    extend: Date.parse(expire) - now < (limits.SESSION_IDLE_DAYS - 1) * DAY_MS,
    touch: now - Date.parse(seenAt) > limits.LAST_SEEN_INTERVAL_MINUTES * 60_000,
  }
}

/** A session without operator rights. */
function sessionFrom({ expire: _, seenAt: __, organizationId, ...row }: store.SessionRow): Session {
  return {
    ...row,
    organizationId: organizationId ? parseOrganizationId(organizationId) : null,
    isPlatformAdmin: false,
  }
}

function isSameSession(row: store.SessionRow, otherRow: store.SessionRow): boolean {
  return isDeepStrictEqual(sessionFrom(row), sessionFrom(otherRow))
}
