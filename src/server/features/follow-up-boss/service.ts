import type { BodyOf } from '#contract/endpoint.ts'
import type {
  changeFollowUpBoss,
  FollowUpBossConflict,
  FollowUpBossPreview,
  FollowUpBossStatus,
} from '#contract/follow-up-boss.ts'
import { draftOfPerson } from '#domain/follow-up-boss/person.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { RemoteError } from '#server/platform/follow-up-boss/client.ts'
import { isSignedBy } from '#server/platform/follow-up-boss/signature.ts'
import { BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import { connectionError, DEFAULT_DIRECTIONS, isWider, notConnected, stageToRepeat } from './policy.ts'
import { createConnector, sealOf } from './service/connection.ts'
import { parseHook, subscribe, unsubscribe } from './service/hooks.ts'
import { createOutages, type OutageFeatures } from './service/outages.ts'
import type { SyncFeatures } from './service/run.ts'
import { SYNC_JOB, syncOrganization } from './service/sync.ts'
import { undoConflict } from './service/undo.ts'
import * as conflictStore from './store/conflicts.ts'
import * as connections from './store/connections.ts'
import * as links from './store/links.ts'
import * as local from './store/local.ts'
import * as queueStore from './store/queue.ts'
import * as tombstones from './store/tombstones.ts'

export { SYNC_JOB } from './service/sync.ts'

type Features = SyncFeatures &
  OutageFeatures & {
    contacts: SyncFeatures['contacts'] & Pick<ContactsService, 'countKnown'>
    organizations: Pick<OrganizationsService, 'listAllIds'>
  }

/** Two-way sync with Follow Up Boss. */
export function followUpBossService(
  platform: Pick<Platform, 'db' | 'queue' | 'secrets' | 'log' | 'mailer' | 'appUrl' | 'followUpBoss'>,
  { organizations, brands, domains, notifications, ...features }: Features,
) {
  const { db, secrets, log } = platform
  const settings = platform.followUpBoss ?? null
  const connector = createConnector(platform)
  const outages = createOutages(platform, { brands, domains, notifications })

  /** A process without the operator's settings leaves the work to the others. */
  async function wake(organizationId: OrganizationId): Promise<void> {
    if (settings) await trySend(platform, SYNC_JOB, { organizationId }, organizationId)
  }
  db.onAnnounced('sync', (organizationId) => void wake(organizationId))

  const readStatus = (organizationId: OrganizationId): Promise<FollowUpBossStatus> =>
    db.read(organizationId, async (tx) => ({
      isAvailable: settings !== null,
      connection: (await connections.readStatus(tx)) ?? null,
    }))

  /** Compares and reads again what may go over after a change. */
  async function catchUp(
    tx: TenantTx,
    former: connections.StoredConnection,
    { directions, sharesInsights, status }: connections.ConnectionChanges,
  ): Promise<void> {
    const repeated = directions && stageToRepeat(directions, former)
    if (repeated) await connections.repeatImport(tx, repeated)
    const hasWidened = sharesInsights || (directions && isWider(directions, former.directions))
    const hasStopped = status !== undefined && former.status === 'failed'
    if ((hasWidened || hasStopped) && former.stage !== 'new') await queueStore.addAllContacts(tx, hasStopped)
    if (status === 'active') await queueStore.retryFailed(tx)
  }

  /** Works for an organization, and wakes another turn if work is left. */
  async function sync(organizationId: OrganizationId): Promise<void> {
    if (!settings) return
    const hasMore = await syncOrganization({ db, log, connector, outages, features }, organizationId)
    // A delayed job would take the place of the next wake-up, so the sweep finds what has waited.
    if (hasMore) await wake(organizationId)
  }

  return {
    status: (context: Context): Promise<FollowUpBossStatus> => readStatus(context.organizationId),

    /** Checks the key and stores it. @throws {AppError} invalid for a refused key, conflict */
    async connect(context: Context, apiKey: string): Promise<FollowUpBossStatus> {
      const { organizationId } = context
      const remote = connector.remoteFor(apiKey)
      const account = await remote.readAccount().catch((error: unknown) => {
        throw connectionError(error)
      })
      const hookId = await db.tenant(organizationId, async (tx) => {
        const former = await connections.findConnection(tx)
        if (former && former.accountId !== String(account.id))
          throw new AppError('conflict', 'This key belongs to another account. Disconnect first.')
        await connections.saveConnection(tx, {
          key: secrets.seal(Buffer.from(apiKey), sealOf(organizationId)),
          ...{ accountId: account.id, accountName: account.name, directions: DEFAULT_DIRECTIONS },
          userId: userIdOf(context),
        })
        if (former?.status === 'failed' && former.stage !== 'new') await queueStore.addAllContacts(tx, true)
        await audit(tx, { ...context, action: 'follow-up-boss.connected', subject: organizationId })
        return (await connections.findConnection(tx))?.hookId
      })
      if (!hookId) throw notConnected()
      const hasHooks = await subscribe(remote, connector.hookUrl(hookId)).catch((error: unknown) => {
        // The next poll tries again.
        if (error instanceof RemoteError) return false
        throw error
      })
      await db.tenant(organizationId, (tx) => connections.setHooks(tx, hasHooks))
      await wake(organizationId)
      return readStatus(organizationId)
    },

    /** @throws {AppError} conflict without a connection */
    async change(
      context: Context,
      { isPaused, ...changes }: BodyOf<typeof changeFollowUpBoss>,
    ): Promise<FollowUpBossStatus> {
      const { organizationId } = context
      await db.tenant(organizationId, async (tx) => {
        const status = statusOf(isPaused)
        const former = await connections.findConnection(tx)
        if (!former || !(await connections.updateConnection(tx, { ...changes, status }))) throw notConnected()
        await catchUp(tx, former, { ...changes, status })
        const { sharesInsights } = changes
        const fields = Object.keys({ ...changes, ...(status && { status }) }).sort()
        const details = {
          fields: fields.join(' '),
          ...(sharesInsights !== undefined && { sharesInsights }),
        }
        await audit(tx, { ...context, action: 'follow-up-boss.changed', subject: organizationId, details })
      })
      await wake(organizationId)
      return readStatus(organizationId)
    },

    /** Ends the sync. Nothing is deleted on either side but the links. @throws {AppError} conflict without a connection */
    async disconnect(context: Context): Promise<void> {
      const { organizationId } = context
      const connected = await connector.open(organizationId).catch(() => null)
      await db.tenant(organizationId, async (tx) => {
        await tombstones.addForDeletedContacts(tx)
        if (!(await connections.deleteConnection(tx))) throw notConnected()
        await audit(tx, { ...context, action: 'follow-up-boss.disconnected', subject: organizationId })
      })
      if (connected) await unsubscribe(connected.remote, connector.hookUrl(connected.connection.hookId), log)
    },

    /** Counts of the first import. @throws {AppError} conflict */
    async preview(context: Context): Promise<FollowUpBossPreview> {
      const { organizationId } = context
      const { remote } = await connector.open(organizationId)
      const [people, notes, tasks, events] = await Promise.all([
        remote.listPeople(),
        remote.listNotes({ limit: 1 }),
        remote.listTasks({ limit: 1 }),
        remote.listEvents({ limit: 1 }),
      ]).catch((error: unknown) => {
        throw connectionError(error)
      })
      const drafts = people.items.map(draftOfPerson).filter((draft) => draft !== null)
      return db.read(organizationId, async (tx) => ({
        ...{ people: people.total, notes: notes.total, tasks: tasks.total, events: events.total },
        sample: {
          compared: people.items.length,
          unnamed: people.items.length - drafts.length,
          ...(await features.contacts.countKnown(tx, drafts)),
        },
        contacts: await local.countReachable(tx),
      }))
    },

    /** Starts the first import, and the sync with it. @throws {AppError} conflict */
    async startImport(context: Context): Promise<FollowUpBossStatus> {
      const { organizationId } = context
      const { remote } = await connector.open(organizationId)
      const totals = await Promise.all(
        [remote.listPeople, remote.listNotes, remote.listTasks, remote.listEvents].map(
          async (list) => (await list({ limit: 1 })).total,
        ),
      ).catch((error: unknown) => {
        throw connectionError(error)
      })
      await db.tenant(organizationId, async (tx) => {
        const total = totals.reduce((sum, each) => sum + each, 0)
        if (await connections.startImport(tx, total))
          await audit(tx, { ...context, action: 'follow-up-boss.import-started', subject: organizationId })
      })
      await wake(organizationId)
      return readStatus(organizationId)
    },

    /** @throws {AppError} invalid for a malformed cursor */
    listConflicts: (context: Context, query: PageQuery): Promise<Page<FollowUpBossConflict>> =>
      db.read(context.organizationId, async (tx) => {
        const page = await readPage(BY_TIME, query, (range) => conflictStore.listConflicts(tx, range))
        return { ...page, items: page.items.map(({ exactAt: _, localId: __, ...conflict }) => conflict) }
      }),

    /** @throws {AppError} not_found; conflict if it was undone or the field has changed since */
    async undo(context: Context, id: string): Promise<FollowUpBossConflict> {
      await undoConflict({ db, features }, context, id)
      return db.tenant(context.organizationId, async (tx) => {
        await conflictStore.setUndone(tx, id, userIdOf(context))
        await audit(tx, { ...context, action: 'follow-up-boss.conflict-undone', subject: id })
        const conflict = await conflictStore.findConflict(tx, id)
        if (!conflict) throw notFound('Conflict')
        const { localId: _, ...shown } = conflict
        return shown
      })
    },

    /**
     * Queues what a webhook names. Repeating it only reads the same objects again.
     *
     * @throws {AppError} not_found for a wrong signature, which another installation's key would make
     */
    async receiveHook(hookId: string, body: Buffer, signature: string | undefined): Promise<void> {
      if (!settings || !isSignedBy(body, signature, settings.systemKey)) throw notFound('Webhook')
      const named = parseHook(body)
      const found = named && (await connections.findOrganizationOfHook(db, hookId))
      if (!named || !found) return
      const organizationId = parseOrganizationId(found)
      await db.tenant(organizationId, (tx) => queueStore.addRemote(tx, named.resource, named.ids))
      await wake(organizationId)
    },

    sync,

    /** Finds what no wake-up announced: polls that are due, retries, and work of processes that died. */
    async sweep(): Promise<void> {
      if (!settings) return
      for (const id of await connections.listOrganizationsWithWork(db, limits.POLL_MINUTES))
        await wake(parseOrganizationId(id))
      for (const id of await connections.listStopped(db)) await outages.settle(parseOrganizationId(id))
    },

    mailOutage: outages.mail,

    /** Deletes old conflicts and failures, and the values of deleted contacts. @returns how many */
    deleteOutdated: (organizationId: OrganizationId, limit: number): Promise<number> =>
      db.tenant(organizationId, async (tx) => {
        const forgotten = await links.forgetDeleted(tx)
        const failures = await queueStore.deleteOutdated(tx, limits.FAILURE_DAYS, limit)
        return forgotten + failures + (await conflictStore.deleteOutdated(tx, limits.CONFLICT_DAYS, limit))
      }),

    /** Encrypts all keys with the newest key, so that older ones can be removed. */
    async resealAll(): Promise<void> {
      for (const id of await organizations.listAllIds()) {
        const organizationId = parseOrganizationId(id)
        await db.tenant(organizationId, async (tx) => {
          const former = await connections.findUnderOtherKey(tx, secrets.keyId)
          const key = former && secrets.open(former, sealOf(organizationId))
          if (former && key) await connections.reseal(tx, former, secrets.seal(key, sealOf(organizationId)))
          else if (former)
            log.error({ organizationId }, "A key of Follow Up Boss can't be read: its key is missing")
        })
      }
    },
  }
}
export type FollowUpBossService = ReturnType<typeof followUpBossService>

function statusOf(isPaused: boolean | undefined): 'active' | 'paused' | undefined {
  if (isPaused === undefined) return undefined
  return isPaused ? 'paused' : 'active'
}
