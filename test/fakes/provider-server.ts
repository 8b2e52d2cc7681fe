import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

export type ProviderRequest = {
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** Scenario named by the request's email, phone or street. */
  scenario: string
}

export type Reply = { status?: number; json: unknown; headers?: Record<string, string> }

/** An endpoint of a provider: how a request names its scenario, and the response to each scenario. */
export type Route = {
  path: RegExp
  isAuthorized(request: ProviderRequest): boolean
  scenario(query: URLSearchParams, path: string): string
  /** At least `match`. A scenario that is neither here nor in `faults` gets `fallback`. */
  replies: Record<string, Reply>
  fallback: Reply
}

type Fault = (response: ServerResponse, route: Route, times: number) => void

/** Misbehavior of any provider; `attempt` counts the requests of the scenario, from 1. */
const faults: Record<string, Fault> = {
  limited: (response) => send(response, { status: 429, json: {}, headers: { 'retry-after': '90' } }),
  'limited-once': (response, route, attempt) =>
    attempt === 1
      ? send(response, { status: 429, json: {}, headers: { 'retry-after': '0' } })
      : send(response, route.replies.match ?? route.fallback),
  broken: (response) => send(response, { status: 503, json: { error: 'down' } }),
  'broken-twice': (response, route, attempt) =>
    attempt <= 2
      ? send(response, { status: 503, json: { error: 'down' } })
      : send(response, route.replies.match ?? route.fallback),
  'black-hole': () => undefined,
  drip: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  huge: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(`{"data":{"skills":["${'x'.repeat(3 * 1024 * 1024)}"]}}`)
  },
  html: (response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Sign in to the network</title>')
  },
  garbled: (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end('{"data":')
  },
  cut: (response) => response.socket?.destroy(),
  redirect: (response) =>
    send(response, { status: 302, json: {}, headers: { location: 'http://127.0.0.1:1/' } }),
  refused: (response) => send(response, { status: 401, json: { error: 'key' } }),
  forbidden: (response) => send(response, { status: 403, json: { error: 'key' } }),
  'out-of-credits': (response) => send(response, { status: 402, json: { error: 'credits' } }),
  rejected: (response) => send(response, { status: 400, json: { error: 'request' } }),
  'wrong-type': (response) => send(response, { status: 200, json: 'a text where an object belongs' }),
}

function send(response: ServerResponse, { status = 200, json, headers }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(json))
}

/** Starts data providers on the loopback address; `requests` has all requests, oldest first. */
export async function createProviderServer({ routes }: { routes: Route[] }) {
  const requests: ProviderRequest[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    const route = routes.find(({ path }) => path.test(url.pathname))
    if (!route) return send(response, { status: 404, json: { error: 'no such endpoint' } })
    const scenario = route.scenario(url.searchParams, url.pathname)
    const providerRequest = {
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      scenario,
    }
    requests.push(providerRequest)
    if (!route.isAuthorized(providerRequest)) return send(response, { status: 401, json: { error: 'key' } })
    const misbehave = faults[scenario]
    const attempt = requests.filter(
      (earlier) => earlier.path === url.pathname && earlier.scenario === scenario,
    ).length
    if (misbehave) return misbehave(response, route, attempt)
    return send(response, route.replies[scenario] ?? route.fallback)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
