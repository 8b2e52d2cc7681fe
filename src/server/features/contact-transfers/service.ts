import {
  type ContactTransfer,
  TRANSFER_OFFER_DAYS,
  type TransferSource,
} from '#contract/contact-transfers.ts'
import { type ContactsService, isLimitReached } from '#server/features/contacts/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import type { TenantTx, Tx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import { type BatchDeps, transferBatch } from './service/transfer-batch.ts'
import * as contactStore from './store/contacts.ts'
import * as store from './store/transfers.ts'

export const TRANSFER_JOB = 'transfer-contacts'
export const REMOVE_OLD_TRANSFERS_JOB = 'contact-transfers.remove-old'

type Features = {
  consents: BatchDeps['consents']
  contacts: BatchDeps['contacts'] & Pick<ContactsService, 'verifyDue'>
  notifications: Pick<NotificationsService, 'contactsArrived' | 'contactsTaken'>
  organizations: Pick<OrganizationsService, 'create'>
  tasks: Pick<TasksService, 'updateNextDue'>
}

export type TransferRequest = { from: string; to?: string | undefined; newOrganization?: string | undefined }

const { format: formatCount } = new Intl.NumberFormat('en-US')
const quantityText = (count: number) => `${formatCount(count)} contact${count === 1 ? '' : 's'}`

