import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'

/**
 * An error meant for the caller, mapped to HTTP in one place. Expected outcomes that code handles are return values
 * instead.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly contactId: string | undefined

  constructor(
    code: ErrorCode,
    message: string,
    details: { fields?: Record<string, string>; retryAfterSeconds?: number; contactId?: string } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = details.fields
    this.retryAfterSeconds = details.retryAfterSeconds
    this.contactId = details.contactId
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** Error about one field of the input, shown beside it. */
export function fieldError(code: 'invalid' | 'conflict', field: string, message: string): AppError {
  return new AppError(code, message, { fields: { [field]: message } })
}

/** Message for requests refused because of load. */
export const OVERLOADED_TEXT = "We're very busy right now. Please try again in a moment."

/** Error for a missing object, and for one that belongs to another organization. */
export function notFound(object: string): AppError {
  return new AppError('not_found', `${object} not found`)
}

/** Code or name of an error, for logs: its message may quote personal data. */
export function errorKindOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown')
}

/** Catch handler that turns `not_found` into null and rethrows every other error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
