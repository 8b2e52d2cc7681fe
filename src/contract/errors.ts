import { z } from 'zod'

/** The closed list of refusals; each has one HTTP status. */
export const ERROR_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  code_needed: 401,
  payment_required: 402,
  forbidden: 403,
  suspended: 403,
  not_found: 404,
  /** The look-up ran and found nobody. */
  no_enrichment_data: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The body of every refusal. `message` is fit to show; `fields` names what to correct. */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  /** With `conflict` on adding a contact: the one that is there already. */
  contactId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
