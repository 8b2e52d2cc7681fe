import { type Form, textOf } from './stripe-form.ts'

/** An error in the provider's format. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: { type: string; code?: string; message: string; param?: string }
  constructor(status: number, error: StripeRefusal['error']) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const invalidRequest = (
  message: string,
  details: { code?: string; param?: string } = {},
  status = 400,
) => new StripeRefusal(status, { type: 'invalid_request_error', message, ...details })
export const missingObject = (kind: string, id: string) =>
  invalidRequest(`No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' }, 404)

/** A page of a list, newest first, as the provider returns it. */
export function pageOf<T extends { id: string }>(items: T[], params: Form): object {
  const limit = Number(params.limit ?? 10)
  if (!(limit >= 1 && limit <= 100))
    throw invalidRequest('This value must be between 1 and 100.', { param: 'limit' })
  const newestFirst = items.toReversed()
  const after = textOf(params.starting_after)
  const from = after === undefined ? 0 : newestFirst.findIndex(({ id }) => id === after) + 1
  const data = newestFirst.slice(from, from + limit)
  return { object: 'list', data, has_more: from + limit < newestFirst.length }
}

export function requireFound<T>(value: T | undefined, kind: string, id: string): T {
  if (value === undefined) throw missingObject(kind, id)
  return value
}
