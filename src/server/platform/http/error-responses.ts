import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { problemSentence } from '#contract/validation-messages.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'

/** PostgreSQL's words for text it cannot hold and numbers out of range: the input's fault, not ours. */
const INVALID_INPUT_CODES = new Set(['22021', '22P05', '22P02', '22003', '22001', '22007', '22008', '22009'])

const CUT_OFF_TEXT = 'The request was cut off before its end'
const UNREADABLE_TEXT = 'The request could not be read'

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  400: ['invalid', UNREADABLE_TEXT],
  // A file outside of the folder that is served.
  403: ['not_found', 'There is nothing here'],
  404: ['not_found', 'There is nothing here'],
  405: ['method_not_allowed', 'This address does not take that method'],
  413: ['too_large', 'The request is too large'],
  415: ['unsupported_type', 'Send the body as the stated content type'],
}

/** Turns whatever was thrown into the one refusal that stands for it. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error.validation)
  if (isDatabaseUnavailable(error)) {
    return new AppError(
      'unavailable',
      'The service is not available right now. Please try again in a moment.',
      {
        retryAfterSeconds: 2,
      },
    )
  }
  if (INVALID_INPUT_CODES.has((error as { code?: string }).code ?? '')) {
    return new AppError('invalid', 'The request holds a value that cannot be stored')
  }
  const status = (error as FastifyError).statusCode ?? 500
  const known = isResponseSerializationError(error) ? undefined : byStatus(status)
  if (known) return new AppError(...known)
  return new AppError('internal', 'Something went wrong on our side. Please try again.')
}

/** What the framework refuses is the caller's fault: it has refusals that are not in the list. */
function byStatus(status: number): [ErrorCode, string] | undefined {
  return BY_STATUS[status] ?? (status >= 400 && status < 500 ? BY_STATUS[400] : undefined)
}

function validationError(issues: readonly { instancePath: string; message?: string }[]): AppError {
  const fields: Record<string, string> = {}
  let sentence: string | undefined
  for (const { instancePath, message = UNREADABLE_TEXT } of issues) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
    fields[path || 'body'] ??= message
    sentence ??= problemSentence(path, message)
  }
  return new AppError('invalid', sentence ?? UNREADABLE_TEXT, { fields })
}

/** Whether the caller left before its request had arrived, or before what it waited for was done. */
function isCutOff(error: unknown, { raw }: FastifyRequest): boolean {
  if (!raw.socket.destroyed && !raw.destroyed) return false
  return !raw.complete || (error as Error | null)?.name === 'AbortError'
}

/** Sends a refusal in the one form that every error has. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = isCutOff(error, request) ? new AppError('invalid', CUT_OFF_TEXT) : toAppError(error)
  if (refusal.status >= 500) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'Request failed')
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds)
  reply.header('Cache-Control', 'no-store')
  const body: ErrorBody = {
    message: refusal.message,
    code: refusal.code,
    requestId: request.id,
    ...(refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.contactId ? { contactId: refusal.contactId } : {}),
  }
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

/** What stands on a connection is no HTTP, or too much of it, or comes too slowly. */
const UNREADABLE_BY_CODE: Readonly<Record<string, [string, ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'too_large', 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid', 'The request took too long to arrive'],
}

/** Answers what could not be read as a request in the one form that every error has, and ends its connection. */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = UNREADABLE_BY_CODE[error.code ?? ''] ?? [
    '400 Bad Request',
    'invalid',
    UNREADABLE_TEXT,
  ]
  // Behind an answer that is on its way this would be read as a part of it.
  if (socket.writable && socket.bytesWritten === 0) {
    const body = JSON.stringify({ message, code, requestId: newId() } satisfies ErrorBody)
    const headers = [
      ...[`HTTP/1.1 ${status}`, 'Connection: close', 'Cache-Control: no-store'],
      ...['Content-Type: application/json; charset=utf-8', 'X-Content-Type-Options: nosniff'],
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}
