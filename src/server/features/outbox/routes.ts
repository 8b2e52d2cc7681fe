import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#server/platform/content/escape-html.ts'
import { AppError } from '#server/platform/errors.ts'
import { isFromThisMachine } from '#server/platform/http/callers.ts'
import type { Email, EmailAttachment, Mailer } from '#server/platform/mail/mailer.ts'

/**
 * Page with the emails that the embedded mailer stored instead of sending; only on an instance used on its own
 * machine.
 */
export function outboxPage(app: FastifyInstance, mailer: Mailer, appUrl: string): void {
  const { outbox } = mailer
  if (!outbox) return
  app.get('/dev/outbox', async (request, reply) => {
    // Emails contain sign-in links, so only this machine may read them.
    if (!isFromThisMachine(request, appUrl))
      throw new AppError('not_found', 'There is nothing at this address')
    const articles = outbox.map(
      ({ to, subject, text, sentAt, attachments = [], ...email }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, <time>${escapeHtml(sentAt)}</time></p>${headersOf(email)}<p>${linkUrls(text)}</p>${filesOf(attachments)}</article>`,
    )
    reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><title>Outbox</title></head><body><main><h1>Outbox</h1><p>No mail server is connected (SMTP_URL). Emails appear here instead, newest first.</p>${articles.join('') || '<p>No emails yet.</p>'}</main></body></html>`
  })
}

/** Sender of a brand, reply address and headers for mail programs; most emails have none. */
function headersOf({ from, replyTo, headers }: Pick<Email, 'from' | 'replyTo' | 'headers'>): string {
  const sender = from && [from.name, from.address && `<${from.address}>`].filter(Boolean).join(' ')
  const lines = Object.entries({
    ...(sender ? { From: sender } : {}),
    ...(replyTo ? { 'Reply-To': replyTo } : {}),
    ...headers,
  })
  if (lines.length === 0) return ''
  return `<p>${lines.map(([name, value]) => breakableHtml(escapeHtml(`${name}: ${value}`))).join('<br>')}</p>`
}

function filesOf(attachments: readonly EmailAttachment[]): string {
  const names = attachments.map(({ filename }) => escapeHtml(filename))
  return names.length > 0 ? `<p>Pictures: ${names.join(', ')}</p>` : ''
}

/** Breaks lines and long URLs by markup, since the page has no styles. */
function linkUrls(text: string): string {
  return escapeHtml(text)
    .replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${breakableHtml(address)}</a>`)
    .replaceAll('\n', '<br>')
}

function breakableHtml(address: string): string {
  return address.replace(/[\w-]{16}/g, '$&<wbr>')
}
