import type { QueryOf } from '#contract/endpoint.ts'
import type { ApiEvent, listEvents } from '#contract/v1/events.ts'
import type {
  listWebhookDeliveries,
  ShownWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookEndpointChanges,
  WebhookEndpointInput,
} from '#contract/v1/webhooks.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { NotificationsService } from '#server/features/notifications/service.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { emit } from '#server/platform/emit.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { BY_ID, BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import { attemptDelivery, sealOf } from './service/attempt.ts'
import { disabledEndpoints, inBatches } from './service/disabled-endpoints.ts'
import { eventBodyOf } from './service/event-body.ts'
import { type DisableEndpoint, exchangeDeliveries } from './service/exchange.ts'
import { createSender } from './service/sender.ts'
import { newWebhookSecret, secretText } from './service/sign-delivery.ts'
import * as deliveries from './store/deliveries.ts'
import * as endpoints from './store/endpoints.ts'
import * as eventStore from './store/events.ts'

export const SEND_JOB = 'send-webhooks'
type Features = {
  brands: Pick<BrandsService, 'emailBrandOf'>
  domains: Pick<DomainsService, 'originOf'>
  notifications: Pick<NotificationsService, 'webhookDisabled'>
  organizations: Pick<OrganizationsService, 'listAllIds'>
}

