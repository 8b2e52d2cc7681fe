import type { StopReason } from '#domain/follow-up-boss/stop-texts.ts'
import { systemContext } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import { RemoteError } from '#server/platform/follow-up-boss/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as connections from '../store/connections.ts'
import type { Connector } from './connection.ts'
import type { createOutages } from './outages.ts'
import type { Run, SyncFeatures } from './run.ts'
import { runSlice } from './slice.ts'

export const SYNC_JOB = 'sync-follow-up-boss'

type Deps = Pick<Platform, 'db' | 'log'> & {
  connector: Connector
  outages: ReturnType<typeof createOutages>
  features: SyncFeatures
}
type WorkEnd = connections.SliceEnd & { isUnfinished: boolean }

/** Works for an organization until nothing is left or its time is over. @returns true if more can be done now */
export async function syncOrganization(deps: Deps, organizationId: OrganizationId): Promise<boolean> {
  const { db, outages } = deps
  const lease = await db.tenant(organizationId, (tx) => connections.takeLease(tx, limits.LEASE_SECONDS))
  if (!lease) return false
  const end = await workThrough(deps, organizationId, lease)
  const hasFailed = await db.tenant(organizationId, async (tx) => {
    const ended = await connections.endSlice(tx, lease, end)
    if (!ended?.hasFailed || !end.failure) return false
    await outages.record(tx, end.failure, SYNC_JOB)
    return true
  })
  if (hasFailed) await outages.settle(organizationId)
  return end.isUnfinished && end.waitSeconds === null
}

async function workThrough(
  { db, log, connector, features }: Deps,
  organizationId: OrganizationId,
  lease: string,
): Promise<WorkEnd> {
  const good = { waitSeconds: null, problem: null, failure: null }
  let failures = 0
  try {
    const opened = await connector.open(organizationId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'conflict') return null
      throw error
    })
    if (!opened) return failedBy('unreadable')
    const { connection, remote } = opened
    failures = connection.failures
    const over = Date.now() + limits.SLICE_MS
    const run: Run = {
      ...{ organizationId, connection, lease, remote, features, log },
      hookUrl: connector.hookUrl(connection.hookId),
      context: systemContext(organizationId, SYNC_JOB),
      tenant: (work) => db.tenant(organizationId, work),
      isOver: () => Date.now() > over,
    }
    return { ...good, isUnfinished: await runSlice(run) }
  } catch (error) {
    if (!(error instanceof RemoteError)) {
      await db.tenant(organizationId, (tx) => connections.endSlice(tx, lease, { ...good, problem: 'down' }))
      throw error
    }
    const { reason } = error
    if (reason === 'busy')
      return { ...good, problem: 'busy', waitSeconds: error.retrySeconds ?? 1, isUnfinished: true }
    if (reason === 'key' || reason === 'access') return failedBy(reason)
    const waitSeconds = Math.min(5 * 2 ** failures, limits.MAX_DOWN_SECONDS)
    return { ...good, problem: 'down', waitSeconds, isUnfinished: true }
  }
}

const failedBy = (failure: StopReason): WorkEnd => ({
  ...{ waitSeconds: null, problem: failure, failure, isUnfinished: false },
})
