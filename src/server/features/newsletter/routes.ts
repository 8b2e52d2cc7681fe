import type { FastifyRequest } from 'fastify'
import {
  confirmNewsletter,
  newsletterToken,
  openUnsubscribePage,
  subscribeToNewsletter,
  unsubscribeFromNewsletter,
} from '#contract/newsletter.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { NewsletterService } from './service.ts'

export function newsletterRoutes(api: Api, service: NewsletterService): void {
  const ok = { ok: true as const }

  api.serve(subscribeToNewsletter, async ({ body, request }) => {
    await service.subscribe(body, request.ip)
    return ok
  })

  api.serve(confirmNewsletter, async ({ body }) => {
    await service.confirm(body.token)
    return ok
  })

  // Mail providers send neither Origin nor Sec-Fetch-Site, and so pass the check for other sites' requests; a page of
  // another site does not, and would not know the token.
  api.serve(unsubscribeFromNewsletter, async ({ query, bytes, request }) => {
    const body = bytes.toString()
    await service.unsubscribe(isForm(request) ? oneClickToken(body, query.token) : tokenOf(body))
    return ok
  })

  api.serve(openUnsubscribePage, async ({ query, reply }) => {
    const search = query.token ? `?${new URLSearchParams({ token: query.token })}` : ''
    reply.header('Referrer-Policy', 'no-referrer')
    return reply.redirect(`/newsletter/unsubscribe${search}`)
  })
}

function isForm({ headers }: FastifyRequest): boolean {
  return !(headers['content-type'] ?? '').startsWith('application/json')
}

const IN_MULTIPART = /name="?List-Unsubscribe"?[^\n]*\r?\n(?:[^\n]+\n)*\r?\nOne-Click\r?\n/i

/** The form that RFC 8058 prescribes, as either kind of form; the token stands in the address. */
function oneClickToken(form: string, token: string | undefined): string {
  const isOneClick =
    new URLSearchParams(form).get('List-Unsubscribe') === 'One-Click' || IN_MULTIPART.test(form)
  if (!isOneClick) throw new AppError('invalid', 'This is not a one-click form (List-Unsubscribe=One-Click)')
  return validToken({ token })
}

function tokenOf(json: string): string {
  try {
    return validToken(JSON.parse(json))
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('invalid', 'The request could not be read')
  }
}

function validToken(value: unknown): string {
  const parsed = newsletterToken.safeParse(value)
  if (parsed.success) return parsed.data.token
  const message = parsed.error.issues[0]?.message ?? 'This link is incomplete'
  throw new AppError('invalid', message, { fields: { token: message } })
}
