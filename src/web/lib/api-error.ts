import type { ErrorBody } from '#contract/errors.ts'
import type { Problem } from '#contract/v1/schemas.ts'

/**
 * A response that is not a success. `message` is "status: body" as the specification requires; `body` is the parsed error if
 * the server sent one.
 */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody | null

  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = parsedBody(text)
  }
}

/** Proxies may send other bodies, so anything without the shape of our errors is ignored. */
function parsedBody(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text) as (Partial<ErrorBody> & Partial<Problem>) | null
    if (typeof body?.code !== 'string') return null
    if (typeof body.message === 'string') return body as ErrorBody
    return typeof body.detail === 'string' ? errorOfProblem(body as Problem) : null
  } catch {
    return null
  }
}

/** Errors of the public API, which some screens use, have another shape. */
function errorOfProblem({ detail, code, requestId, errors = [], contactId }: Problem): ErrorBody {
  return {
    message: detail,
    code: code as ErrorBody['code'],
    requestId,
    fields: Object.fromEntries(errors.map(({ field, message }) => [field, message])),
    contactId,
  }
}

/** The error text to show: the server's message, or the fallback. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.body?.message ?? fallback
  return fallback
}

/** The server's error messages by form field. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {}
}

/** The error of a form with one field: the server's error for the field, its message, or the fallback. */
export function fieldErrorOf(error: unknown, field: string, fallback: string): string | undefined {
  return error ? (fieldErrorsOf(error)[field] ?? messageOf(error, fallback)) : undefined
}
