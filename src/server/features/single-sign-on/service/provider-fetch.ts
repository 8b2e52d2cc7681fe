import type { Outbound } from '#server/platform/outbound/outbound.ts'
import { PROVIDER_RESPONSE } from '../limits.ts'
import type { Fetch } from './oidc.ts'

const STATUSES_WITHOUT_BODY = [204, 205, 304]

/** Sends the requests of the OpenID Connect library through the outbound module, with its checks and our limits. */
export function providerFetch(outbound: Outbound): Fetch {
  return async (url, { method, headers, body, signal }) => {
    const response = await outbound.request(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body ? { body: String(body) } : {}),
      ...(signal ? { signal } : {}),
      ...PROVIDER_RESPONSE,
    })
    const contentType = response.headers['content-type']
    return new Response(
      STATUSES_WITHOUT_BODY.includes(response.status) ? null : new Uint8Array(response.body),
      { status: response.status, headers: contentType ? { 'content-type': contentType } : {} },
    )
  }
}
