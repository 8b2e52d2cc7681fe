import type { MorningFive, MorningFiveInput } from '#contract/morning-five.ts'
import { localDay, nextSend } from '#domain/today/next-send.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import type { MembershipsService } from '#server/features/memberships/service.ts'
import type { TodayService } from '#server/features/today/service.ts'
import { actAs } from '#server/platform/acting-member.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, fieldError } from '#server/platform/errors.ts'
import { digest } from '#server/platform/ids.ts'
import { emailFailureOf } from '#server/platform/mail/mailer.ts'
import { personHash } from '#server/platform/person-hashes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import { morningFiveEmail } from './service/email.ts'
import * as store from './store.ts'

export const MORNING_FIVE_JOB = 'send-morning-five'
export type DueMorningFive = { organizationId: OrganizationId; userId: string }

const MAX_PEOPLE = 5
const RETRY_MS = 15 * 60_000
const DEFAULTS = { isOn: false, sendAt: 7 * 60, days: [1, 2, 3, 4, 5] }

/** The Morning Five: the first people of Today by email, on chosen days at a local time. */
export function morningFiveService(
  platform: Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock' | 'log'>,
  {
    brands,
    domains,
    memberships,
    today,
  }: {
    brands: Pick<BrandsService, 'emailBrandOf'>
    memberships: Pick<MembershipsService, 'findActingMember'>
    today: Pick<TodayService, 'list'>
    domains: Pick<DomainsService, 'originOf'>
  },
) {
  const { db, mailer, clock, log } = platform

  /**
   * Claims a due email: its day counts as mailed before it is sent, so that no restart or second worker sends it twice. A
   * day that is over, or has had its email, is skipped.
   */
  const claim = ({ organizationId, userId }: DueMorningFive) =>
    db.tenant(organizationId, async (tx) => {
      const now = clock.now()
      const member = await store.lockDue(tx, userId, now)
      if (!member) return null
      const day = localDay(member.timeZone, now)
      const isTooLate = localDay(member.timeZone, new Date(member.nextAt)) !== day
      const nextAt = nextSend(member, now) ?? addDays(now, 7)
      const isSkipped = isTooLate || member.mailedOn === day
      await store.setNext(tx, userId, { nextAt, mailedOn: isSkipped ? member.mailedOn : day })
      return isSkipped ? null : { ...member, day }
    })

  /** Reschedules an email that no mail server accepted; it is skipped after the end of its day. */
  const retryLater = ({ organizationId, userId }: DueMorningFive, mailedOn: string | null) =>
    db.tenant(organizationId, (tx) => {
      const nextAt = new Date(clock.now().getTime() + RETRY_MS)
      return store.setNext(tx, userId, { nextAt, mailedOn })
    })

  return {
    async get(context: Context): Promise<MorningFive> {
      const userId = requireUserId(context)
      return toResponse(await db.tenant(context.organizationId, (tx) => store.findSettings(tx, userId)))
    },

    /** @throws {AppError} invalid without a time zone */
    set: (context: Context, input: Partial<MorningFiveInput>): Promise<MorningFive> =>
      db.tenant(context.organizationId, async (tx) => {
        const userId = requireUserId(context)
        const previous = await store.findSettings(tx, userId)
        const timeZone = input.timeZone ?? previous?.timeZone
        if (!timeZone) throw fieldError('invalid', 'timeZone', 'Choose a time zone')
        const settings = { ...DEFAULTS, ...previous, ...input, timeZone }
        const nextAt = nextSend(settings, clock.now()) ?? addDays(clock.now(), 7)
        const tokenHash = digest(tokenOf(context.organizationId, userId))
        const row = await store.storeSettings(tx, userId, { ...settings, nextAt, tokenHash })
        const details = { isOn: row.isOn }
        await audit(tx, { ...context, action: 'morning-five.set', subject: userId, details })
        return toResponse(row)
      }),

    /** Turns it off by the link of an email; repeating it is fine. @throws {AppError} not_found */
    async unsubscribe(token: string, requestId: string): Promise<void> {
      const recipient = await store.findByToken(db, digest(token))
      if (!recipient) throw new AppError('not_found', "This link isn't valid")
      await db.tenant(parseOrganizationId(recipient.organizationId), async (tx) => {
        if (!(await store.turnOff(tx, recipient.userId))) return
        const actor = { kind: 'system', job: 'unsubscribe link' } as const
        await audit(tx, { actor, action: 'morning-five.unsubscribed', subject: recipient.userId, requestId })
      })
    },

    /** Sends a member's email if it is due; called by the job. Sends nothing when there are no people to contact. */
    async send(email: DueMorningFive): Promise<void> {
      const member = await claim(email)
      if (!member) return
      const { organizationId, userId } = email
      const actor = { kind: 'user', userId, role: member.role } as const
      const acting = await memberships.findActingMember(organizationId, userId)
      if (!acting) return
      // On behalf of the member, who may see only own or team records.
      const { items } = await actAs(acting, () =>
        today.list({ organizationId, actor, requestId: undefined }, { limit: MAX_PEOPLE }),
      ).catch(async (error) => {
        await retryLater(email, member.mailedOn)
        throw error
      })
      if (items.length === 0) return
      const token = tokenOf(organizationId, userId)
      const origin = await domains.originOf(organizationId)
      const { site, complete } = await brands.emailBrandOf(organizationId)
      try {
        await mailer.send(complete(morningFiveEmail(member, items, { token, origin, site })))
      } catch (error) {
        const failure = emailFailureOf(error)
        log.warn({ userId, failure }, 'Could not send a Morning Five')
        // After any other failure the email may have been sent, and two would be worse than none.
        if (failure === 'unreachable' || failure === 'deferred') await retryLater(email, member.mailedOn)
      }
    },

    /** Queues the emails that are due. */
    async sweep(): Promise<void> {
      for (const due of await store.listDue(db, clock.now()))
        await trySend(platform, MORNING_FIVE_JOB, due, `${due.organizationId} ${due.userId}`)
    },
  }
}
export type MorningFiveService = ReturnType<typeof morningFiveService>

/**
 * The token in a member's unsubscribe links. It is derived with the key of hashes, so that links in old emails keep
 * working although the database has only its hash.
 */
function tokenOf(organizationId: string, userId: string): string {
  return personHash(`morning-five ${organizationId} ${userId}`).toString('base64url')
}

function toResponse(settings: store.Settings | undefined): MorningFive {
  if (!settings) return { ...DEFAULTS, timeZone: null, nextAt: null }
  const { isOn, sendAt, timeZone, days, nextAt } = settings
  return { isOn, sendAt, timeZone, days, nextAt: isOn ? nextAt : null }
}
