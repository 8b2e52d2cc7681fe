import type { ContactForm } from '#contract/contact-form.ts'
import { decodeTimeCursor, pageByTime } from '#server/platform/cursor.ts'
import { AppError } from '#server/platform/errors.ts'
import { consumeLimits, mailboxBucket, networkBucket } from '#server/platform/http/stored-limits.ts'
import { MAIL_GIVE_UP_MS, MAIL_LEASE_MS, nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { type Email, emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { confirmationMail, operatorMail } from './service/mails.ts'
import * as store from './store.ts'

export const CONTACT_MAIL_JOB = 'send-contact-mails'

const SWEEP_BATCH = 100

/** Messages from visitors to the operator: stored first, then emailed until a mail server accepts them. */
export function contactFormService({
  db,
  queue,
  mailer,
  clock,
  log,
  site,
}: Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock' | 'log' | 'site'>) {
  const wake = (id: string) => queue.send(CONTACT_MAIL_JOB, { id }, { key: id })

  /** Doesn't retry a permanently rejected address; the message remains in the list. */
  async function send(id: string, mail: Email, mark: typeof store.setOperatorMailed): Promise<void> {
    try {
      await mailer.send(mail)
    } catch (error) {
      if (emailFailureOf(error) !== 'rejected') throw error
      log.warn({ id }, 'A contact-form email was permanently rejected')
      return
    }
    await mark(db, id, clock.now())
  }

  return {
    /**
     * Stores a message and queues its emails, without the confirmation if the mailbox reached its limit. A bot's submission
     * gets the same response and is dropped.
     *
     * @throws {AppError} rate_limited for a network with too many messages
     */
    async submit({ website, ...form }: ContactForm, ip: string): Promise<void> {
      const network = networkBucket('contact-form', ip)
      const mailbox = mailboxBucket('contact-form', form.email)
      const id = await db.transaction(async (tx) => {
        const acceptSubmission = (bucket: string, limits: typeof policy.PER_NETWORK) =>
          consumeLimits(
            tx,
            limits.map((limit) => ({ bucket, ...limit })),
          )
        const seconds = await acceptSubmission(network, policy.PER_NETWORK)
        if (seconds !== null) throw tooManyError(seconds)
        const confirms = (await acceptSubmission(mailbox, policy.PER_MAILBOX)) === null
        return website ? null : store.insertSubmission(tx, form, { now: clock.now(), confirms })
      })
      // The message is stored, so a failure here is left to the sweep.
      if (id)
        await wake(id).catch(() => log.warn({ id }, 'Could not queue contact-form emails; the sweep will'))
    },

    /** Sends the emails of one message; called by the job. The sweep retries a failed one after a pause. */
    async sendMails(id: string): Promise<void> {
      const now = clock.now()
      const sent = await store.claimEmails(db, id, now, new Date(now.getTime() + MAIL_LEASE_MS))
      if (!sent) return
      try {
        if (!sent.operatorMailedAt) await send(id, operatorMail(sent, site), store.setOperatorMailed)
        if (sent.confirms && !sent.confirmationMailedAt)
          await send(id, confirmationMail(sent.email, site), store.setConfirmationMailed)
        await store.setNextMail(db, id, null)
      } catch (error) {
        const isTooOld = now.getTime() - Date.parse(sent.createdAt) > MAIL_GIVE_UP_MS
        await store.setNextMail(db, id, isTooOld ? null : nextMailAt(sent.mailAttempts, now))
        throw error
      }
    },

    /** Queues due emails. */
    async sweep(): Promise<void> {
      for (const id of await store.listDueMails(db, clock.now(), SWEEP_BATCH)) await wake(id)
    },

    /** Newest first; `next` is null on the last page. @throws {AppError} invalid for a malformed cursor */
    async list(query: { limit: number; cursor?: string | undefined }) {
      const found = await store.listSubmissions(db, decodeTimeCursor(query.cursor), query.limit + 1)
      const { rows: submissions, next } = pageByTime(found, query.limit)
      return { submissions, next }
    },

    /** Messages of a sender, for privacy requests; `forget` is part of the caller's transaction. */
    countSubmissionsOf: (sender: store.Sender): Promise<number> => store.countBySender(db, sender),
    forget: store.removeBySender,

    /** Deletes messages past their retention. */
    async removeOld(signal?: AbortSignal): Promise<void> {
      const before = new Date(clock.now())
      before.setUTCMonth(before.getUTCMonth() - policy.RETENTION_MONTHS)
      const remove = () => store.removeBefore(db, before, policy.BATCH)
      while (!signal?.aborted && (await remove()) === policy.BATCH);
    },
  }
}
export type ContactFormService = ReturnType<typeof contactFormService>

const tooManyError = (retryAfterSeconds: number) =>
  new AppError(
    'rate_limited',
    "You've sent too many messages. Please try again later or email us directly.",
    {
      retryAfterSeconds,
    },
  )
