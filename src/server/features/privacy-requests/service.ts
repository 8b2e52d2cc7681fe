import type {
  ClosePrivacyRequest,
  PrivacyForm,
  PrivacyMatches,
  PrivacyRequest,
} from '#contract/privacy-requests.ts'
import { addMonths } from '#domain/billing/credit-months.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Caller, userIdOf } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { admitForm } from '#server/platform/http/stored-limits.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import { emailOperators } from '#server/platform/mail/email-operators.ts'
import { sendLeased } from '#server/platform/mail/mail-retry.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import { BY_ID, BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import { confirmationEmail, outcomeEmail, reminderEmail } from './service/emails.ts'
import { platformSuppressions } from './service/platform-suppressions.ts'
import {
  contactPointsOf,
  type Features,
  PRIVACY_WORK_JOB,
  processEverywhere,
} from './service/process-everywhere.ts'
import { countMatches, listMatchingOrganizations } from './store/matches.ts'
import * as store from './store/requests.ts'

export { PRIVACY_WORK_JOB } from './service/process-everywhere.ts'
export const PRIVACY_EMAIL_JOB = 'privacy.send-mail'

/** Privacy requests: confirmed by email, answered by an operator within the published time. */
export function privacyRequestsService(platform: Platform, features: Features) {
  const { db, clock, site, appUrl } = platform
  const wakeEmail = (id: string) => trySend(platform, PRIVACY_EMAIL_JOB, { id }, id)
  const wakeWork = (id: string) => trySend(platform, PRIVACY_WORK_JOB, { id }, id)

  function toPrivacyRequest(row: store.RequestRow): PrivacyRequest {
    const status = row.status === 'unconfirmed' ? 'open' : row.status
    const overdue = row.closedAt === null && Date.parse(row.dueAt) < clock.now().getTime()
    return { ...row, status, overdue }
  }

  /** Creates the token when the email is sent, so that the database only stores its hash. */
  async function emailOf(request: store.IdentifiedRequest) {
    if (request.mail === 'outcome') return outcomeEmail(request, site)
    const token = newSecret()
    await store.setToken(db, request.id, digest(token), addDays(clock.now(), limits.CONFIRM_DAYS))
    return confirmationEmail(request, `${appUrl}/privacy/confirm?token=${token}`, site)
  }

  return {
    /**
     * Stores a request; nothing happens until its link is confirmed. Responds alike for every address.
     *
     * @throws {AppError} rate_limited for a network with too many requests
     */
    async submit({ website, ...form }: PrivacyForm, ip: string): Promise<void> {
      const sender = { name: 'privacy', ip, email: form.email, tooMany: TOO_MANY_TEXT }
      const id = await db.transaction(async (tx) => {
        const mayEmail = await admitForm(tx, sender, limits.FORM_LIMITS)
        return mayEmail && !website ? store.insertRequest(tx, form, clock.now()) : null
      })
      if (id) await wakeEmail(id)
    },

    /**
     * Confirms a request and starts its deadline; repeating it is fine. @throws {AppError} not_found for an unknown
     * or expired link
     */
    async confirm(token: string, requestId: string): Promise<void> {
      const confirmed = await db.transaction(async (tx) => {
        const timestamps = { now: clock.now(), dueAt: addDays(clock.now(), site.terms.privacyRequestDays) }
        const request = await store.confirmRequest(tx, digest(token), timestamps)
        if (request?.isNew) {
          await auditPlatform(tx, {
            actor: { kind: 'visitor' },
            action: 'privacy-request.confirmed',
            subject: request.id,
            details: { kind: request.kind },
            requestId,
          })
        }
        return request
      })
      if (!confirmed)
        throw new AppError('not_found', 'This link is no longer valid. Please submit your request again.')
    },

    /** Open requests by due date, or closed ones, newest first. @throws {AppError} invalid */
    async list({ state, ...query }: PageQuery & { state: 'open' | 'closed' }) {
      const list = state === 'open' ? store.listOpen : store.listClosed
      const { items, next } = await readPage(BY_TIME, query, (range) => list(db, range))
      return { items: items.map(toPrivacyRequest), next }
    },

    /**
     * Counts only: operators don't see an organization's contacts.
     *
     * @throws {AppError} not_found, also after the person was erased; invalid for an unknown cursor
     */
    async findMatches(caller: Caller, id: string, query: MatchQuery): Promise<PrivacyMatches> {
      const byPhone = query.byPhone === '1'
      const request = await store.findRequest(db, id)
      if (!request) throw notFound('Request')
      const contactPoints = contactPointsOf(request, byPhone)
      const page = await readPage(BY_ID, query, (range) =>
        listMatchingOrganizations(db, contactPoints, range),
      )
      const totals = await countMatches(db, contactPoints)
      const elsewhere = {
        messages: await features.contactForm.countSubmissionsOf(contactPoints),
        newsletter: await features.newsletter.countRows(contactPoints.email),
        requests: await store.countOtherRequests(db, id, contactPoints.email),
        account: await features.auth.hasAccount(contactPoints.email),
      }
      const details = { byPhone, total: totals.contacts }
      const entry = { ...caller, action: 'privacy-request.matched', subject: id, details }
      if (!query.cursor) await db.transaction((tx) => auditPlatform(tx, entry))
      return { ...page, totals, elsewhere }
    },

    ...platformSuppressions(platform, features),

    /**
     * Answers or rejects a request, or starts erasing or objecting everywhere. @throws {AppError} not_found, conflict
     */
    async close(caller: Caller, id: string, command: ClosePrivacyRequest): Promise<PrivacyRequest> {
      const isWork = command.action === 'erase' || command.action === 'object'
      const closedRequest = await db.transaction(async (tx) => {
        const request = await store.lockRequest(tx, id)
        if (!request) throw notFound('Request')
        if (request.status !== 'open') throw new AppError('conflict', 'This request is already closed')
        const now = clock.now()
        const closedBy = userIdOf(caller)
        if (isWork)
          await store.beginWork(tx, id, { work: command.action, byPhone: command.byPhone, closedBy, now })
        else if (command.action === 'answer')
          await store.closeRequest(tx, id, { status: 'answered', answer: command.text, closedBy, now })
        else await store.closeRequest(tx, id, { status: 'rejected', answer: command.reason, closedBy, now })
        const details = { action: command.action, byPhone: 'byPhone' in command && command.byPhone }
        await auditPlatform(tx, { ...caller, action: 'privacy-request.decided', subject: id, details })
        return store.lockRequest(tx, id)
      })
      await (isWork ? wakeWork(id) : wakeEmail(id))
      if (!closedRequest) throw notFound('Request')
      return toPrivacyRequest(closedRequest)
    },

    /** Erases or objects in every organization; called by the job. Repeats after an interruption. */
    async work(id: string): Promise<void> {
      const now = clock.now()
      const request = await store.claimWork(db, id, now, new Date(now.getTime() + limits.LEASE_MS))
      if (!request) return
      await processEverywhere(platform, features, request)
      await db.transaction(async (tx) => {
        const request = await store.lockRequest(tx, id)
        if (request?.status !== 'working') return
        const status = request.work === 'erase' ? 'erased' : 'objected'
        const outcome = { status, answer: null, closedBy: request.closedBy, now: clock.now() } as const
        await store.closeRequest(tx, id, outcome)
        const actor = { kind: 'system', job: PRIVACY_WORK_JOB } as const
        const details = { contacts: request.contactsTouched }
        await auditPlatform(tx, { actor, action: `privacy-request.${status}`, subject: id, details })
      })
      await wakeEmail(id)
    },

    /** Sends the email for a request; called by the job. The sweep retries failed ones. */
    sendEmail: (id: string): Promise<void> =>
      sendLeased(clock.now(), {
        async claim(now, leaseUntil) {
          const request = await store.claimEmail(db, id, now, leaseUntil)
          return request && { ...request, createdAt: request.closedAt ?? request.createdAt }
        },
        async send(request) {
          await sendUnlessRejected(platform, await emailOf(request), { id })
        },
        settle: (next) => store.setNextEmail(db, id, next),
      }),

    /** Resumes requests after a stopped process or a mail outage. */
    async sweep(): Promise<void> {
      const now = clock.now()
      for (const id of await store.listDueWork(db, now)) await wakeWork(id)
      for (const id of await store.listDueMails(db, now)) await wakeEmail(id)
    },

    /** Reminds operators of requests due in ten or three days or overdue, once per step. */
    async remind(): Promise<void> {
      const now = clock.now()
      const reminders = await store.listDueReminders(db, now, limits.REMINDER_DAYS)
      if (reminders.length === 0) return
      await emailOperators(platform, reminderEmail(reminders, appUrl, now))
      await store.setReminded(db, reminders)
    },

    /** Deletes unconfirmed and closed requests past retention. */
    async removeOld(): Promise<void> {
      await store.removeOld(db, {
        unconfirmed: addDays(clock.now(), -limits.UNCONFIRMED_DAYS),
        closed: addMonths(clock.now(), -limits.CLOSED_MONTHS),
      })
    },
  }
}
export type PrivacyRequestsService = ReturnType<typeof privacyRequestsService>

const TOO_MANY_TEXT = 'Too many requests. Please try again later or email us.'

type MatchQuery = PageQuery & { byPhone: '0' | '1' }
