import { Agent, request } from 'node:http'

export type Call = { method?: string; path: string; headers?: Record<string, string>; body?: string }
/** `status` 0: no answer came, and `error` says why. */
export type Outcome = {
  status: number
  error: string
  retryAfter: string | undefined
  ms: number
  body: string
}

/** Sends one call and never throws. */
function send(url: string, { method = 'GET', path, headers, body }: Call, agent: Agent): Promise<Outcome> {
  const begun = performance.now()
  return new Promise((resolve) => {
    const end = (outcome: Partial<Outcome>) =>
      resolve({
        status: 0,
        error: '',
        retryAfter: undefined,
        body: '',
        ...outcome,
        ms: performance.now() - begun,
      })
    const sent = request(url + path, { method, headers, agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () =>
        end({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text }),
      )
      response.on('error', (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => end({ error: error.code ?? error.message }))
    sent.end(body)
  })
}

/** Runs clients that each send one request after another on persistent connections, until stopped. */
export async function sendContinuously(
  url: string,
  { connections, next, until }: { connections: number; next: () => Call; until: AbortSignal },
): Promise<Outcome[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const outcomes: Outcome[] = []
  const one = async () => {
    while (!until.aborted) {
      const outcome = await send(url, next(), agent)
      outcomes.push(outcome)
      if (outcome.error === 'ECONNREFUSED') return // the server is gone
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
  return outcomes
}
