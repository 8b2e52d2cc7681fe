import type { ContactForm, ContactSubmission } from '#contract/contact-form.ts'
import type { Site } from '#contract/site.ts'
import { addMonths } from '#domain/billing/credit-months.ts'
import { admitForm } from '#server/platform/http/stored-limits.ts'
import { sendLeased } from '#server/platform/mail/mail-retry.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import { BY_TIME, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { trySend } from '#server/platform/queue/try-send.ts'
import * as limits from './limits.ts'
import * as store from './store.ts'

export const CONTACT_EMAIL_JOB = 'send-contact-mails'

const TOO_MANY_TEXT = "You've sent too many messages. Please try again later or email us directly."

/** Messages from visitors to the operator: stored first, then emailed until a mail server accepts them. */
export function contactFormService(
  platform: Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock' | 'log' | 'site'>,
) {
  const { db, clock, site } = platform
  const queueEmails = (id: string) => trySend(platform, CONTACT_EMAIL_JOB, { id }, id)

  async function send(id: string, email: Email, recipient: 'operator' | 'confirmation'): Promise<void> {
    if (await sendUnlessRejected(platform, email, { id }))
      await store.recordEmailSent(db, id, recipient, clock.now())
  }

  return {
    /**
     * Stores a message and queues its emails, without the confirmation if the mailbox reached its limit. A bot's submission
     * gets the same response and is dropped.
     *
     * @throws {AppError} rate_limited for a network with too many messages
     */
    async submit({ website, ...form }: ContactForm, ip: string): Promise<void> {
      const sender = { name: 'contact-form', ip, email: form.email, tooMany: TOO_MANY_TEXT }
      const id = await db.transaction(async (tx) => {
        const confirms = await admitForm(tx, sender, limits.FORM_LIMITS)
        return website ? null : store.insertSubmission(tx, form, { now: clock.now(), confirms })
      })
      if (id) await queueEmails(id)
    },

    /** Sends the emails of one message; called by the job. The sweep retries a failed one after a pause. */
    sendEmails: (id: string): Promise<void> =>
      sendLeased(clock.now(), {
        claim: (now, leaseUntil) => store.claimEmail(db, id, now, leaseUntil),
        async send(submission) {
          if (!submission.operatorMailedAt) await send(id, operatorEmail(submission, site), 'operator')
          if (submission.confirms && !submission.confirmationMailedAt)
            await send(id, confirmationEmail(submission.email, site), 'confirmation')
        },
        settle: (next) => store.setNextMail(db, id, next),
      }),

    /** Queues due emails. */
    async sweep(): Promise<void> {
      for (const id of await store.listDueMails(db, clock.now())) await queueEmails(id)
    },

    /** Newest first; `next` is null on the last page. @throws {AppError} invalid for a malformed cursor */
    list: (query: PageQuery) => readPage(BY_TIME, query, (range) => store.listSubmissions(db, range)),

    /** Messages of a sender, for privacy requests; `forget` is part of the caller's transaction. */
    countSubmissionsOf: (sender: store.Sender): Promise<number> => store.countBySender(db, sender),
    forget: store.removeBySender,

    /** Deletes messages past their retention. */
    async removeOld(signal?: AbortSignal): Promise<void> {
      const removeBefore = addMonths(clock.now(), -limits.RETENTION_MONTHS)
      const remove = () => store.removeBefore(db, removeBefore, limits.DELETE_BATCH)
      while (!signal?.aborted && (await remove()) === limits.DELETE_BATCH);
    },
  }
}
export type ContactFormService = ReturnType<typeof contactFormService>

/**
 * The email to the operator; replies go to the sender. Each field is one line and each line of the message is quoted, so
 * that no part of the message can look like a field.
 */
function operatorEmail(submission: ContactSubmission, site: Site): Email {
  const fields = [
    `Name: ${submission.firstName} ${submission.lastName}`,
    `Email: ${submission.email}`,
    ...(submission.company ? [`Company: ${submission.company}`] : []),
    ...(submission.phone ? [`Phone: ${submission.phone}`] : []),
    `Subject: ${submission.subject}`,
    `Sent: ${submission.createdAt}`,
  ]
  const quotedLines = submission.message.split('\n').map((line) => `> ${line}`)
  return {
    to: site.mailboxes.support,
    replyTo: submission.email,
    subject: `Contact form: ${submission.subject}`,
    text: `${fields.join('\n')}\n\n${quotedLines.join('\n')}\n`,
  }
}

/** Contains no input of the sender, so that the form can't send text to other people's mailboxes. */
function confirmationEmail(email: string, site: Site): Email {
  const { name, team } = site.brand
  return {
    to: email,
    replyTo: site.mailboxes.support,
    // Marks an automatic reply, so that autoresponders don't reply to it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
    subject: `${name} received your message`,
    text: `Thank you for reaching out to ${name}.\n\nWe received your message and will reply within ${site.support.replyHours} hours.\n\nIf you didn't contact us, someone entered your address by mistake. You can safely ignore this email.\n\n${team}\n`,
  }
}
