import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import type { AddressPolicy } from './address-policy.ts'
import { limitBody } from './limit-body.ts'
import { OutboundError } from './outbound-error.ts'
import type { Resolver } from './resolver.ts'

export type OutboundRequest = {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
  /** Limit of the response's body. */
  maxBytes: number
  /** Limit of everything together: names, connections, redirects and the body. */
  timeoutMs: number
  /** Redirects to follow; each target is checked like the first URL. */
  redirects: number
  /** Ends the request when its caller has gone. */
  signal?: AbortSignal
}

export type OutboundResponse<Body> = {
  status: number
  headers: IncomingHttpHeaders
  /** The URL that answered, after redirects. */
  url: string
  body: Body
}

export type Outbound = {
  /** True if there are networks in `OUTBOUND_ALLOW`, which may use plain http. */
  allowsHttp: boolean
  /** @throws {OutboundError} for a URL that may not be called, and when no complete response arrives */
  request(url: string, request: OutboundRequest): Promise<OutboundResponse<Buffer>>
  /**
   * Passes the body on as it arrives; it fails with an `OutboundError` past a limit. The caller reads or destroys it.
   *
   * @throws {OutboundError}
   */
  stream(url: string, request: OutboundRequest): Promise<OutboundResponse<Readable>>
}

/** A URL that may be called, with the addresses that were checked. */
type Target = { url: URL; host: string; addresses: readonly string[] }
type Message = Pick<OutboundRequest, 'body'> & { method: string; headers: Record<string, string> }

/** Headers that Node writes from the URL and the body; a caller's own would contradict what was checked. */
const OWN_HEADERS = ['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'te', 'trailer']
/** Headers with secrets, which another origin must not receive. */
const SECRET_HEADERS = ['authorization', 'cookie', 'proxy-authorization']
const REDIRECTS = [301, 302, 303, 307, 308]

/**
 * Calls URLs that users entered. Only https to public addresses, or networks in `OUTBOUND_ALLOW`, which may also use plain
 * http. Each name is resolved once, and the connection goes to the addresses that were checked.
 */
export function createOutbound({
  resolver,
  addressKind,
  allowsHttp = false,
  certificates,
}: {
  resolver: Pick<Resolver, 'resolveAddresses'>
  addressKind: AddressPolicy
  allowsHttp?: boolean
  /** Certificates to trust instead of the usual ones. */
  certificates?: string
}): Outbound {
  /** @throws {OutboundError} */
  async function check(text: string, base?: URL): Promise<Target> {
    const url = parseUrl(text, base)
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : await resolver.resolveAddresses(host)
    if (addresses === null)
      throw new OutboundError('unknown_host', `The name servers didn't answer for ${host}`)
    if (addresses.length === 0) throw new OutboundError('unknown_host', `${host} has no address`)
    const kinds = addresses.map(addressKind)
    if (kinds.includes('refused'))
      throw new OutboundError('refused_address', `${host} is not on the public internet`)
    if (url.protocol === 'http:' && kinds.includes('public'))
      throw new OutboundError('bad_url', 'The URL must begin with https://')
    return { url, host, addresses }
  }

  function send({ url, host, addresses }: Target, message: Message, signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)({
      method: message.method,
      headers: message.headers,
      host,
      port: url.port || undefined,
      path: url.pathname + url.search,
      // A connection of its own, which no proxy setting reaches.
      agent: false,
      lookup: lookupOf(addresses),
      ...(isIP(host) ? {} : { servername: host }),
      ...(certificates ? { ca: certificates } : {}),
      signal,
    })
    request.on('response', resolve)
    request.on('error', reject)
    request.on('upgrade', (_response, socket) => socket.destroy(new Error('Unexpected upgrade')))
    request.end(message.body)
    return promise
  }

  async function stream(address: string, request: OutboundRequest): Promise<OutboundResponse<Readable>> {
    const timeout = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    const failed = (error: unknown) => toOutboundError(error, { hasTimedOut: timeout.aborted })
    try {
      let target = await untilAborted(check(address), signal)
      let message = firstMessage(request)
      for (let left = request.redirects; ; left -= 1) {
        const response = await send(target, message, signal)
        const { statusCode: status = 0, headers } = response
        const { location } = headers
        if (!REDIRECTS.includes(status) || location === undefined) {
          const body = limitBody(response, { maxBytes: request.maxBytes, failed })
          return { status, headers, url: target.url.href, body }
        }
        response.destroy()
        if (left <= 0) throw new OutboundError('redirected', `${target.host} redirected to another URL`)
        const next = await untilAborted(check(location, target.url), signal)
        message = redirectedMessage(message, status, next.url.origin === target.url.origin)
        target = next
      }
    } catch (error) {
      throw failed(error)
    }
  }

  return {
    allowsHttp,
    stream,
    async request(url, request) {
      const response = await stream(url, request)
      const chunks: Buffer[] = []
      for await (const chunk of response.body) chunks.push(chunk as Buffer)
      return { ...response, body: Buffer.concat(chunks) }
    },
  }
}

/** @throws {OutboundError} */
function parseUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url) throw new OutboundError('bad_url', 'This is not a URL')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new OutboundError('bad_url', 'The URL must begin with https://')
  if (url.username || url.password)
    throw new OutboundError('bad_url', 'Remove the user name and password from the URL')
  return url
}

/** Answers a connection's question for its host with the checked addresses, so that no name is resolved a second time. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, callback) => {
    if (options.all) callback(null, entries)
    else callback(null, entries[0]?.address ?? '', entries[0]?.family)
  }
}

function firstMessage({ method = 'GET', headers = {}, body }: OutboundRequest): Message {
  const own = { 'accept-encoding': 'identity', 'user-agent': 'Ninefold' }
  return {
    method,
    headers: { ...own, ...withoutHeaders(headers, OWN_HEADERS) },
    ...(body === undefined ? {} : { body }),
  }
}

/** The next request after a redirect, as browsers send it. */
function redirectedMessage(message: Message, status: number, isSameOrigin: boolean): Message {
  const headers = isSameOrigin ? message.headers : withoutHeaders(message.headers, SECRET_HEADERS)
  const becomesGet =
    status === 303 ? message.method !== 'HEAD' : [301, 302].includes(status) && message.method === 'POST'
  if (!becomesGet) return { ...message, headers }
  return { method: 'GET', headers: withoutHeaders(headers, ['content-type', 'content-encoding']) }
}

function withoutHeaders(headers: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !names.includes(name)),
  )
}

/** Gives up waiting when the signal aborts. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

function toOutboundError(error: unknown, { hasTimedOut }: { hasTimedOut: boolean }): OutboundError {
  if (error instanceof OutboundError) return error
  if (hasTimedOut) return new OutboundError('timed_out', 'The server did not answer in time', error)
  return new OutboundError('unreachable', 'The server could not be reached', error)
}