/** Events for programs, and the URLs that receive them. */
export function webhooksService(
  platform: Pick<Platform, 'db' | 'queue' | 'outbound' | 'secrets' | 'log' | 'mailer'>,
  { brands, domains, notifications, organizations }: Features,
) {
  const { db, secrets, log } = platform

  const disable: DisableEndpoint = async (tx, endpointId, reason) => {
    if (!(await endpoints.disableEndpoint(tx, endpointId, reason))) return
    await audit(tx, {
      ...systemContext(tx.organizationId, SEND_JOB),
      action: 'webhook-endpoint.disabled',
      subject: endpointId,
      details: { reason },
    })
    await notifications.webhookDisabled(tx, { endpointId, reason, userIds: await managerIds(tx) })
    await emit(tx, { type: 'webhook_endpoint.disabled', ids: [endpointId] })
  }

  const disabled = disabledEndpoints(platform, { brands, domains })
  const managerIds = async (tx: TenantTx) => (await endpoints.listManagers(tx)).map(({ userId }) => userId)

  const sender = createSender(
    {
      exchange: (organizationId, results, limit) =>
        db.tenant(organizationId, async (tx) => {
          const claimed = await exchangeDeliveries(tx, { results, limit }, disable)
          // The first retry comes sooner than the sweep.
          if (results.some(({ retryMs }) => retryMs !== null && retryMs < limits.SOON_MS))
            tx.afterCommit(() => void wakeLater(organizationId))
          return claimed
        }),
      attempt: (delivery, signal) => attemptDelivery(platform, delivery, signal),
    },
    log,
  )

  const wakeLater = (organizationId: OrganizationId) =>
    trySend(platform, SEND_JOB, { organizationId }, `retry ${organizationId}`, limits.SOON_MS / 1000)

  /** Organizations whose wake-up is being queued; one more is enough for all that commits meanwhile. */
  const queueing = new Map<OrganizationId, { isAgain: boolean }>()
  db.onAnnounced('deliveries', async (organizationId) => {
    const current = queueing.get(organizationId)
    if (current) {
      current.isAgain = true
      return
    }
    const state = { isAgain: true }
    queueing.set(organizationId, state)
    while (state.isAgain) {
      state.isAgain = false
      await trySend(platform, SEND_JOB, { organizationId }, organizationId)
    }
    queueing.delete(organizationId)
  })

  /** @throws {AppError} not_found */
  async function requireEndpoint(tx: TenantTx, id: string): Promise<WebhookEndpoint> {
    const endpoint = await endpoints.findEndpoint(tx, id)
    if (!endpoint) throw notFound('Webhook endpoint')
    return endpoint
  }

  /** @throws {AppError} invalid for plain http, unless the operator allowed networks that may use it */
  function requireSafeUrl(url: string | undefined): void {
    if (url && new URL(url).protocol === 'http:' && !platform.outbound.allowsHttp)
      throw fieldError('invalid', 'url', 'Enter a URL that begins with https://')
  }

  /** @throws {AppError} invalid for an id that is no event of the last 30 days */
  async function requirePosition(tx: TenantTx, eventId: string): Promise<eventStore.EventPosition> {
    const position = await eventStore.findPosition(tx, eventId)
    if (!position) throw fieldError('invalid', 'after', 'There is no such event in the last 30 days')
    return position
  }

  /** @throws {AppError} not_found; conflict for an endpoint that is off */
  async function requireEnabled(tx: TenantTx, id: string): Promise<void> {
    if (!(await requireEndpoint(tx, id)).isEnabled)
      throw new AppError('conflict', 'This webhook endpoint is off. Turn it on first.')
  }

  /** Queues deliveries of an endpoint that is on. @throws {AppError} not_found; conflict while too many wait */
  const queueDeliveries = <T extends { queued: number }>(
    context: Context,
    id: string,
    action: string,
    work: (tx: TenantTx) => Promise<T>,
  ): Promise<T> =>
    db.tenant(context.organizationId, async (tx) => {
      await requireEnabled(tx, id)
      if ((await deliveries.countWaiting(tx, id, limits.MAX_WAITING)) >= limits.MAX_WAITING)
        throw new AppError('conflict', `${limits.MAX_WAITING} deliveries already wait. Try again later.`)
      const result = await work(tx)
      await audit(tx, { ...context, action, subject: id, details: { deliveries: result.queued } })
      tx.announce('deliveries')
      return result
    })

  /** @throws {AppError} not_found if its key is gone */
  async function withSecret(tx: TenantTx, id: string): Promise<ShownWebhookEndpoint> {
    const sealed = await endpoints.findSecret(tx, id)
    const secret = sealed && secrets.open(sealed, sealOf(id))
    if (!secret) throw notFound('Webhook endpoint')
    return { ...(await requireEndpoint(tx, id)), secret: secretText(secret) }
  }

  return {
    /** @throws {AppError} invalid for an `after` that is no event of the last 30 days */
    listEvents: (
      context: Context,
      { after, type, limit }: QueryOf<typeof listEvents>,
    ): Promise<Page<ApiEvent>> =>
      db.read(context.organizationId, async (tx) => {
        const page = {
          after: after ? await requirePosition(tx, after) : null,
          ...{ type: type ?? null, limit: limit + 1 },
        }
        const rows = await eventStore.listEvents(tx, page)
        const items = rows.slice(0, limit).map((event) => ({ id: event.id, ...eventBodyOf(event) }))
        return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
      }),

    list: (context: Context, query: PageQuery): Promise<Page<WebhookEndpoint>> =>
      db.read(context.organizationId, (tx) =>
        readPage(BY_ID, query, (range) => endpoints.listEndpoints(tx, range)),
      ),

    /** @throws {AppError} not_found */
    get: (context: Context, id: string): Promise<WebhookEndpoint> =>
      db.read(context.organizationId, (tx) => requireEndpoint(tx, id)),

    /** @returns the endpoint with its secret, which is stored sealed @throws {AppError} conflict beyond the limit */
    create: (context: Context, input: WebhookEndpointInput): Promise<ShownWebhookEndpoint> =>
      db.tenant(context.organizationId, async (tx) => {
        requireSafeUrl(input.url)
        if ((await endpoints.lockEndpoints(tx)).length >= limits.MAX_ENDPOINTS)
          throw new AppError('conflict', `You have ${limits.MAX_ENDPOINTS} webhooks, which is the limit.`)
        const id = newId()
        await endpoints.insertEndpoint(tx, {
          ...{ ...input, id, secret: secrets.seal(newWebhookSecret(), sealOf(id)) },
        })
        await audit(tx, { ...context, action: 'webhook-endpoint.created', subject: id })
        return withSecret(tx, id)
      }),

    /** The endpoint with its secret, for a repeated request that created or rotated it. @throws {AppError} not_found */
    readSecret: (context: Context, id: string): Promise<ShownWebhookEndpoint> =>
      db.read(context.organizationId, (tx) => withSecret(tx, id)),

    /** @throws {AppError} not_found */
    update: (context: Context, id: string, changes: WebhookEndpointChanges): Promise<WebhookEndpoint> =>
      db.tenant(context.organizationId, async (tx) => {
        requireSafeUrl(changes.url)
        await requireEndpoint(tx, id)
        await endpoints.updateEndpoint(tx, id, changes)
        if (changes.isEnabled === false) await endpoints.disableEndpoint(tx, id, 'member')
        const details = { fields: Object.keys(changes).sort().join(' ') }
        await audit(tx, { ...context, action: 'webhook-endpoint.changed', subject: id, details })
        return requireEndpoint(tx, id)
      }),

    /** @throws {AppError} not_found */
    async remove(context: Context, id: string): Promise<void> {
      const { organizationId } = context
      // Deliveries go first, in batches: with the endpoint they would be one long statement.
      await db.tenant(organizationId, async (tx) => {
        await requireEndpoint(tx, id)
        await endpoints.disableEndpoint(tx, id, 'member')
      })
      await inBatches(db, organizationId, (tx) => deliveries.deleteDeliveries(tx, id, limits.CLEANUP_BATCH))
      await db.tenant(organizationId, async (tx) => {
        if (!(await endpoints.deleteEndpoint(tx, id))) throw notFound('Webhook endpoint')
        await audit(tx, { ...context, action: 'webhook-endpoint.deleted', subject: id })
      })
    },

    /** @throws {AppError} not_found; conflict while two secrets sign, since receivers may still use the older one */
    rotateSecret: (context: Context, id: string): Promise<ShownWebhookEndpoint> =>
      db.tenant(context.organizationId, async (tx) => {
        await requireEndpoint(tx, id)
        const secret = secrets.seal(newWebhookSecret(), sealOf(id))
        if (!(await endpoints.replaceSecret(tx, id, { ...secret, hours: limits.ROTATION_HOURS })))
          throw new AppError(
            'conflict',
            `This secret was rotated within the last ${limits.ROTATION_HOURS} hours, and its former one still signs. Try again later.`,
          )
        await audit(tx, { ...context, action: 'webhook-endpoint.secret-rotated', subject: id })
        return withSecret(tx, id)
      }),

    /** @throws {AppError} not_found, conflict */
    sendTest: (context: Context, id: string) =>
      queueDeliveries(context, id, 'webhook-endpoint.tested', async (tx) => {
        await eventStore.insertPing(tx, id, newId())
        return { queued: 1 }
      }),

    /** @throws {AppError} not_found; invalid for a malformed cursor */
    listDeliveries: (
      context: Context,
      id: string,
      { state, ...query }: QueryOf<typeof listWebhookDeliveries>,
    ): Promise<Page<WebhookDelivery>> =>
      db.read(context.organizationId, async (tx) => {
        await requireEndpoint(tx, id)
        const page = await readPage(BY_TIME, query, (range) =>
          deliveries.listDeliveries(tx, id, { ...range, state: state ?? null }),
        )
        return { ...page, items: page.items.map(({ exactAt: _, ...delivery }) => delivery) }
      }),

    /** @throws {AppError} not_found, conflict */
    resend: (
      context: Context,
      id: string,
      wanted: { deliveryIds: string[] } | { from: string; to: string; onlyFailed: boolean },
    ) =>
      queueDeliveries(context, id, 'webhook-endpoint.resent', async (tx) => ({
        queued: await ('deliveryIds' in wanted
          ? deliveries.resendSome(tx, id, wanted.deliveryIds)
          : deliveries.resendRange(tx, id, { ...wanted, limit: limits.MAX_RESENT })),
      })),

    /** @throws {AppError} not_found, conflict; invalid for an `after` that is no event of the last 30 days */
    replay: (context: Context, id: string, after: string) =>
      queueDeliveries(context, id, 'webhook-endpoint.replayed', async (tx) => {
        const position = await requirePosition(tx, after)
        return eventStore.replayEvents(tx, id, { after: position, limit: limits.MAX_RESENT })
      }),

    /** Looks for due deliveries of an organization, without waiting for their end. */
    wake: sender.wake,
    /** Sends what is due, and resolves when every attempt has ended. */
    sendDue: sender.sendDue,
    /** Ends attempts on their way, which other processes repeat. */
    stop: sender.stop,

    /** Finds what no wake-up announced: retries, work of processes that died, and what endpoints that are off leave. */
    async sweep(): Promise<void> {
      for (const id of await endpoints.listOrganizationsWithDisabled(db))
        await disabled.settle(parseOrganizationId(id))
      for (const id of await deliveries.listOrganizationsWithDue(db)) sender.wake(parseOrganizationId(id))
    },

    mailDisabled: disabled.mail,

    /** Deletes old events with their deliveries. @returns the number of events */
    deleteOutdated: (organizationId: OrganizationId, limit: number): Promise<number> =>
      db.tenant(organizationId, (tx) => eventStore.deleteOutdated(tx, limit, limits.RETENTION_DAYS)),

    /** Encrypts all secrets with the newest key, so that older keys can be removed. */
    async resealAll(): Promise<void> {
      let unreadable = 0
      for (const id of await organizations.listAllIds())
        await db.tenant(parseOrganizationId(id), async (tx) => {
          for (const each of await endpoints.listUnderOtherKeys(tx, secrets.keyId)) {
            const secret = secrets.open(each, sealOf(each.id))
            if (secret) await endpoints.reseal(tx, each, secrets.seal(secret, sealOf(each.id)))
            else unreadable += 1
          }
        })
      if (unreadable > 0)
        log.error({ secrets: unreadable }, "Some webhook secrets can't be read: their key is missing")
    },
  }
}
export type WebhooksService = ReturnType<typeof webhooksService>
