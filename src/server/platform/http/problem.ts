import type { ErrorCode } from '#contract/errors.ts'
import type { Problem } from '#contract/v1/schemas.ts'
import type { AppError } from '../errors.ts'

/** Errors of the public API are problem details (RFC 9457). */
export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8'

const TITLES: Record<ErrorCode, string> = {
  invalid: 'Invalid request',
  unauthenticated: 'Not signed in',
  code_needed: 'Code needed',
  payment_required: 'Subscription needed',
  forbidden: 'Not allowed',
  suspended: 'Organization suspended',
  not_found: 'Not found',
  no_enrichment_data: 'No match',
  method_not_allowed: 'Method not allowed',
  conflict: 'Conflict',
  organization_changed: 'Organization changed',
  too_large: 'Too large',
  unsupported_type: 'Unsupported content type',
  unprocessable: 'Cannot be processed',
  rate_limited: 'Too many requests',
  internal: 'Internal error',
  unavailable: 'Unavailable',
}

/** True for a request to the public API. */
export function isPublicApi(url: string): boolean {
  return url.startsWith('/api/v1/') || url === '/api/v1'
}

/** Describes an error as the public API sends it. */
export function problemOf(error: AppError, request: { id: string; url: string }): Problem {
  const { code, status, message, fields, contactId } = error
  return {
    type: `/documentation/api-errors#${code.replaceAll('_', '-')}`,
    title: TITLES[code],
    status,
    detail: message,
    instance: request.url.split('?')[0] ?? '',
    code,
    requestId: request.id,
    ...(fields ? { errors: Object.entries(fields).map(([field, text]) => ({ field, message: text })) } : {}),
    ...(contactId ? { contactId } : {}),
  }
}
