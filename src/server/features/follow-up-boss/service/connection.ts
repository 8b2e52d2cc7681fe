import { STOP_TEXTS } from '#domain/follow-up-boss/stop-texts.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { createClient } from '#server/platform/follow-up-boss/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import { notAvailable, notConnected } from '../policy.ts'
import * as connections from '../store/connections.ts'
import { createRemote, type Remote } from './remote.ts'

/** Name under which an organization's key is sealed. */
export const sealOf = (organizationId: OrganizationId) => `follow-up-boss ${organizationId}`

/** Opens the stored connections of organizations. */
export function createConnector({
  db,
  secrets,
  appUrl,
  followUpBoss: settings,
}: Pick<Platform, 'db' | 'secrets' | 'appUrl' | 'followUpBoss'>) {
  const remoteFor = (apiKey: string): Remote => {
    if (!settings) throw notAvailable()
    return createRemote(createClient(settings, apiKey))
  }

  return {
    remoteFor,
    hookUrl: (hookId: string) => `${appUrl}/api/follow-up-boss/hooks/${hookId}`,

    /** @throws {AppError} conflict without a connection or without its key */
    async open(organizationId: OrganizationId) {
      const connection = await db.read(organizationId, (tx) =>
        connections.findConnection(tx, limits.POLL_MINUTES),
      )
      if (!connection) throw notConnected()
      const { keyId, apiKey: sealed } = connection
      const key = secrets.open({ keyId, sealed }, sealOf(organizationId))
      if (!key) throw new AppError('conflict', STOP_TEXTS.unreadable)
      return { connection, remote: remoteFor(key.toString()) }
    },
  }
}
export type Connector = ReturnType<typeof createConnector>
