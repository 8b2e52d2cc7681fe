import { isDeepStrictEqual } from 'node:util'
import { addressRanges, type HasAddress } from '#server/platform/address-ranges.ts'
import { BoundedMap } from '#server/platform/bounded-map.ts'
import type { Database, Query } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import type { CachedSession, MemberSession } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import { isToken } from '#server/platform/tokens.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'

/** Where a key is used. */
type KeyUse = { ip: string; site: RequestSite }
type CachedKey = { row: store.KeyRow; allows: HasAddress }

/** Reads the session of an API key, as of the session cookie: each request sees a revocation, a new role, a suspension. */
export function createKeySessions(db: Database) {
  const cache = new BoundedMap<string, CachedKey>(limits.MAX_CACHED_KEYS)

  async function readKey(query: Query, hash: string): Promise<CachedKey | undefined> {
    const row = await store.findKey(query, hash)
    if (!row) {
      cache.delete(hash)
      return undefined
    }
    const key = { row, allows: addressRanges('networks', row.networks) }
    cache.set(hash, key)
    return key
  }

  return {
    /**
     * The session of a key.
     *
     * @throws {AppError} unauthenticated for an unknown, expired or revoked key, and outside of its networks
     */
    async sessionOf(token: string, use: KeyUse): Promise<MemberSession> {
      const key = isToken('key', token) ? await readKey(db, digest(token)) : undefined
      if (!key || !isUsable(key, use)) throw unknownKey()
      if (isUseDue(key.row)) {
        const organizationId = parseOrganizationId(key.row.organizationId)
        await db.tenant(organizationId, (tx) =>
          store.updateLastUse(tx, key.row.keyId, limits.LAST_USE_INTERVAL_MS),
        )
      }
      return sessionFrom(key.row)
    },

    /** The cached session with a check whether it is still current; null if it has to be read. */
    cachedSession(token: string, use: KeyUse): CachedSession | null {
      const hash = digest(token)
      const key = cache.get(hash)
      if (!key || isUseDue(key.row) || !isUsable(key, use)) return null
      const session = sessionFrom(key.row)
      return {
        session,
        async isCurrent(query: Query = db) {
          const current = await readKey(query, hash)
          return current !== undefined && isDeepStrictEqual(sessionFrom(current.row), session)
        },
      }
    },
  }
}

function isUsable({ row, allows }: CachedKey, { ip, site }: KeyUse): boolean {
  const isOnOwnSite = site.organizationId === null || site.organizationId === row.organizationId
  return isOnOwnSite && (row.networks.length === 0 || allows(ip))
}

function isUseDue({ lastUsedAt }: store.KeyRow): boolean {
  return lastUsedAt === null || Date.now() - Date.parse(lastUsedAt) > limits.LAST_USE_INTERVAL_MS
}

/** A session without operator rights. */
function sessionFrom({ keyId, scopes, organizationId, ...row }: store.KeyRow): MemberSession {
  const { networks: _, expiresAt: __, lastUsedAt: ___, ...member } = row
  return {
    ...member,
    organizationId: parseOrganizationId(organizationId),
    isPlatformAdmin: false,
    key: { kind: 'key', id: keyId, scopes },
  }
}

function unknownKey(): AppError {
  return new AppError(
    'unauthenticated',
    "This API key is unknown, expired or revoked, or can't be used from this address",
  )
}
