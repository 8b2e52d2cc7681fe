import { z } from 'zod'
import type {
  ClosePrivacyRequest,
  PrivacyForm,
  PrivacyMatches,
  PrivacyRequest,
} from '#contract/privacy-requests.ts'
import { auditPlatform } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { decodeCursor, decodeTimeCursor, encodeCursor, pageByTime } from '#server/platform/cursor.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { actorOf, type Session } from '#server/platform/http/session.ts'
import { consumeLimits, mailboxBucket, networkBucket } from '#server/platform/http/stored-limits.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import { MAIL_GIVE_UP_MS, MAIL_LEASE_MS, nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { contactPointsOf, type Features, PRIVACY_WORK_JOB, processEverywhere } from './service/everywhere.ts'
import { confirmationEmail, outcomeMail, reminderMail } from './service/mails.ts'
import { platformSuppressions } from './service/platform-suppressions.ts'
import { countMatches, listMatchingOrganizations } from './store/matches.ts'
import * as store from './store/requests.ts'

export { PRIVACY_WORK_JOB } from './service/everywhere.ts'
export const PRIVACY_MAIL_JOB = 'privacy.send-mail'

type Caller = { session: Session; requestId: string }

/** Privacy requests: confirmed by email, answered by an operator within the published time. */
export function privacyRequestsService(platform: Platform, features: Features) {
  const { db, queue, mailer, clock, log, site, appUrl, adminEmails } = platform
  const wakeMail = (id: string) => queue.send(PRIVACY_MAIL_JOB, { id }, { key: id })
  const wakeWork = (id: string) => queue.send(PRIVACY_WORK_JOB, { id }, { key: id })
  const ignoreFailure = (wake: Promise<void>, id: string) =>
    wake.catch(() => log.warn({ id }, 'Could not queue a privacy request; the sweep will retry it'))

  function shown(row: store.RequestRow): PrivacyRequest {
    const { id, kind, name, email, phone, company, details, confirmedAt, dueAt, closedAt, contactsTouched } =
      row
    const status = row.status === 'unconfirmed' ? 'open' : row.status
    const overdue = closedAt === null && Date.parse(dueAt) < clock.now().getTime()
    return {
      ...{ id, kind, status, name, email, phone, company, details },
      ...{ confirmedAt, dueAt, overdue, closedAt, contactsTouched },
    }
  }

  /** Creates the token when the email is sent, so that the database only stores its hash. */
  async function emailOf(request: store.IdentifiedRequest) {
    if (request.mail === 'outcome') return outcomeMail(request, site)
    const token = newSecret()
    await store.setToken(db, request.id, digest(token), addDays(clock.now(), policy.CONFIRM_DAYS))
    return confirmationEmail(request, `${appUrl}/privacy/confirm?token=${token}`, site)
  }

  return {
    /**
     * Stores a request; nothing happens until its link is confirmed. Responds alike for every address.
     *
     * @throws {AppError} rate_limited for a network with too many requests
     */
    async submit({ website, ...form }: PrivacyForm, ip: string): Promise<void> {
      const network = networkBucket('privacy', ip)
      const mailbox = mailboxBucket('privacy', form.email)
      const id = await db.transaction(async (tx) => {
        const seconds = await consumeLimits(
          tx,
          policy.PER_NETWORK.map((limit) => ({ bucket: network, ...limit })),
        )
        if (seconds !== null) {
          throw new AppError('rate_limited', 'Too many requests. Please try again later or email us.', {
            retryAfterSeconds: seconds,
          })
        }
        const wait = await consumeLimits(
          tx,
          policy.PER_MAILBOX.map((limit) => ({ bucket: mailbox, ...limit })),
        )
        return wait !== null || website ? null : store.insertRequest(tx, form, clock.now())
      })
      if (id) await ignoreFailure(wakeMail(id), id)
    },

    /**
     * Confirms a request and starts its deadline; repeating it is fine. @throws {AppError} not_found for an unknown
     * or expired link
     */
    async confirm(token: string, requestId: string): Promise<void> {
      const confirmed = await db.transaction(async (tx) => {
        const at = { now: clock.now(), dueAt: addDays(clock.now(), site.terms.privacyRequestDays) }
        const found = await store.confirmRequest(tx, digest(token), at)
        if (found?.isNew) {
          const actor = { kind: 'visitor' } as const
          const details = { kind: found.kind }
          await auditPlatform(tx, {
            actor,
            action: 'privacy-request.confirmed',
            subject: found.id,
            details,
            requestId,
          })
        }
        return found
      })
      if (!confirmed)
        throw new AppError('not_found', 'This link is no longer valid. Please submit your request again.')
    },

    /** Open requests by due date, or closed ones, newest first. @throws {AppError} invalid */
    async list(query: { state: 'open' | 'closed'; limit: number; cursor?: string | undefined }) {
      const page = { after: decodeTimeCursor(query.cursor), limit: query.limit + 1 }
      const found = await (query.state === 'open' ? store.listOpen : store.listClosed)(db, page)
      const { rows, next } = pageByTime(found, query.limit)
      return { requests: rows.map(shown), next }
    },

    /**
     * Counts only: operators don't see an organization's contacts.
     *
     * @throws {AppError} not_found, also after the person was erased; invalid for an unknown cursor
     */
    async matches({ session, requestId }: Caller, id: string, query: MatchQuery): Promise<PrivacyMatches> {
      const byPhone = query.byPhone === '1'
      const after =
        decodeCursor(organizationCursorShape, query.cursor, 'Use the cursor from the previous page')?.[0] ??
        null
      const request = await store.findRequest(db, id)
      if (!request) throw notFound('Request')
      const reach = contactPointsOf(request, byPhone)
      const found = await listMatchingOrganizations(db, reach, { after, limit: query.limit + 1 })
      const organizations = found.slice(0, query.limit)
      const last = found.length > query.limit ? organizations.at(-1) : undefined
      const totals = await countMatches(db, reach)
      const elsewhere = {
        messages: await features.contactForm.countSubmissionsOf(reach),
        newsletter: await features.newsletter.countOf(reach.email),
        requests: await store.countOthers(db, id, reach.email),
        account: await features.auth.hasAccount(reach.email),
      }
      const details = { byPhone, total: totals.contacts }
      const line = {
        actor: actorOf(session),
        action: 'privacy-request.matched',
        subject: id,
        details,
        requestId,
      }
      if (!after) await db.transaction((tx) => auditPlatform(tx, line))
      return { organizations, next: last ? encodeCursor([last.id]) : null, totals, elsewhere }
    },

    ...platformSuppressions(platform, features),

    /**
     * Answers or rejects a request, or starts erasing or objecting everywhere. @throws {AppError} not_found, conflict
     */
    async close(
      { session, requestId }: Caller,
      id: string,
      command: ClosePrivacyRequest,
    ): Promise<PrivacyRequest> {
      const isWork = command.action === 'erase' || command.action === 'object'
      const closed = await db.transaction(async (tx) => {
        const request = await store.lockRequest(tx, id)
        if (!request) throw notFound('Request')
        if (request.status !== 'open') throw new AppError('conflict', 'This request is already closed')
        const now = clock.now()
        const closedBy = session.userId
        if (command.action === 'erase' || command.action === 'object')
          await store.beginWork(tx, id, { work: command.action, byPhone: command.byPhone, by: closedBy, now })
        else if (command.action === 'answer')
          await store.closeRequest(tx, id, { status: 'answered', answer: command.text, closedBy, now })
        else await store.closeRequest(tx, id, { status: 'rejected', answer: command.reason, closedBy, now })
        const details = { action: command.action, byPhone: 'byPhone' in command && command.byPhone }
        await auditPlatform(tx, {
          ...{ actor: actorOf(session), action: 'privacy-request.decided', subject: id, details, requestId },
        })
        return store.lockRequest(tx, id)
      })
      await ignoreFailure(isWork ? wakeWork(id) : wakeMail(id), id)
      if (!closed) throw notFound('Request')
      return shown(closed)
    },

    /** Erases or objects in every organization; called by the job. Repeats after an interruption. */
    async work(id: string): Promise<void> {
      const now = clock.now()
      const request = await store.claimWork(db, id, now, new Date(now.getTime() + policy.LEASE_MS))
      if (!request) return
      await processEverywhere(platform, features, request)
      await db.transaction(async (tx) => {
        const done = await store.lockRequest(tx, id)
        if (done?.status !== 'working') return
        const status = done.work === 'erase' ? 'erased' : 'objected'
        await store.closeRequest(tx, id, { status, answer: null, closedBy: done.closedBy, now: clock.now() })
        const actor = { kind: 'system', job: PRIVACY_WORK_JOB } as const
        const details = { contacts: done.contactsTouched }
        await auditPlatform(tx, { actor, action: `privacy-request.${status}`, subject: id, details })
      })
      await ignoreFailure(wakeMail(id), id)
    },

    /** Sends the email for a request; called by the job. The sweep retries failed ones. */
    async sendMail(id: string): Promise<void> {
      const now = clock.now()
      const request = await store.claimEmail(db, id, now, new Date(now.getTime() + MAIL_LEASE_MS))
      if (!request) return
      try {
        await mailer.send(await emailOf(request))
      } catch (error) {
        const isFinal = emailFailureOf(error) === 'rejected'
        const since = Date.parse(request.closedAt ?? request.createdAt)
        const isTooOld = now.getTime() - since > MAIL_GIVE_UP_MS
        await store.setNextMail(db, id, isFinal || isTooOld ? null : nextMailAt(request.mailAttempts, now))
        if (!isFinal) throw error
        log.warn({ id }, 'The mail server rejected an email about a privacy request')
        return
      }
      await store.setNextMail(db, id, null)
    },

    /** Resumes requests after a stopped process or a mail outage. */
    async sweep(): Promise<void> {
      const now = clock.now()
      for (const id of await store.listDueWork(db, now)) await wakeWork(id)
      for (const id of await store.listDueMails(db, now)) await wakeMail(id)
    },

    /** Reminds operators of requests due in ten or three days or overdue, once per step. */
    async remind(): Promise<void> {
      const now = clock.now()
      const reminders = await store.listDueReminders(db, now, policy.REMINDER_DAYS)
      if (reminders.length === 0) return
      for (const to of adminEmails) await mailer.send(reminderMail(to, reminders, { site, appUrl, now }))
      await store.setReminded(db, reminders)
    },

    /** Deletes unconfirmed and closed requests past retention. */
    async removeOld(): Promise<void> {
      const closed = new Date(clock.now())
      closed.setUTCMonth(closed.getUTCMonth() - policy.CLOSED_MONTHS)
      await store.removeOld(db, { unconfirmed: addDays(clock.now(), -policy.UNCONFIRMED_DAYS), closed })
    },
  }
}
export type PrivacyRequestsService = ReturnType<typeof privacyRequestsService>

type MatchQuery = { byPhone: '0' | '1'; limit: number; cursor?: string | undefined }

const organizationCursorShape = z.tuple([z.uuid()])
