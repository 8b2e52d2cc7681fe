import type { FastifyReply, FastifyRequest } from 'fastify'
import { linkToken } from '#contract/unsubscribe.ts'
import { AppError, fieldError } from '../errors.ts'

const IN_MULTIPART_PATTERN = /name="?List-Unsubscribe"?[^\n]*\r?\n(?:[^\n]+\n)*\r?\nOne-Click\r?\n/i

/**
 * The token of an unsubscribe request: JSON from our own page, or the one-click form of RFC 8058 in either encoding with
 * the token in the URL. Mail providers send neither Origin nor Sec-Fetch-Site and so pass the cross-site check. Other
 * sites fail it, and don't know the token.
 *
 * @throws {AppError} invalid
 */
export function unsubscribeTokenOf(
  { headers }: Pick<FastifyRequest, 'headers'>,
  bytes: Uint8Array,
  queryToken: string | undefined,
): string {
  const body = Buffer.from(bytes).toString()
  if ((headers['content-type'] ?? '').startsWith('application/json')) return tokenOf(body)
  const isOneClick =
    new URLSearchParams(body).get('List-Unsubscribe') === 'One-Click' || IN_MULTIPART_PATTERN.test(body)
  if (!isOneClick) throw new AppError('invalid', "This isn't a one-click form (List-Unsubscribe=One-Click)")
  return validToken({ token: queryToken })
}

function tokenOf(json: string): string {
  try {
    return validToken(JSON.parse(json))
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('invalid', "We couldn't read this request")
  }
}

function validToken(value: unknown): string {
  const parsed = linkToken.safeParse(value)
  if (parsed.success) return parsed.data.token
  const message = parsed.error.issues[0]?.message ?? 'This link is incomplete'
  throw fieldError('invalid', 'token', message)
}

/** Redirects to the page of an unsubscribe link, whose button needs the token. */
export function redirectToTokenPage(
  reply: FastifyReply,
  page: string,
  token: string | undefined,
): FastifyReply {
  const search = token ? `?${new URLSearchParams({ token })}` : ''
  return reply.header('Referrer-Policy', 'no-referrer').redirect(page + search)
}
