import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorBody } from '#contract/errors.ts'
import { AppError, OVERLOADED_TEXT } from '../errors.ts'
import { newId } from '../ids.ts'
import { refusalSeconds } from '../metrics.ts'
import { isPublicApi, PROBLEM_TYPE, problemOf } from './problem.ts'

/** Delay after which a shed client may retry. */
const RETRY_AFTER_SECONDS = 1
/** A longer unread body closes the connection instead of being read. */
const MAX_SKIPPED_BODY_BYTES = 64 * 1024

/** Answers 503 before any work. `since`: when the request was read, in milliseconds of `performance.now()`. */
export function shedRequest(request: IncomingMessage, response: ServerResponse, since: number): void {
  if (request.socket.destroyed) return
  const [type, body] = refusalFor(request.url ?? '')
  if (hasLongBody(request)) response.shouldKeepAlive = false
  response.writeHead(503, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'retry-after': String(RETRY_AFTER_SECONDS),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(request.method === 'HEAD' ? undefined : body)
  refusalSeconds.observe((performance.now() - since) / 1000)
}

/** Media type and body of the refusal, in the form of other errors at this URL. */
function refusalFor(url: string): [string, string] {
  const error = new AppError('unavailable', OVERLOADED_TEXT)
  const id = newId()
  if (isPublicApi(url)) return [PROBLEM_TYPE, JSON.stringify(problemOf(error, { id, url }))]
  const body: ErrorBody = { message: OVERLOADED_TEXT, code: 'unavailable', requestId: id }
  if (url.startsWith('/api/')) return ['application/json; charset=utf-8', JSON.stringify(body)]
  return ['text/plain; charset=utf-8', `${OVERLOADED_TEXT}\n`]
}

/** True if the rest of the body is too long to read. `complete` is still false for requests without a body. */
function hasLongBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  return (
    headers['transfer-encoding'] !== undefined ||
    Number(headers['content-length'] ?? 0) > MAX_SKIPPED_BODY_BYTES
  )
}
