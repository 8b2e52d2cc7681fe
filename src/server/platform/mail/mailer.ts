import { createTransport } from 'nodemailer'
import type { Clock } from '../clock.ts'

export type Email = {
  to: string
  subject: string
  text: string
  /** A fragment; images refer to attachments as `cid:…`. */
  html?: string
  attachments?: readonly EmailAttachment[]
  /** Reply address; the default sender if omitted. */
  replyTo?: string
  /** Sender in place of the product's own; without an address only the name differs. */
  from?: BrandSender
  /** Additional headers by name; values are single lines. */
  headers?: Readonly<Record<string, string>>
}
/** A file that the HTML shows by its content id. */
export type EmailAttachment = { filename: string; content: Buffer; contentType: string; cid: string }
export type SentEmail = Email & { sentAt: string }

export type Mailer = {
  /** @throws when the mail server rejects the email for now; the sending job is retried */
  send(email: Email): Promise<void>
  /** Emails collected instead of sent, newest first; null with a mail server. */
  outbox: readonly SentEmail[] | null
}

/** Sender of an organization with its own brand; `dkim` signs for the domain of its address. */
export type BrandSender = { name: string; address?: string; dkim?: DkimKey }
type DkimKey = { domainName: string; keySelector: string; privateKey: string }

/** Sender as the operator wrote it, or in parts, which need no quoting. */
export type EmailSender = string | { name: string; address: string }

const TIMEOUT_MS = 10_000

/** Sends through the operator's mail server. */
export function smtpMailer(smtpUrl: string, from: EmailSender): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  return {
    outbox: null,
    async send({ to, replyTo, headers, from: brand, attachments, ...content }) {
      await transport.sendMail({
        ...content,
        ...(attachments ? { attachments: [...attachments] } : {}),
        ...senderFields(from, brand, to),
        // Address objects, so that the transport doesn't parse lists or groups out of user input.
        to: { name: '', address: to },
        ...(replyTo ? { replyTo: { name: '', address: replyTo } } : {}),
        ...(headers ? { headers: { ...headers } } : {}),
      })
    },
  }
}

/**
 * Bounces go to the operator, whose domain the SPF check of receivers therefore sees; the signature proves the domain of the
 * brand's own address.
 */
function senderFields(own: EmailSender, brand: BrandSender | undefined, to: string) {
  if (!brand) return { from: own }
  const ownAddress = addressOf(own)
  if (!brand.address) return { from: { name: brand.name, address: ownAddress } }
  return {
    from: { name: brand.name, address: brand.address },
    envelope: { from: ownAddress, to },
    ...(brand.dkim ? { dkim: brand.dkim } : {}),
  }
}

/** The plain address of a sender like `Ninefold <support@example.com>`. */
export function addressOf(sender: EmailSender): string {
  if (typeof sender !== 'string') return sender.address
  return (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim()
}

const OUTBOX_LIMIT = 50

/** Keeps emails in memory for the outbox page and prints them. Never in the database, which must hold no sign-in links. */
export function outboxMailer(clock: Clock, print: (line: string) => void): Mailer {
  const outbox: SentEmail[] = []
  return {
    outbox,
    async send(email) {
      outbox.unshift({ ...email, sentAt: clock.now().toISOString() })
      outbox.length = Math.min(outbox.length, OUTBOX_LIMIT)
      print(`Email to ${email.to}: ${email.subject}\n${email.text}\n`)
    },
  }
}

/**
 * Meaning of a failed `send`, for senders that must not send twice. `rejected`: this email was rejected for good. `deferred`:
 * this recipient is rejected for now. `unreachable`: the server is unavailable. `unknown`: the connection broke, and the server
 * may have accepted the email.
 */
export type EmailFailure = 'rejected' | 'deferred' | 'unreachable' | 'unknown'

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])
const BEFORE_ANY_EMAIL = new Set(['EDNS', 'EAUTH', 'ETLS', ...NEVER_CONNECTED])

export function emailFailureOf(error: unknown): EmailFailure {
  const { code, originalCode, command, responseCode, timeoutType } = (error ?? {}) as Partial<
    Record<'code' | 'originalCode' | 'command' | 'timeoutType', string> & { responseCode: number }
  >
  const isAboutThisEmail = command === 'RCPT TO' || command === 'DATA'
  if (responseCode && isAboutThisEmail) return responseCode >= 500 ? 'rejected' : 'deferred'
  if (responseCode || (timeoutType && timeoutType !== 'SOCKET_TIMEOUT')) return 'unreachable'
  return BEFORE_ANY_EMAIL.has(code ?? '') || NEVER_CONNECTED.has(originalCode ?? '')
    ? 'unreachable'
    : 'unknown'
}
