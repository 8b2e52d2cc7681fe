import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { problemSentence } from '#contract/validation-messages.ts'
import { isDatabaseUnavailable } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { newId } from '../ids.ts'
import { isPublicApi, PROBLEM_TYPE, problemOf } from './problem.ts'

/** PostgreSQL error codes for values it can't store, such as invalid text or numbers out of range. */
const INVALID_INPUT_CODES = new Set(['22021', '22P05', '22P02', '22003', '22001', '22007', '22008', '22009'])

const CUT_OFF_TEXT = 'The request ended early'
const UNREADABLE_TEXT = "We couldn't read the request"

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  400: ['invalid', UNREADABLE_TEXT],
  // A file outside the served folder.
  403: ['not_found', 'Not found'],
  404: ['not_found', 'Not found'],
  405: ['method_not_allowed', 'This URL does not support that method'],
  413: ['too_large', 'The request is too large'],
  415: ['unsupported_type', 'Unsupported content type for this endpoint'],
}

/** Converts any thrown value to an AppError. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(error.validation)
  if (isDatabaseUnavailable(error)) {
    return new AppError(
      'unavailable',
      'The service is temporarily unavailable. Please try again in a moment.',
      {
        retryAfterSeconds: 2,
      },
    )
  }
  if (INVALID_INPUT_CODES.has((error as { code?: string }).code ?? '')) {
    return new AppError('invalid', "The request contains a value that can't be stored")
  }
  const status = (error as FastifyError).statusCode ?? 500
  const mapped = isResponseSerializationError(error) ? undefined : byStatus(status)
  if (mapped) return new AppError(...mapped)
  return new AppError('internal', 'Something went wrong on our side. Please try again.')
}

/** Maps a status to an error; unlisted 4xx statuses of the framework count as invalid. */
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

/** True if the client disconnected before its request arrived or its result was ready. */
function isCutOff(error: unknown, { raw }: FastifyRequest): boolean {
  if (!raw.socket.destroyed && !raw.destroyed) return false
  return !raw.complete || (error as Error | null)?.name === 'AbortError'
}

/** Sends an error in the format that all errors share. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (isPublicApi(request.url)) return sendProblem(error, request, reply, 'Bearer')
  const refusal = prepareRefusal(error, request, reply)
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

/** Sends an error as problem details. @param challenge what a caller without a valid token is asked for */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, challenge: string) {
  const refusal = prepareRefusal(error, request, reply)
  if (refusal.status === 401) reply.header('WWW-Authenticate', challenge)
  return reply
    .code(refusal.status)
    .type(PROBLEM_TYPE)
    .serializer(JSON.stringify)
    .send(problemOf(refusal, request))
}

/** Logs an error of ours and sets the headers of all errors. @returns the error to send */
function prepareRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): AppError {
  const refusal = isCutOff(error, request) ? new AppError('invalid', CUT_OFF_TEXT) : toAppError(error)
  if (refusal.status >= 500) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'Request failed')
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds)
  reply.header('Cache-Control', 'no-store')
  return refusal
}

/** Answers for connections that send no valid HTTP, too much of it, or send it too slowly. */
const UNREADABLE_BY_CODE: Readonly<Record<string, [string, ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too_large',
    'The request headers are too large',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'invalid', 'The request took too long to arrive'],
}

/** Answers unreadable bytes with the common error format and closes the connection. */
export function rejectUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, code, message] = UNREADABLE_BY_CODE[error.code ?? ''] ?? [
    '400 Bad Request',
    'invalid',
    UNREADABLE_TEXT,
  ]
  // Written after another response, this would become part of it.
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
