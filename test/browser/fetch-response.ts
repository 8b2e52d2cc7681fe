import type { APIResponse, Route } from 'playwright-core'

/**
 * The product's response to an intercepted request. Has a connection of its own, because the server may close an idle one
 * just when it would be used again.
 */
export function fetchResponse(route: Route): Promise<APIResponse> {
  return route.fetch({ headers: { ...route.request().headers(), connection: 'close' } })
}
