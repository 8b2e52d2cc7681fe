import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { isDatabaseAway } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** PostgreSQL's words for text it cannot hold and numbers out of range: the input's fault, not ours. */
const UNSTORABLE = new Set(['22021', '22P05', '22P02', '22003', '22001', '22007', '22008', '22009'])

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  400: ['invalid', 'The request could not be read'],
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
  const known = isResponseSerializationError(error) ? undefined : BY_STATUS[status]
  if (known) return new AppError(...known)
  return new AppError('internal', 'Something went wrong on our side. Please try again.')
}

function invalid(issues: readonly { instancePath: string; message?: string }[]): AppError {
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of issues) {
    fields[instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body'] ??= message ?? 'Invalid input'
  }
  const [first] = Object.values(fields)
  return new AppError('invalid', first ?? 'Invalid input', { fields })
}

/** Sends a refusal in the one form that every error has. */
export function sendRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'Request failed')
  }
  if (refusal.retryAfterSeconds !== undefined) reply.header('Retry-After', refusal.retryAfterSeconds)
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
