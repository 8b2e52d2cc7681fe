import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as connections from '../store/connections.ts'
import { urlsOf } from './connection-urls.ts'
import type { OidcConnection } from './oidc.ts'
import type { SamlConnection } from './saml.ts'

/** A connection with its organization, which a browser doesn't name. */
export type Connected = { organizationId: OrganizationId; connection: connections.ConnectionRow }

/** Reads connections as the two protocols need them. */
export function createConnectedReader(
  { db, secrets, log }: Pick<Platform, 'db' | 'secrets' | 'log'>,
  appUrl: string,
) {
  /** @throws {AppError} not_found */
  async function find(connectionId: string): Promise<Connected> {
    const id = await connections.findOrganization(db, connectionId)
    const organizationId = id ? parseOrganizationId(id) : null
    const connection =
      organizationId &&
      (await db.tenant(organizationId, (tx) => connections.findConnection(tx, connectionId)))
    if (!organizationId || !connection) throw notFound('Sign-in page')
    return { organizationId, connection }
  }

  /** @throws {AppError} unavailable if the key is gone */
  function openSecret(id: string, sealed: { keyId: string; sealed: Buffer }): string {
    const secret = secrets.open(sealed, limits.sealOf(id))
    if (secret) return secret.toString()
    log.error({ connection: id, keyId: sealed.keyId }, 'The key of a client secret is missing')
    throw new AppError('unavailable', "We can't use this connection right now. Please contact support.")
  }

  return {
    find,

    /** @throws {AppError} not_found for a connection that is off, as for an unknown one */
    async requireOn(connectionId: string): Promise<Connected> {
      const connected = await find(connectionId)
      if (!connected.connection.isOn) throw notFound('Sign-in page')
      return connected
    },

    oidcOf({ connection }: Connected): OidcConnection {
      const { id, issuer, clientId, clientSecret, keyId, groupsAttribute, domains } = connection
      const secret = clientSecret && keyId ? openSecret(id, { keyId, sealed: clientSecret }) : null
      return { id, issuer, clientId: clientId ?? '', clientSecret: secret, groupsAttribute, domains }
    },

    samlOf: ({ connection }: Connected): SamlConnection => ({
      issuer: connection.issuer,
      signInUrl: connection.signInUrl ?? '',
      certificates: connection.certificates,
      groupsAttribute: connection.groupsAttribute,
    }),

    samlUrls: (id: string, origin: string) => ({
      acs: urlsOf(origin, id).acs,
      // Our name, and so the same on every host.
      metadata: urlsOf(appUrl, id).metadata,
    }),
  }
}
