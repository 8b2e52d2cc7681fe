import { errors } from 'oidc-provider'
import { audit } from '#server/platform/audit.ts'
import { systemContext } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { digest } from '#server/platform/ids.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'
import { accountIdOf, parseAccountId } from './account.ts'

type Payload = store.Payload

/** Keeps the provider's objects in the database. Ids of requests, codes and tokens are stored as hashes only. */
export function createAdapter(db: Database) {
  return (kind: string) => {
    if (kind === 'Client') return clients(db)
    if (kind === 'Grant') return grants(db)
    if (kind === 'Session' || kind === 'Interaction') return requests(db, kind)
    if (TOKENS.includes(kind)) return tokens(db, kind)
    throw new Error(`There is no storage for ${kind}`)
  }
}

const TOKENS = ['AuthorizationCode', 'AccessToken', 'RefreshToken']

const clients = (db: Database) => ({ find: (id: string) => store.findClient(db, id) })

/** A grant is a connected app, which the service writes. */
function grants(db: Database) {
  return {
    async find(id: string): Promise<Payload | undefined> {
      const app = await store.findApp(db, id)
      return (
        app && {
          ...{ kind: 'Grant', jti: id, clientId: app.clientId, accountId: accountIdOf(app) },
          resources: { [app.resource]: app.scopes.join(' ') },
        }
      )
    },
    destroy: (id: string) => disconnect(db, id),
  }
}

function requests(db: Database, kind: string) {
  const idOf = (id: string) => ({ kind, hash: digest(id) })
  return {
    upsert: (id: string, { jti: _, ...payload }: Payload, seconds: number) =>
      store.storeRequest(db, idOf(id), payload, seconds),
    async find(id: string): Promise<Payload | undefined> {
      const payload = await store.findRequest(db, idOf(id))
      return payload && { ...payload, jti: id }
    },
    destroy: (id: string) => store.deleteRequest(db, idOf(id)),
  }
}

function tokens(db: Database, kind: string) {
  const tenantOf = (payload: Payload) => parseAccountId(String(payload.accountId)).organizationId
  return {
    upsert: (id: string, { jti: _, ...payload }: Payload, seconds: number) =>
      db.tenant(tenantOf(payload), (tx) =>
        store.insertToken(tx, {
          ...{ kind, hash: digest(id), appId: String(payload.grantId), payload, seconds },
        }),
      ),

    async find(id: string): Promise<Payload | undefined> {
      const token = await store.findToken(db, kind, digest(id))
      return token && { ...token.payload, jti: id, ...(token.usedAt ? { consumed: true } : {}) }
    },

    /** @throws if another request used it first, so that only one gets the next token */
    async consume(id: string): Promise<void> {
      const token = await store.findToken(db, kind, digest(id))
      const isFirst =
        token &&
        (await db.tenant(parseOrganizationId(token.organizationId), async (tx) => {
          if ((await store.countAccessTokens(tx, token.appId)) >= limits.MAX_ACCESS_TOKENS)
            throw new errors.TemporarilyUnavailable('too many tokens within an hour')
          return store.useToken(tx, digest(id))
        }))
      if (!isFirst) throw new errors.InvalidGrant('this was already used')
    },

    async destroy(id: string): Promise<void> {
      const token = await store.findToken(db, kind, digest(id))
      if (token)
        await db.tenant(parseOrganizationId(token.organizationId), (tx) => store.deleteToken(tx, digest(id)))
    },

    revokeByGrantId: (appId: string) => disconnect(db, appId),
  }
}

/** Ends a connection with all its tokens, because the app asked for it or a code or token was used twice. */
async function disconnect(db: Database, id: string): Promise<void> {
  const app = await store.findApp(db, id)
  if (!app) return
  const organizationId = parseOrganizationId(app.organizationId)
  await db.tenant(organizationId, async (tx) => {
    if (!(await store.deleteApp(tx, id))) return
    await audit(tx, {
      ...{ ...systemContext(organizationId, 'oauth'), action: 'app.disconnected', subject: id },
      details: { reason: 'revoked' },
    })
  })
}