/** Contacts that leave with the agent who brought them, for another organization of the agent. */
export function contactTransfersService(
  platform: Pick<Platform, 'db' | 'queue' | 'events' | 'clock' | 'log'>,
  { consents, contacts, notifications, organizations, tasks }: Features,
) {
  const { db, events, clock } = platform
  const queueTransfer = (id: string) => trySend(platform, TRANSFER_JOB, { id }, id)

  /** @throws {AppError} suspended, conflict, not_found */
  async function requireUsable(tx: TenantTx, userId: string, allowsOffer: boolean): Promise<void> {
    const state = await store.lockOrganization(tx, userId, clock.now())
    if (!state || !(state.isMember || (allowsOffer && state.hasOffer))) throw notFound('Organization')
    if (state.isSuspended)
      throw new AppError('suspended', 'This organization is suspended, so you can’t transfer contacts.')
    if (state.isErasing)
      throw new AppError('conflict', 'This organization is being deleted, so you can’t transfer contacts.')
  }

  /** @throws {AppError} conflict if the organization can't hold this many more */
  async function requireCapacity(tx: TenantTx, wanted: number): Promise<void> {
    const capacity = await contacts.readCapacity(tx)
    if (wanted > capacity)
      throw fieldError(
        'conflict',
        'to',
        `This organization has room for ${quantityText(capacity)}, and you brought ${formatCount(wanted)}. No contact was transferred.`,
      )
  }

  async function start(
    tx: Tx,
    session: Session,
    requestId: string,
    request: TransferRequest,
  ): Promise<string> {
    const { userId } = session
    const from = parseOrganizationId(request.from)
    if (request.from === request.to) throw fieldError('invalid', 'to', 'Choose another organization')
    const sourceTx = await contactStore.enterOrganization(tx, from)
    await requireUsable(sourceTx, userId, true)
    const wanted = await contactStore.countContacts(sourceTx, userId)
    if (wanted === 0) throw new AppError('conflict', 'You brought no contacts to this organization')
    const to = parseOrganizationId(
      request.to ?? (await organizations.create(tx, session, request.newOrganization ?? '')),
    )
    const targetTx = await contactStore.enterOrganization(tx, to)
    await requireUsable(targetTx, userId, false)
    await requireCapacity(targetTx, wanted)
    const id = await store.insertTransfer(tx, { ...{ userId, from, to }, contacts: wanted })
    if (!id) throw new AppError('conflict', 'A transfer of these contacts is running already')
    const entry = { actor: actorOf(session), requestId, subject: userId, details: { contacts: wanted } }
    await audit(targetTx, { ...entry, action: 'contact-transfer.arriving' })
    await contactStore.enterOrganization(tx, from)
    await audit(sourceTx, { ...entry, action: 'contact-transfer.leaving' })
    return id
  }

  /** Ends a transfer, and tells both organizations. */
  async function finish(tx: Tx, transfer: store.RunningTransfer, failure: string | null): Promise<void> {
    const ended = await store.finishTransfer(tx, transfer.id, failure, clock.now())
    if (!ended) return
    const restartUntil = addDays(clock.now(), limits.RESTART_DAYS)
    await store.restoreOffer(tx, transfer.id, { now: clock.now(), restartUntil })
    const actor = { kind: 'system', job: TRANSFER_JOB } as const
    const entry = {
      actor,
      action: 'contact-transfer.finished',
      subject: transfer.userId,
      details: { transferred: ended.transferred, skipped: ended.skipped, failed: failure !== null },
    }
    const notice = { ...ended, transferId: transfer.id, userId: transfer.userId, failure }
    const targetTx = await contactStore.enterOrganization(tx, parseOrganizationId(transfer.to))
    await audit(targetTx, entry)
    tx.afterCommit(() => void contacts.verifyDue(transfer.to))
    if (transfer.isMember) await notifications.contactsArrived(targetTx, notice)
    const sourceTx = await contactStore.enterOrganization(tx, parseOrganizationId(transfer.from))
    await audit(sourceTx, entry)
    if (ended.transferred > 0 || failure !== null) await notifications.contactsTaken(sourceTx, notice)
  }

  /** Goes on with a transfer in one transaction. @returns true if more is left */
  async function withClaimedTransfer(
    id: string,
    work: (tx: Tx, transfer: store.RunningTransfer) => Promise<boolean>,
  ): Promise<boolean> {
    const from = await store.findSource(db, id)
    if (!from) return false
    return db.tenant(from, async (tx) => {
      const transfer = await store.claimTransfer(tx, id, clock.now())
      return transfer ? work(tx, transfer) : false
    })
  }

  async function runBatch(tx: Tx, transfer: store.RunningTransfer): Promise<boolean> {
    if (!transfer.isMember) {
      await finish(tx, transfer, `You’re no longer a member of ${transfer.toName}.`)
      return false
    }
    const isLast = await transferBatch(tx, { consents, contacts, tasks, events }, transfer)
    if (isLast) await finish(tx, transfer, null)
    return !isLast
  }

  /** Tries a failed batch again later, and ends the transfer after several attempts. */
  async function recordFailure(tx: Tx, transfer: store.RunningTransfer): Promise<void> {
    const failures = transfer.failures + 1
    if (failures >= limits.MAX_FAILURES)
      return finish(tx, transfer, 'We couldn’t finish because of a problem on our side.')
    await store.recordFailure(tx, transfer.id, {
      ...{ failures, nextTryAt: limits.nextAttemptAt(failures, clock.now()) },
    })
  }

  async function countAt(organizationId: OrganizationId, userId: string): Promise<number> {
    return db.tenant(organizationId, (tx) =>
      // Another member may own such a contact by now.
      tx.asOrganization(() => contactStore.countContacts(tx, userId)),
    )
  }

  return {
    /** @param site the organization of a custom domain, on which others don't show */
    async list({ userId }: Session, site: string | null) {
      const sources: TransferSource[] = []
      for (const source of await store.listSources(db, userId, site, clock.now())) {
        const count = await countAt(parseOrganizationId(source.organizationId), userId)
        if (count > 0) sources.push({ ...source, contacts: count })
      }
      const transfers = await store.listTransfers(db, userId, { site, limit: limits.LISTED_TRANSFERS })
      const hidesSource = site !== null
      return {
        sources,
        transfers: transfers.map((transfer) =>
          hidesSource ? { ...transfer, fromOrganizationId: null, fromName: null } : transfer,
        ),
      }
    },

    /** @throws {AppError} not_found, suspended; conflict without contacts, without room for them, or while one is running */
    async start(session: Session, requestId: string, request: TransferRequest): Promise<ContactTransfer> {
      const id = await db.transaction((tx) => start(tx, session, requestId, request))
      await queueTransfer(id)
      return store.readTransfer(db, id)
    },

    /** Lets a leaving member take their contacts later; part of the caller's transaction. */
    async offer(tx: TenantTx, userId: string): Promise<void> {
      if ((await contactStore.countContacts(tx, userId)) > 0)
        await store.insertOffer(tx, userId, addDays(clock.now(), TRANSFER_OFFER_DAYS))
    },

    /** Which of the users are members, or may still take contacts that they brought. Part of the caller's transaction. */
    listClaimants: (tx: TenantTx, userIds: readonly string[]): Promise<string[]> =>
      store.listClaimants(tx, userIds, clock.now()),

    /**
     * Ends transfers into an organization that is being deleted, so that former members can take the contacts elsewhere. Part
     * of the caller's transaction, which has locked the organization.
     */
    async endInto(tx: TenantTx): Promise<void> {
      for (const transfer of await store.lockRunningInto(tx))
        await finish(tx, { ...transfer, isMember: false }, `${transfer.toName} is being deleted.`)
      await contactStore.enterOrganization(tx, tx.organizationId)
    },

    /** True while a former member may still take contacts from some organization. Part of the caller's transaction. */
    hasOffer: (tx: Tx, userId: string): Promise<boolean> => store.hasOffer(tx, userId, clock.now()),

    /** Runs a transfer to its end; called by the job, also after a process stopped. */
    async run(id: string, signal?: AbortSignal): Promise<void> {
      try {
        while ((await withClaimedTransfer(id, runBatch)) && !signal?.aborted);
      } catch (error) {
        if (store.isDatabaseUnavailable(error)) throw error
        const isFull = isLimitReached(error)
        await withClaimedTransfer(id, async (tx, transfer) => {
          if (isFull) await finish(tx, transfer, `${transfer.toName} has no room for more contacts.`)
          else await recordFailure(tx, transfer)
          return false
        })
        if (!isFull) throw error
      }
    },

    /** Resumes transfers that a stopped process or a suspension left behind. */
    async sweep(): Promise<void> {
      for (const id of await store.listRunning(db, clock.now())) await queueTransfer(id)
    },

    removeOld: (): Promise<void> =>
      store.removeOld(db, clock.now(), addDays(clock.now(), -limits.TRANSFER_RETENTION_DAYS)),
  }
}
export type ContactTransfersService = ReturnType<typeof contactTransfersService>
