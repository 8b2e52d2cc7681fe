import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'

export type Mail = { to: string; subject: string; text: string; html?: string }
export type SentMail = Mail & { sentAt: string }

export type Mailer = {
  /** @throws when the mail server does not take the mail now; the job that sends is repeated */
  send(mail: Mail): Promise<void>
  /** The mails that the embedded default kept instead of sending, newest first; null with a mail server. */
  outbox: readonly SentMail[] | null
}

const TIMEOUT_MS = 10_000

/** Sends through the operator's mail server. */
export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    outbox: null,
    async send(mail) {
      // An address object: the transport must not parse lists or groups out of what a person typed.
      await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to } })
    },
  }
}

const KEPT = 50

/** Keeps mails in memory for the outbox page and prints them; never in the database, which holds no sign-in link. */
export function outboxMailer(clock: Clock, print: (line: string) => void): Mailer {
  const outbox: SentMail[] = []
  return {
    outbox,
    async send(mail) {
      outbox.unshift({ ...mail, sentAt: clock.now().toISOString() })
      outbox.length = Math.min(outbox.length, KEPT)
      print(`Mail to ${mail.to}: ${mail.subject}\n${mail.text}\n`)
    },
  }
}
