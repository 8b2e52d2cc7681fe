import { z } from 'zod'
import type { ContactForm, ContactSubmission } from '#contract/contact-form.ts'
import { decodeCursor, encodeCursor, exactTimestamp } from '#server/platform/cursor.ts'
import { AppError } from '#server/platform/errors.ts'
import { mailboxBucket, networkBucket, takeHits } from '#server/platform/http/stored-limits.ts'
import { MAIL_GIVE_UP_MS, MAIL_LEASE_MS, nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { type Mail, mailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { confirmationMail, operatorMail } from './service/mails.ts'
import * as store from './store.ts'

export const CONTACT_MAIL_JOB = 'send-contact-mails'

const SWEEP_BATCH = 100

/** Messages of visitors to the operator: stored first, then mailed until a mail server has taken them. */
export function contactFormService({
  db,
  queue,
  mailer,
  clock,
  log,
  site,
}: Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock' | 'log' | 'site'>) {
  const wake = (id: string) => queue.send(CONTACT_MAIL_JOB, { id }, { key: id })

  /** A refusal of the address is final: what was to be said stands in the list, and nobody reads mail there. */
  async function send(id: string, mail: Mail, mark: typeof store.setOperatorMailed): Promise<void> {
    try {
      await mailer.send(mail)
    } catch (error) {
      if (mailFailureOf(error) !== 'refused') throw error
      log.warn({ id }, 'A mail of the contact form was refused for good')
      return
    }
    await mark(db, id, clock.now())
  }

  return {
    /**
     * Stores a message; its mails follow, without the confirmation where the mailbox got enough of them. What a program
     * filled in is answered alike and not kept.
     *
     * @throws {AppError} rate_limited for a network that sent too much
     */
    async submit({ website, ...form }: ContactForm, ip: string): Promise<void> {
      const network = networkBucket('contact-form', ip)
      const mailbox = mailboxBucket('contact-form', form.email)
      const id = await db.transaction(async (tx) => {
        const acceptSubmission = (bucket: string, limits: typeof policy.PER_NETWORK) =>
          takeHits(
            tx,
            limits.map((limit) => ({ bucket, ...limit })),
          )
        const seconds = await acceptSubmission(network, policy.PER_NETWORK)
        if (seconds !== null) throw tooManyError(seconds)
        const confirms = (await acceptSubmission(mailbox, policy.PER_MAILBOX)) === null
        return website ? null : store.insertSubmission(tx, form, { now: clock.now(), confirms })
      })
      // What is stored is safe: should this fail, the sweep takes it up.
      if (id) await wake(id).catch(() => log.warn({ id }, 'The mails of a message wait for the sweep'))
    },

    /** Sends the mails of one message; called by the job. A failed one comes again by the sweep, after a pause. */
    async sendMails(id: string): Promise<void> {
      const now = clock.now()
      const sent = await store.claimMails(db, id, now, new Date(now.getTime() + MAIL_LEASE_MS))
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

    /** Takes up what waits for its mails. */
    async sweep(): Promise<void> {
      for (const id of await store.listDueMails(db, clock.now(), SWEEP_BATCH)) await wake(id)
    },

    /** Newest first; `next` is null on the last page. @throws {AppError} invalid for a cursor that was never ours */
    async list(query: { limit: number; cursor?: string | undefined }) {
      const found = await store.listSubmissions(db, cursorKeyOf(query.cursor), query.limit + 1)
      const rows = found.slice(0, query.limit)
      const last = rows.at(-1)
      const submissions: ContactSubmission[] = rows.map(({ exactAt: _, ...submission }) => submission)
      return {
        submissions,
        next: found.length > query.limit && last ? encodeCursor([last.exactAt, last.id]) : null,
      }
    },

    /** Messages that somebody sent, for privacy requests; `forget` is part of the caller's transaction. */
    countSubmissionsOf: (sender: store.Sender): Promise<number> => store.countBySender(db, sender),
    forget: store.removeBySender,

    /** Removes what is older than it is kept. */
    async removeOld(signal?: AbortSignal): Promise<void> {
      const before = new Date(clock.now())
      before.setUTCMonth(before.getUTCMonth() - policy.RETENTION_MONTHS)
      const remove = () => store.removeBefore(db, before, policy.BATCH)
      while (!signal?.aborted && (await remove()) === policy.BATCH);
    },
  }
}
export type ContactFormService = ReturnType<typeof contactFormService>

function tooManyError(retryAfterSeconds: number): AppError {
  return new AppError(
    'rate_limited',
    'Too many messages were sent. Please try again later or email us directly.',
    {
      retryAfterSeconds,
    },
  )
}

const cursorShape = z.tuple([exactTimestamp, z.uuid()])

function cursorKeyOf(cursor: string | undefined): store.CursorKey | null {
  const found = decodeCursor(cursorShape, cursor, 'Use the one from the page before')
  return found && { at: found[0], id: found[1] }
}
