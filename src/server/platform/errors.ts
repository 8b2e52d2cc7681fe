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
    more: { fields?: Record<string, string>; retryAfterSeconds?: number; contactId?: string } = {},
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
    this.contactId = more.contactId
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** Message for requests refused because of load. */
export const OVERLOADED_TEXT = "We're very busy right now. Please try again in a moment."

/** Error for a missing object, and for one that belongs to another organization. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`)
}

/** Catch handler that turns `not_found` into null and rethrows every other error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
