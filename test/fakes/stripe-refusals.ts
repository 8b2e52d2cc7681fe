import { type Form, textOf } from './stripe-form.ts'

/** A refusal in the provider's shape. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: { type: string; code?: string; message: string; param?: string }
  constructor(status: number, error: StripeRefusal['error']) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const invalid = (message: string, more: { code?: string; param?: string } = {}, status = 400) =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...more })
export const missing = (what: string, id: string) =>
  invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' }, 404)

/** Newest first, as every list of the provider. */
export function page<T extends { id: string }>(all: T[], params: Form): object {
  const limit = Number(params.limit ?? 10)
  if (!(limit >= 1 && limit <= 100))
    throw invalid('This value must be between 1 and 100.', { param: 'limit' })
  const newest = all.toReversed()
  const after = textOf(params.starting_after)
  const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1
  const data = newest.slice(from, from + limit)
  return { object: 'list', data, has_more: from + limit < newest.length }
}

export function found<T>(value: T | undefined, what: string, id: string): T {
  if (value === undefined) throw missing(what, id)
  return value
}
