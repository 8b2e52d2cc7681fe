import type { ErrorBody } from '#contract/errors.ts'

/**
 * A refused call. `message` is "status: body" as the request rules state; `body` is the parsed refusal where the
 * server sent one.
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

/** A proxy between here and the server answers in its own words: only what has the refusal's shape is one. */
function parsedBody(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null
    const isRefusal = typeof body?.message === 'string' && typeof body.code === 'string'
    return isRefusal ? (body as ErrorBody) : null
  } catch {
    return null
  }
}

/** The one place that turns an error into words to show. */
export function messageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError) return error.body?.message ?? fallback
  return fallback
}

/** What a form shows beside its fields. */
export function fieldErrorsOf(error: unknown): Record<string, string> {
  return error instanceof ApiError ? (error.body?.fields ?? {}) : {}
}
