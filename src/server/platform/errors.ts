import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'

/**
 * A refusal meant for the caller. Expected outcomes that a caller handles are returned values; this is thrown for the
 * rest and mapped to HTTP in one place.
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

/** The one answer for what is not there and for what belongs to somebody else. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} not found`)
}

/** For a catch: what is not there is null, and everything else stays an error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}
