import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { problemSentence } from '#contract/validation-messages.ts'
import { isDatabaseAway } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** PostgreSQL's words for text it cannot hold and numbers out of range: the input's fault, not ours. */
const UNSTORABLE = new Set(['22021', '22P05', '22P02', '22003', '22001', '22007', '22008', '22009'])

const UNREADABLE = 'The request could not be read'

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  400: ['invalid', UNREADABLE],
  // A file outside of the folder that is served.
  403: ['not_found', 'There is nothing here'],
  404: ['not_found', 'There is nothing here'],
  405: ['method_not_allowed', 'This address does not take that method'],
  413: ['too_large', 'The request is too large'],
  415: ['unsupported_type', 'Send the body as the stated content type'],
}

/** Turns whatever was thrown into the one refusal that stands for it. */
function refusalOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return invalid(error.validation)
  if (isDatabaseAway(error)) {
    return new AppError(
      'unavailable',
      'The service is not available right now. Please try again in a moment.',
      {
        retryAfterSeconds: 2,
      },
    )
  }
  if (UNSTORABLE.has((error as { code?: string }).code ?? '')) {
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

function invalid(issues: readonly { instancePath: string; message?: string }[]): AppError {
  const fields: Record<string, string> = {}
  let sentence: string | undefined
  for (const { instancePath, message = UNREADABLE } of issues) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.')
    fields[path || 'body'] ??= message
    sentence ??= problemSentence(path, message)
  }
  return new AppError('invalid', sentence ?? UNREADABLE, { fields })
}

/** Sends a refusal in the one form that every error has. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
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
