import type {
  Connection,
  ConnectionChanges,
  ConnectionInput,
  SingleSignOnSettings,
} from '#contract/single-sign-on.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as connections from '../store/connections.ts'
import * as people from '../store/people.ts'
import { urlsOf } from './connection-urls.ts'
import { describeCertificate, normalizeCertificate, readProviderMetadata } from './saml-metadata.ts'

type Row = connections.ConnectionRow
type Features = { auth: AuthService; domains: DomainsService }

const NEW_CONNECTION = {
  clientId: null,
  clientSecret: null,
  keyId: null,
  signInUrl: null,
  certificates: [],
  acceptsUnsolicited: false,
  isOn: false,
  isForced: false,
  addsMembers: true,
  defaultRole: 'MEMBER',
  defaultAccess: 'all',
  groupsAttribute: null,
  mappings: [],
  workedAt: null,
  failedAt: null,
  failure: null,
  lastTest: null,
  domains: [],
} as const

/** Settings that decide whether a sign-in works. */
const PROTOCOL_SETTINGS = ['issuer', 'clientId', 'clientSecret', 'signInUrl', 'certificates'] as const

/** Connections as owners set them up. */
export function createSettings(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  { auth, domains }: Features,
) {
  async function isProven({ organizationId }: Context, domain: string): Promise<boolean> {
    return (await domains.findProven('email', domain)) === organizationId
  }

  async function listProven(context: Context): Promise<string[]> {
    const { domains: listed } = await domains.list(context)
    return listed
      .filter(({ use, provenAt }) => use === 'email' && provenAt)
      .map(({ asciiDomain }) => asciiDomain)
  }

  async function requireProven(context: Context, added: readonly string[]): Promise<void> {
    for (const domain of added) {
      if (await isProven(context, domain)) continue
      throw fieldError('invalid', 'domains', `Prove ${domain} first: Settings > Domains`)
    }
  }

  async function toConnection(context: Context, row: Row, origin: string): Promise<Connection> {
    const { clientSecret, keyId: _, domains: names, certificates, ...rest } = row
    const proofs = names.map(async (domain) => ({ domain, isProven: await isProven(context, domain) }))
    return {
      ...rest,
      domains: await Promise.all(proofs),
      certificates: certificates.map(describeCertificate),
      hasClientSecret: clientSecret !== null,
      urls: urlsOf(origin, row.id),
    }
  }

  function withSecret(row: Row, clientSecret: string | null | undefined): Row {
    if (clientSecret === undefined) return row
    if (clientSecret === null) return { ...row, clientSecret: null, keyId: null }
    const { sealed, keyId } = secrets.seal(Buffer.from(clientSecret), limits.sealOf(row.id))
    return { ...row, clientSecret: sealed, keyId }
  }

  async function requireConnection(tx: TenantTx, id: string): Promise<Row> {
    const row = await connections.findConnection(tx, id)
    if (!row) throw notFound('Connection')
    return row
  }

  async function save(tx: TenantTx, row: Row): Promise<Row> {
    await connections.saveConnection(tx, row)
    if (!(await connections.replaceDomains(tx, row.id, row.domains)))
      throw fieldError('conflict', 'domains', 'Another connection of your organization has this domain')
    return requireConnection(tx, row.id)
  }

  /** @throws {AppError} conflict when no one could sign in any more */
  async function requireReadyToForce(tx: TenantTx, row: Row): Promise<void> {
    if (!row.isOn) throw new AppError('conflict', 'Turn on the connection before you require it')
    if (row.domains.length === 0) throw new AppError('conflict', 'Add an email domain before you require it')
    if (!row.workedAt)
      throw new AppError('conflict', 'Test the connection before you require it: no sign-in has worked yet')
    const owners = await people.listOwners(tx)
    if (!owners.some(({ isBreakGlass }) => isBreakGlass)) {
      throw new AppError(
        'conflict',
        'First choose an owner who may still sign in with an emailed link, in case your identity provider fails',
      )
    }
  }

  /** Ends sessions that began without single sign-on, except the caller's and those of owners with an exception. */
  async function endOtherSessions(tx: TenantTx, context: Context, row: Row): Promise<number> {
    const owners = await people.listOwners(tx)
    const exceptions = new Set(owners.filter((each) => each.isBreakGlass).map(({ id }) => id))
    exceptions.add(requireUserId(context))
    const ids = await people.listMembersIn(tx, row.domains)
    let ended = 0
    for (const id of ids) if (!exceptions.has(id)) ended += await auth.endAllSessions(tx, id)
    return ended
  }

  async function readSettings(context: Context, origin: string): Promise<SingleSignOnSettings> {
    const { rows, owners } = await db.tenant(context.organizationId, async (tx) => ({
      rows: await connections.listConnections(tx),
      owners: await people.listOwners(tx),
    }))
    return {
      connections: await Promise.all(rows.map((row) => toConnection(context, row, origin))),
      provenDomains: await listProven(context),
      breakGlass: owners.filter(({ isBreakGlass }) => isBreakGlass).map(({ id }) => id),
      owners: owners.map(({ id, email, name }) => ({ id, email, name })),
    }
  }

  return {
    readSettings,

    /** @throws {AppError} invalid, conflict for a domain of another connection or too many connections */
    async create(context: Context, input: ConnectionInput, origin: string): Promise<Connection> {
      await requireProven(context, input.domains ?? [])
      const row = await db.tenant(context.organizationId, async (tx) => {
        await connections.lockConnections(tx)
        if ((await connections.listConnections(tx)).length >= limits.MAX_CONNECTIONS)
          throw new AppError('conflict', `You can have up to ${limits.MAX_CONNECTIONS} connections`)
        const { kind, name } = input
        const start = { ...NEW_CONNECTION, id: newId(), kind, name, issuer: '' }
        const saved = await save(tx, withChanges(start as unknown as Row, input))
        await audit(tx, {
          ...context,
          action: 'single-sign-on.created',
          subject: saved.id,
          details: { kind },
        })
        return saved
      })
      return toConnection(context, row, origin)
    },

    /** @throws {AppError} not_found, invalid, conflict when it isn't ready to be required */
    async change(
      context: Context,
      id: string,
      changes: ConnectionChanges,
      origin: string,
    ): Promise<Connection> {
      // Proofs are read before the transaction, because they take connections of their own.
      const current = await db.tenant(context.organizationId, (tx) => requireConnection(tx, id))
      const added = (changes.domains ?? []).filter((domain) => !current.domains.includes(domain))
      await requireProven(context, added)
      const row = await db.tenant(context.organizationId, async (tx) => {
        await connections.lockConnections(tx)
        const before = await requireConnection(tx, id)
        const after = withChanges(before, changes)
        if (after.isForced && !before.isForced) await requireReadyToForce(tx, after)
        const saved = await save(tx, after)
        const details = {
          fields: Object.keys(changes).sort().join(' '),
          isOn: saved.isOn,
          isForced: saved.isForced,
          ...(saved.isForced && !before.isForced
            ? { sessionsEnded: await endOtherSessions(tx, context, saved) }
            : {}),
        }
        await audit(tx, { ...context, action: 'single-sign-on.changed', subject: id, details })
        return saved
      })
      return toConnection(context, row, origin)
    },

    /** @throws {AppError} not_found */
    async remove(context: Context, id: string): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        if (!(await connections.deleteConnection(tx, id))) throw notFound('Connection')
        await audit(tx, { ...context, action: 'single-sign-on.deleted', subject: id })
      })
    },

    /** @throws {AppError} invalid for anyone but an owner, conflict for an empty list while a connection is required */
    async setBreakGlass(context: Context, userIds: readonly string[], origin: string) {
      const ids = [...new Set(userIds.map((id) => id.toLowerCase()))]
      await db.tenant(context.organizationId, async (tx) => {
        await connections.lockConnections(tx)
        const owners = new Set((await people.listOwners(tx)).map(({ id }) => id))
        if (!ids.every((id) => owners.has(id)))
          throw fieldError('invalid', 'breakGlass', 'Choose owners of your organization')
        if (ids.length === 0 && (await connections.listConnections(tx)).some(({ isForced }) => isForced))
          throw new AppError(
            'conflict',
            'Keep at least one owner who can use an emailed link while single sign-on is required',
          )
        await people.replaceBreakGlass(tx, ids)
        const details = { owners: ids.length }
        await audit(tx, { ...context, action: 'single-sign-on.break-glass-changed', details })
      })
      return readSettings(context, origin)
    },
  }

  /** A connection with new settings. A change of protocol settings needs a new proof that they work. */
  function withChanges(before: Row, changes: Partial<ConnectionInput> | ConnectionChanges): Row {
    requireOwnSettings(before.kind, changes)
    const {
      clientSecret,
      metadata,
      entityId,
      certificates,
      kind: _,
      ...rest
    } = {
      ...{ clientSecret: undefined, metadata: undefined, entityId: undefined, certificates: undefined },
      ...{ kind: undefined },
      ...changes,
    } as ConnectionChanges & { kind?: string }
    const provider = metadata === undefined ? null : readProviderMetadata(metadata)
    const certificateTexts = provider?.certificates ?? certificates
    const after = withSecret(
      {
        ...before,
        ...withoutUndefined(rest),
        ...withoutUndefined({ issuer: rest.issuer ?? provider?.entityId ?? entityId }),
        ...(provider ? { signInUrl: provider.signInUrl } : {}),
        ...(certificateTexts ? { certificates: certificateTexts.map(normalizeCertificate) } : {}),
        domains: [...new Set(rest.domains ?? before.domains)].sort(),
      },
      before.kind === 'oidc' ? clientSecret : undefined,
    )
    requireOwnIssuer(after)
    if (after.isOn) requireComplete(after)
    else after.isForced = false
    const isSame = PROTOCOL_SETTINGS.every((key) => String(after[key]) === String(before[key]))
    return isSame ? after : { ...after, workedAt: null }
  }
}

function withoutUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>
}

/** Names of Entra ID's endpoints for everyone, which belong to no organization. */
const SHARED_TENANTS = /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers)\b/i

const SETTINGS_OF = {
  oidc: ['issuer', 'clientId', 'clientSecret'],
  saml: ['entityId', 'signInUrl', 'certificates', 'acceptsUnsolicited', 'metadata'],
} as const

/** @throws {AppError} invalid for settings of the other kind of connection */
function requireOwnSettings(kind: Row['kind'], changes: object): void {
  for (const field of SETTINGS_OF[kind === 'oidc' ? 'saml' : 'oidc'])
    if (field in changes)
      throw fieldError(
        'invalid',
        field,
        `Only ${kind === 'oidc' ? 'SAML' : 'OpenID Connect'} connections have this setting`,
      )
}

/** @throws {AppError} invalid for an issuer that isn't the organization's own */
function requireOwnIssuer({ kind, issuer }: Row): void {
  if (kind === 'saml' || issuer === '') return
  if (SHARED_TENANTS.test(issuer))
    throw fieldError('invalid', 'issuer', 'Use the issuer of your own tenant, with its id')
  const { search, hash, username } = new URL(issuer)
  if (search || hash || username || /[{}]|%7b/i.test(issuer))
    throw fieldError('invalid', 'issuer', 'Enter the issuer without a query or placeholders')
}

/** @throws {AppError} conflict for a connection without the settings of its identity provider */
export function requireComplete(row: Row): void {
  const { kind, issuer, clientId, signInUrl, certificates } = row
  if (kind === 'oidc' && !(issuer && clientId))
    throw new AppError('conflict', 'First enter the issuer and the client ID of your identity provider')
  if (kind === 'saml' && !(issuer && signInUrl && certificates.length > 0)) {
    throw new AppError(
      'conflict',
      'First enter the metadata of your identity provider, or its entity ID, sign-in URL and certificate',
    )
  }
}
