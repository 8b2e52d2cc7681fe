import {
  type ContactOrigin,
  ORIGIN_REQUEST_DAYS,
  type Origin,
  type OriginRequest,
} from '#contract/origins.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import { auditAll } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'
import { newId } from '#server/platform/ids.ts'
import { BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sideOf } from './policy.ts'
import * as store from './store.ts'

type Features = {
  notifications: Pick<NotificationsService, 'originAsked' | 'originAnswered'>
}

/** Requests to change who brought a contact. One side asks, and only the other side's consent changes it. */
export function originsService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { notifications }: Features,
) {
  const isAdministrator = ({ actor }: Context) => actor.kind === 'user' && hasRole(actor, 'ADMIN')

  function viewOf(context: Context, request: store.RequestRow): OriginRequest {
    const side = sideOf(context, request.memberId)
    const isOwnSide = side === request.askedSide
    return { ...request, canAnswer: side !== null && !isOwnSide, canWithdraw: isOwnSide }
  }

  /** The request that a caller can make about a contact, or the reason why there is none. */
  function requestOf(
    context: Context,
    contact: store.OriginFacts,
    to: Origin,
    { members, administrators }: { members: readonly string[]; administrators: readonly string[] },
  ): store.NewRequest | AppError {
    const conflict = (message: string) => new AppError('conflict', message)
    if (to === 'team' && !contact.originId) return conflict('The team supplied this contact already')
    if (to === 'agent' && contact.originId) return conflict('An agent brought this contact already')
    const memberId = to === 'team' ? contact.originId : contact.ownerId
    if (!memberId) return conflict('Assign this contact first: its owner becomes the agent who brought it')
    const side = sideOf(context, memberId)
    if (!side)
      return new AppError(
        'forbidden',
        'Only the agent of this contact and administrators can ask to change its origin',
      )
    if (!members.includes(memberId))
      return conflict('The agent of this contact left the organization, so they can’t consent')
    if (!administrators.some((id) => id !== memberId))
      return conflict('The other side is you, too. Add another owner or administrator, who can accept.')
    return { contactId: contact.id, memberId, to, side }
  }

  /** Adds requests about contacts. @returns the contacts, and why the others have none */
  async function addRequests(tx: TenantTx, context: Context, ids: readonly string[], to: Origin) {
    const userId = requireUserId(context)
    const now = clock.now()
    const contacts = await store.lockContacts(tx, ids, now)
    const agentIds = contacts.flatMap(({ ownerId, originId }) =>
      [ownerId, originId].filter((id) => id !== null),
    )
    const members = await store.listMemberIds(tx, agentIds)
    const administrators = await store.listAdministrators(tx)
    const results = contacts.map((contact) =>
      contact.hasRequest
        ? new AppError('conflict', 'A request about this contact is open already')
        : requestOf(context, contact, to, { members, administrators }),
    )
    const requests = results.filter((result): result is store.NewRequest => !(result instanceof AppError))
    await tx.liftAccess()
    await store.insertRequests(tx, requests, { userId, now, expiresAt: addDays(now, ORIGIN_REQUEST_DAYS) })
    await auditAll(
      tx,
      requests.map(({ contactId, memberId }) => ({
        ...context,
        ...{ action: 'contact.origin-asked', subject: contactId, details: { to, member: memberId } },
      })),
    )
    const key = newId()
    const answerers = Map.groupBy(
      requests.flatMap((request) =>
        (request.side === 'team'
          ? [request.memberId]
          : administrators.filter((id) => id !== request.memberId)
        ).map((answerer) => ({ answerer, side: request.side })),
      ),
      ({ answerer }) => answerer,
    )
    for (const [answerer, [first, ...others]] of answerers)
      if (first)
        await notifications.originAsked(tx, {
          ...{ userId: answerer, side: first.side, to, key, contacts: 1 + others.length },
        })
    publish(tx, requests)
    return { contacts, results, requests }
  }

  function publish(tx: TenantTx, changed: readonly { contactId: string }[]): void {
    if (changed.length > 0) events.publish(tx, tx.organizationId, { type: 'contacts.changed' })
  }

  async function readOrigin(tx: TenantTx, context: Context, contactId: string): Promise<ContactOrigin> {
    const found = await store.findOrigin(tx, contactId)
    if (!found) throw notFound('Contact')
    const request = await tx.asOrganization(() => store.findRequestOfContact(tx, contactId, clock.now()))
    const memberId = found.originId ?? found.ownerId
    const side = memberId && sideOf(context, memberId)
    return {
      origin: found.originId ? 'agent' : 'team',
      memberName: found.originId && found.memberName,
      canAsk: !request && Boolean(side),
      // Others than the two sides don't learn of it.
      request: request && side ? viewOf(context, request) : null,
    }
  }

  /** Takes requests of the other side or, with `own`, of the caller's. @throws {AppError} not_found if all ended */
  async function take(tx: TenantTx, context: Context, ids: readonly string[], own: boolean) {
    // A member may answer for a contact that another one owns by now.
    await tx.liftAccess()
    await store.lockContactsOf(tx, ids)
    const caller = { userId: requireUserId(context), isAdministrator: isAdministrator(context) }
    const taken = await store.takeRequests(tx, ids, { ...caller, now: clock.now(), own })
    if (taken.length === 0) throw notFound('Request')
    return taken
  }

  return {
    /** @throws {AppError} not_found */
    get: (context: Context, contactId: string): Promise<ContactOrigin> =>
      db.tenant(context.organizationId, (tx) => readOrigin(tx, context, contactId)),

    /** @throws {AppError} not_found, forbidden, conflict with the reason */
    ask: (context: Context, contactId: string, to: Origin): Promise<ContactOrigin> =>
      db.tenant(context.organizationId, async (tx) => {
        const { results } = await addRequests(tx, context, [contactId], to)
        const [result] = results
        if (!result) throw notFound('Contact')
        if (result instanceof AppError) throw result
        return readOrigin(tx, context, contactId)
      }),

    /** Asks about each contact that allows it; part of the caller's transaction. @returns how many */
    async askForMany(tx: TenantTx, context: Context, ids: readonly string[], to: Origin): Promise<number> {
      return (await addRequests(tx, context, ids, to)).requests.length
    },

    /** Open requests of the caller's sides, newest first. @throws {AppError} invalid for a malformed cursor */
    async list(context: Context, query: PageQuery): Promise<Page<OriginRequest>> {
      const memberId = isAdministrator(context) ? null : requireUserId(context)
      const page = await db.tenant(context.organizationId, (tx) =>
        readPage(BY_TIME, query, (range) =>
          tx.asOrganization(() => store.listRequests(tx, { now: clock.now(), memberId }, range)),
        ),
      )
      return { ...page, items: page.items.map((request) => viewOf(context, request)) }
    },

    /** Accepts or declines for the caller's side. @returns how many @throws {AppError} not_found if all ended */
    answer: (context: Context, ids: readonly string[], accept: boolean): Promise<{ answered: number }> =>
      db.tenant(context.organizationId, async (tx) => {
        const taken = await take(tx, context, ids, false)
        if (accept) await store.setOrigins(tx, taken)
        await auditAll(
          tx,
          taken.map(({ contactId, askedBy, memberId, to }) => ({
            ...context,
            ...{ action: accept ? 'contact.origin-changed' : 'contact.origin-declined', subject: contactId },
            details: { to, member: memberId, askedBy },
          })),
        )
        for (const [userId, answered] of Map.groupBy(taken, ({ askedBy }) => askedBy))
          await notifications.originAnswered(tx, { userId, accept, contacts: answered.length, key: newId() })
        publish(tx, taken)
        return { answered: taken.length }
      }),

    /** @throws {AppError} not_found */
    withdraw: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        const taken = await take(tx, context, [id], true)
        await auditAll(
          tx,
          taken.map(({ contactId, to }) => ({
            ...context,
            ...{ action: 'contact.origin-withdrawn', subject: contactId, details: { to } },
          })),
        )
        publish(tx, taken)
      }),

    removeExpired: (): Promise<void> => store.deleteExpired(db, clock.now()),
  }
}
export type OriginsService = ReturnType<typeof originsService>
