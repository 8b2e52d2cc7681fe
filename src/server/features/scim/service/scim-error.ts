import { ScimSyntaxError } from '#domain/provisioning/scim-filter.ts'
import { ScimInputError, type ScimType } from '#domain/provisioning/scim-input.ts'
import { AppError } from '#server/platform/errors.ts'

/** An error that the standard gives a status or kind that our own errors don't have. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | 'uniqueness' | undefined

  constructor(status: number, message: string, scimType?: ScimType | 'uniqueness') {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

export function notUnique(message: string): ScimError {
  return new ScimError(409, message, 'uniqueness')
}

/** The body of an error response in the format of RFC 7644; null for an error that isn't meant for the caller. */
export function scimErrorOf(error: unknown): { status: number; scimType?: string; detail: string } | null {
  if (error instanceof ScimInputError) return { status: 400, scimType: error.scimType, detail: error.message }
  if (error instanceof ScimSyntaxError)
    return { status: 400, scimType: 'invalidFilter', detail: error.message }
  if (error instanceof ScimError)
    return {
      status: error.status,
      ...(error.scimType ? { scimType: error.scimType } : {}),
      detail: error.message,
    }
  if (!(error instanceof AppError)) return null
  return {
    status: error.status,
    ...(error.code === 'invalid' ? { scimType: 'invalidValue' } : {}),
    detail: error.message,
  }
}
