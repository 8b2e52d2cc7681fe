import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { ENDPOINTS } from './stripe-calls.ts'
import { type Form, readForm } from './stripe-form.ts'
import type { StripeEvent } from './stripe-objects.ts'
import { invalidRequest, StripeRefusal } from './stripe-refusals.ts'
import { createStripeState, type StripeState } from './stripe-state.ts'

/** A received call. */
export type StripeCall = {
  method: string
  path: string
  params: Form
  idempotencyKey: string | undefined
  headers: IncomingMessage['headers']
}

/**
 * A fault of the next calls of a path: a status in the provider's format, no response, or a response that is lost after
 * the call took effect.
 */
type Fault = {
  path: RegExp
  method?: string
  kind: 400 | 402 | 403 | 409 | 429 | 500 | 'silent' | 'lost'
  remaining: number
}

type Reply = { status: number; body: object; headers?: Record<string, string> }

export type StripeServerOptions = { secretKey: string; now?: () => Date }

const ERRORS: Record<number, { type: string; code?: string; message: string }> = {
  400: {
    type: 'invalid_request_error',
    code: 'balance_insufficient',
    message: 'Insufficient funds in the account.',
  },
  402: { type: 'card_error', code: 'card_declined', message: 'The card of pat@example.com was declined.' },
  403: { type: 'invalid_request_error', message: 'The provided key rk_test_secret_of_ours may not do this.' },
  409: {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message: 'This object cannot be accessed now.',
  },
  429: { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests.' },
  500: { type: 'api_error', message: 'An unknown error occurred.' },
}

/** Stripe on the loopback address: the calls that the product makes, its hosted pages, and its webhooks. */
export async function startStripeServer({ secretKey, now = () => new Date() }: StripeServerOptions) {
  const state = createStripeState({ now, isLive: secretKey.includes('_live_') })
  const calls: StripeCall[] = []
  const faults: Fault[] = []
  const replies = new Map<string, { fingerprint: string; reply: Reply }>()

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => handleRequest(request, response, Buffer.concat(chunks).toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  function handleRequest(request: IncomingMessage, response: ServerResponse, body: string): void {
    const { pathname, search } = new URL(request.url ?? '/', url)
    if (pathname.startsWith('/v1/')) answerCall(request, response, pathname, body || search.slice(1))
    else hostedPage(state, { request, response, pathname })
  }

  function answerCall(request: IncomingMessage, response: ServerResponse, path: string, form: string): void {
    const key = request.headers['idempotency-key']
    const call: StripeCall = {
      method: request.method ?? 'GET',
      path,
      params: readForm(form),
      idempotencyKey: typeof key === 'string' ? key : undefined,
      headers: request.headers,
    }
    calls.push(call)
    const fault = consumeFault(faults, call)
    if (fault === 'silent') return
    if (fault === 'lost') {
      replyTo(call)
      response.socket?.destroy()
      return
    }
    const reply = fault ? { status: fault, body: { error: ERRORS[fault] } } : replyTo(call)
    response.writeHead(reply.status, {
      'content-type': 'application/json',
      'request-id': `req_${calls.length}`,
      ...reply.headers,
    })
    response.end(JSON.stringify(reply.body))
  }

  /** Replays the response of a repeated key, or refuses the key with other parameters. */
  function replyTo(call: StripeCall): Reply {
    if (call.headers.authorization !== `Bearer ${secretKey}`)
      return refusalReply(invalidRequest(`Invalid API Key provided: ${call.headers.authorization}`, {}, 401))
    const { idempotencyKey: key } = call
    const fingerprint = JSON.stringify([call.method, call.path, call.params])
    const previousReply = key === undefined ? undefined : replies.get(key)
    if (previousReply && previousReply.fingerprint !== fingerprint) return refusalReply(reusedKey())
    if (previousReply) return { ...previousReply.reply, headers: { 'idempotent-replayed': 'true' } }
    const reply = executeCall(state, call, url)
    // Requests refused before any work aren't remembered.
    if (key !== undefined && reply.status < 400)
      replies.set(key, { fingerprint, reply: structuredClone(reply) })
    return reply
  }

  return {
    url,
    state,
    calls,
    /** The calls of one kind, such as `POST /v1/refunds`. */
    callsOf: (kind: string) => calls.filter(({ method, path }) => `${method} ${path}` === kind),
    failNext(path: RegExp, kind: Fault['kind'], remaining = 1, method?: string) {
      faults.push({ path, kind, remaining, ...(method && { method }) })
    },
    /** Forgets all idempotency keys, as the provider does after a day. */
    forgetKeys: () => replies.clear(),
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>

function executeCall(state: StripeState, call: StripeCall, origin: string): Reply {
  try {
    for (const endpoint of ENDPOINTS) {
      const match = endpoint.path.exec(call.path)
      if (!match || endpoint.method !== call.method) continue
      const unknownParam = Object.keys(call.params).find((name) => !endpoint.acceptedParams.includes(name))
      if (unknownParam)
        throw invalidRequest(`Received unknown parameter: ${unknownParam}`, {
          code: 'parameter_unknown',
          param: unknownParam,
        })
      const body = endpoint.respond(state, { params: call.params, id: match.groups?.id ?? '', origin })
      return { status: 200, body: structuredClone(body) }
    }
    throw invalidRequest(`Unrecognized request URL (${call.method}: ${call.path}).`, {}, 404)
  } catch (error) {
    if (error instanceof StripeRefusal) return refusalReply(error)
    throw error
  }
}

function refusalReply({ status, error }: StripeRefusal): Reply {
  return { status, body: { error } }
}

function reusedKey(): StripeRefusal {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with.'
  return new StripeRefusal(400, { type: 'idempotency_error', message })
}

function consumeFault(faults: Fault[], { method, path }: StripeCall): Fault['kind'] | undefined {
  const fault = faults.find(
    (each) =>
      each.remaining > 0 && each.path.test(path) && (each.method === undefined || each.method === method),
  )
  if (!fault) return undefined
  fault.remaining -= 1
  return fault.kind
}

/** Stubs of the provider's own pages: a checkout to pay or decline at, and a portal. */
function hostedPage(
  state: StripeState,
  { request, response, pathname }: { request: IncomingMessage; response: ServerResponse; pathname: string },
): void {
  const [, page, id = '', action] = pathname.split('/')
  const session = state.sessions.get(id)
  if (page === 'pay' && session && request.method === 'POST' && action === 'pay') {
    state.pay(id)
    response.writeHead(303, { location: session.success_url.replace('{CHECKOUT_SESSION_ID}', id) }).end()
    return
  }
  const portal = state.portals.get(id)
  const exists = (page === 'pay' && session) || (page === 'portal' && portal)
  response.writeHead(exists ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
  const declineMessage = action === 'decline' ? '<p role="alert">Your card was declined.</p>' : ''
  const form = (formAction: string) =>
    `<form method="post" action="/pay/${id}/${formAction}"><button>${formAction}</button></form>`
  const content =
    page === 'portal'
      ? `<a href="${portal?.return_url}">Back</a>`
      : `${declineMessage}${form('pay')}${form('decline')}`
  response.end(exists ? `<!doctype html><title>${page}</title>${content}` : 'not found')
}

type Webhook = (body: string, signature: string) => Promise<{ status: number }>

/**
 * Sends events as the provider does: signed by the official library, repeated until accepted, and in no particular
 * order.
 *
 * @returns the last status of each event, in the order of sending
 */
export async function deliverEvents(
  events: readonly StripeEvent[],
  webhook: Webhook,
  options: { secrets: readonly string[]; now?: () => Date; attempts?: number; isReversed?: boolean },
): Promise<number[]> {
  const { secrets, now = () => new Date(), attempts = 3, isReversed = false } = options
  const codes: number[] = []
  for (const event of isReversed ? events.toReversed() : events) {
    const body = JSON.stringify(event)
    let status = 0
    for (let attempt = 0; attempt < attempts && !(status >= 200 && status < 300); attempt++) {
      const response = await webhook(body, signatureOf(body, secrets, now()))
      status = response.status
    }
    codes.push(status)
  }
  return codes
}

/** A header with a signature by each secret, as during a secret rotation. */
export function signatureOf(payload: string, secrets: readonly string[], at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000)
  const headers = secrets.map((secret) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  )
  return [`t=${timestamp}`, ...headers.map((header) => header.slice(header.indexOf('v1=')))].join(',')
}
