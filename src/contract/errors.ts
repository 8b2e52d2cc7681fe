import { z } from 'zod'

/** All error codes with their HTTP status. */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  code_needed: 401,
  payment_required: 402,
  forbidden: 403,
  suspended: 403,
  not_found: 404,
  /** The enrichment ran without a match. */
  no_enrichment_data: 404,
  method_not_allowed: 405,
  conflict: 409,
  /** The page shows another organization than the one that the session works in. */
  organization_changed: 409,
  too_large: 413,
  unsupported_type: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The body of every error response. `message` is for people; `fields` has a message per invalid field. */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The existing contact, for `conflict` on adding one. */
  contactId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
