import type { CalendarFeed, CalendarFeedInput, ShownCalendarFeed } from '#contract/calendar-feeds.ts'
import { calendarFile } from '#domain/calendar/calendar-file.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { TasksService } from '#server/features/tasks/service.ts'
import { actAs } from '#server/platform/acting-member.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import { digest, newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { isToken, newToken, shownPartOf } from '#server/platform/tokens.ts'
import * as limits from './limits.ts'
import * as store from './store.ts'

/** Tasks and appointments of a member for calendar programs, which read them at an address with a token. */
export function calendarFeedsService(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  features: {
    brands: Pick<BrandsService, 'productNameOf'>
    domains: Pick<DomainsService, 'originOf'>
    tasks: Pick<TasksService, 'listForCalendar'>
  },
) {
  return {
    list: (context: Context): Promise<CalendarFeed[]> =>
      db.tenant(context.organizationId, (tx) => store.listFeeds(tx, requireUserId(context))),

    /** @returns the feed with its address, which isn't stored @throws {AppError} forbidden, conflict */
    async create(context: Context, input: CalendarFeedInput): Promise<ShownCalendarFeed> {
      const userId = requireUserId(context)
      if (input.tasks === 'everyone' && context.actor.kind === 'user' && !hasRole(context.actor, 'ADMIN'))
        throw new AppError(
          'forbidden',
          "Only owners and administrators can see everyone's tasks in a calendar",
        )
      const token = newToken('feed')
      const feed = await db.tenant(context.organizationId, async (tx) => {
        if ((await store.listFeeds(tx, userId)).length >= limits.MAX_FEEDS)
          throw new AppError(
            'conflict',
            `You have ${limits.MAX_FEEDS} calendar addresses, which is the limit. Revoke one first.`,
          )
        const id = newId()
        const details = { tasks: input.tasks, contactNames: input.hasContactNames }
        await audit(tx, { ...context, action: 'calendar-feed.created', subject: id, details })
        const start = shownPartOf(token)
        return store.insertFeed(tx, { ...input, id, userId, hash: digest(token), start })
      })
      const origin = await features.domains.originOf(context.organizationId)
      return { ...feed, url: `${origin}/feeds/tasks/${token}.ics` }
    },

    /** @throws {AppError} not_found */
    revoke: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await store.deleteFeed(tx, requireUserId(context), id))) throw notFound('Calendar address')
        await audit(tx, { ...context, action: 'calendar-feed.revoked', subject: id })
      }),

    /**
     * The feed of a token. Read from the database each time, so that a revocation counts at once in every process.
     *
     * @throws {AppError} not_found, the same for all tokens that can't be used, and at the domain of another organization
     */
    async find(token: string, site: RequestSite): Promise<store.ReadableFeed> {
      const feed = isToken('feed', token) ? await store.findFeed(db, digest(token)) : undefined
      const isOnOwnSite = site.organizationId === null || site.organizationId === feed?.organizationId
      if (!feed || !isOnOwnSite) throw new AppError('not_found', "There isn't a calendar at this address")
      return feed
    },

    /** The calendar file of a feed: the open tasks that its member sees now. */
    async render(feed: store.ReadableFeed): Promise<string> {
      const organizationId = parseOrganizationId(feed.organizationId)
      const { userId, role, access, timeZone } = feed
      const now = clock.now()
      if (!feed.lastReadAt || now.getTime() - Date.parse(feed.lastReadAt) > limits.LAST_READ_INTERVAL_MS)
        await db.tenant(organizationId, (tx) => store.updateLastRead(tx, feed.id))
      const assignedTo = feed.tasks === 'everyone' && hasRole({ role }, 'ADMIN') ? null : userId
      const tasks = await actAs({ organizationId, userId, role, access }, () =>
        db.read(organizationId, (tx) =>
          features.tasks.listForCalendar(tx, {
            ...{ now, assignedTo, limit: limits.MAX_EVENTS },
            from: addDays(now, -limits.PAST_DAYS),
            until: addDays(now, limits.FUTURE_DAYS),
          }),
        ),
      )
      const origin = await features.domains.originOf(organizationId)
      const product = await features.brands.productNameOf(organizationId)
      return calendarFile({
        ...{ name: `${product} tasks`, product, timeZone, refreshInterval: limits.REFRESH_INTERVAL },
        events: tasks.map(({ id, contactId, title, contactName, kind, dueDate, ...times }) => ({
          id,
          title: feed.hasContactNames ? `${title} (${contactName})` : title,
          url: `${origin}/dashboard?contact=${contactId}`,
          at: new Date(dueDate),
          hasTime: kind === 'appointment',
          createdAt: new Date(times.createdAt),
          updatedAt: new Date(times.updatedAt),
        })),
      })
    },
  }
}
export type CalendarFeedsService = ReturnType<typeof calendarFeedsService>
