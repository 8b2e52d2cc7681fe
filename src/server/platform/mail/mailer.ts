import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** Where an answer goes; the sender of the instance when left out. */
  replyTo?: string
  /** Further headers, by name; their values are single lines. */
  headers?: Readonly<Record<string, string>>
}
export type SentMail = Mail & { sentAt: string }

export type Mailer = {
  /** @throws when the mail server does not take the mail now; the job that sends is repeated */
  send(mail: Mail): Promise<void>
  /** The mails that the embedded default kept instead of sending, newest first; null with a mail server. */
  outbox: readonly SentMail[] | null
}

/** As the operator wrote it, or in its parts, which need no quoting. */
export type MailSender = string | { name: string; address: string }

const TIMEOUT_MS = 10_000

/** Sends through the operator's mail server. */
export function smtpMailer(smtpUrl: string, from: MailSender): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    outbox: null,
    async send({ to, replyTo, headers, ...mail }) {
      await transport.sendMail({
        ...mail,
        from,
        // Address objects: the transport must not parse lists or groups out of what a person typed.
        to: { name: '', address: to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(headers ? { headers: { ...headers } } : {}),
      })
    },
  }
}

const OUTBOX_LIMIT = 50

/** Keeps mails in memory for the outbox page and prints them; never in the database, which holds no sign-in link. */
export function outboxMailer(clock: Clock, print: (line: string) => void): Mailer {
  const outbox: SentMail[] = []
  return {
    outbox,
    async send(mail) {
      outbox.unshift({ ...mail, sentAt: clock.now().toISOString() })
      outbox.length = Math.min(outbox.length, OUTBOX_LIMIT)
      print(`Mail to ${mail.to}: ${mail.subject}\n${mail.text}\n`)
    },
  }
}

/**
 * What a failed `send` means for those who may not mail twice. `refused`: this mail, for good. `later`: this recipient,
 * for now. `away`: no mail gets through now. `unknown`: the connection broke, and the server perhaps took the mail.
 */
export type MailFailure = 'refused' | 'later' | 'away' | 'unknown'

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])
const BEFORE_ANY_MAIL = new Set(['EDNS', 'EAUTH', 'ETLS', ...NEVER_CONNECTED])

export function mailFailureOf(error: unknown): MailFailure {
  const { code, originalCode, command, responseCode, timeoutType } = (error ?? {}) as Partial<
    Record<'code' | 'originalCode' | 'command' | 'timeoutType', string> & { responseCode: number }
  >
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  if (responseCode && isAboutThisMail) return responseCode >= 500 ? 'refused' : 'later'
  if (responseCode || (timeoutType && timeoutType !== 'SOCKET_TIMEOUT')) return 'away'
  return BEFORE_ANY_MAIL.has(code ?? '') || NEVER_CONNECTED.has(originalCode ?? '') ? 'away' : 'unknown'
}
