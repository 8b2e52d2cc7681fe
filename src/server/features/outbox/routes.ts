import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/errors.ts'
import { isFromThisMachine } from '#server/platform/http/callers.ts'
import type { Mail, Mailer } from '#server/platform/mail/mailer.ts'

/**
 * The page that shows what the embedded default kept instead of mailing; there only while it is in use, on an instance that is
 * reached on its own machine.
 */
export function outboxPage(app: FastifyInstance, mailer: Mailer, appUrl: string): void {
  const { outbox } = mailer
  if (!outbox) return
  app.get('/dev/outbox', async (request, reply) => {
    // Sign-in links are shown to whoever sits here.
    if (!isFromThisMachine(request, appUrl))
      throw new AppError('not_found', 'There is nothing at this address')
    const mails = outbox.map(
      ({ to, subject, text, sentAt, ...mail }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, <time>${escapeHtml(sentAt)}</time></p>${headersOf(mail)}<p>${linkUrls(text)}</p></article>`,
    )
    reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><title>Outbox</title></head><body><main><h1>Outbox</h1><p>No mail server is connected (SMTP_URL): mails are kept here, newest first.</p>${mails.join('') || '<p>No mail yet.</p>'}</main></body></html>`
  })
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** Where answers go and what mail programs read; nothing for most mails. */
function headersOf({ replyTo, headers }: Pick<Mail, 'replyTo' | 'headers'>): string {
  const lines = Object.entries({ ...(replyTo ? { 'Reply-To': replyTo } : {}), ...headers })
  if (lines.length === 0) return ''
  return `<p>${lines.map(([name, value]) => breakableHtml(escapeHtml(`${name}: ${value}`))).join('<br>')}</p>`
}

/** Lines and long addresses break by markup: the page has no style. */
function linkUrls(text: string): string {
  return escapeHtml(text)
    .replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${breakableHtml(address)}</a>`)
    .replaceAll('\n', '<br>')
}

function breakableHtml(address: string): string {
  return address.replace(/[\w-]{16}/g, '$&<wbr>')
}
