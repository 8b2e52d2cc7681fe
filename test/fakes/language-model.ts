import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

/**
 * A language model of the chat-completions protocol on the loopback address, scripted answer by answer:
 *
 *   const fake = await startFakeModel()              fake.url → 'http://127.0.0.1:40123/v1' (LLM_BASE_URL)
 *   fake.answer('Hello there.', 'And again.')        one per call, in order; afterwards `fake.defaultAnswer`
 *   fake.answer({ pieces: ['Hel', gate, 'lo.'] })    waits for the promise between the pieces
 *   fake.choose({ calls: [{ name: 'tasks', arguments: { due: 'today' } }] })   for calls that offer tools; else none
 *   fake.requests                                    all calls, oldest first: { body, raw, headers, disconnected }
 *   fake.sentText()                                  all requests as one text, to search for canaries
 *   await fake.waitForRequests(2)                    waits for the second call
 *   fake.reset() · await fake.stop()
 *
 * Three failures in a row (hang, drop, 5xx, HTML …) open the product's circuit breaker for half a minute, so script a good
 * answer between them.
 */
export type FakeModel = {
  url: string
  requests: FakeRequest[]
  /** Queues answers to calls without tools. */
  answer(...answers: FakeResponse[]): void
  /** Queues answers to calls with tools; without any the model chooses none. */
  choose(...answers: FakeResponse[]): void
  /** Answer when nothing is queued. */
  defaultAnswer: FakeResponse
  sentText(): string
  waitForRequests(count: number): Promise<void>
  /** Forgets requests and queued answers. */
  reset(): void
  stop(): Promise<void>
}

export type FakeRequest = {
  path: string
  headers: IncomingHttpHeaders
  /** The body as sent. */
  raw: string
  body: FakeBody
  /** Resolves when the connection of this call closes before the response is complete. */
  disconnected: Promise<void>
}

export type FakeBody = {
  model?: string
  stream?: boolean
  messages: { role: string; content: string }[]
  tools?: { type: string; function: { name: string } }[]
}

/** End of a scripted stream: normal, without `[DONE]`, by a broken connection, or never. */
export type FakeEnd = 'done' | 'plain' | 'cut' | 'hang'

export type FakeResponse =
  /** A text, streamed word by word (plain JSON unless a stream was requested). */
  | string
  | { pieces: (string | Promise<unknown>)[]; end?: FakeEnd }
  /** A text as plain JSON, even if a stream was requested. */
  | { json: string }
  /** `after` delays the answer until it settles. */
  | { calls: { name: string; arguments: unknown }[]; after?: Promise<unknown> }
  | { status: number; headers?: Record<string, string>; body?: string }
  /** The exact bytes of the body; `text/event-stream` by default. */
  | { raw: string[]; contentType?: string; end?: FakeEnd }
  | { fault: FakeFault }

export type FakeFault = keyof typeof faults

const DEFAULT_ANSWER = 'The model answers.'
const SSE = { 'content-type': 'text/event-stream; charset=utf-8' }

/** Misbehavior of an endpoint. */
const faults = {
  /** Accepts the request and never responds. */
  hang: () => undefined,
  /** Sends headers and nothing after them. */
  'hang-after-headers': (response: ServerResponse) => {
    response.writeHead(200, SSE).flushHeaders()
  },
  /** Closes the connection without a byte. */
  drop: (response: ServerResponse) => {
    response.socket?.destroy()
  },
  /** A stream without text. */
  empty: (response: ServerResponse) => {
    response.writeHead(200, SSE).end('data: [DONE]\n\n')
  },
  /** Endless text, as fast as it is read. */
  endless: (response: ServerResponse) => {
    response.writeHead(200, SSE)
    const writeMore = () => {
      while (!response.destroyed && response.write(event('more and more words. ')));
    }
    response.on('drain', writeMore)
    writeMore()
  },
  /** Endless keep-alive comments without text. */
  comments: (response: ServerResponse) => {
    response.writeHead(200, SSE)
    const timer = setInterval(() => response.write(': keep-alive\n\n'), 5)
    response.on('close', () => clearInterval(timer))
  },
  html: (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Sign in to the network</title>')
  },
  /** Events with invalid JSON. */
  malformed: (response: ServerResponse) => {
    response.writeHead(200, SSE).end('data: {"choices":[{"delta":\n\ndata: not json\n\n')
  },
  /** Redirects to a URL that must never be requested. */
  redirect: (response: ServerResponse) => {
    response.writeHead(307, { location: 'http://127.0.0.1:1/v1/chat/completions' }).end()
  },
}

/** One streamed piece, as an endpoint sends it. */
export function event(content: string | null, finish: string | null = null): string {
  const delta = content === null ? {} : { content }
  return `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
}

function send(response: ServerResponse, json: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json))
}

function completion(message: Record<string, unknown>, finish = 'stop') {
  return { object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }] }
}

function callsOf(calls: { name: string; arguments: unknown }[]) {
  const tool_calls = calls.map((call, index) => ({
    id: `call_${index}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }))
  return completion({ role: 'assistant', content: null, tool_calls }, 'tool_calls')
}

function finish(response: ServerResponse, end: FakeEnd): void {
  if (end === 'done') response.end('data: [DONE]\n\n')
  else if (end === 'plain') response.end()
  // Lets sent bytes reach the reader before the connection breaks.
  else if (end === 'cut') setImmediate(() => response.socket?.destroySoon())
}

async function stream(
  response: ServerResponse,
  pieces: (string | Promise<unknown>)[],
  end: FakeEnd,
): Promise<void> {
  response.writeHead(200, SSE).flushHeaders()
  for (const piece of pieces) {
    if (typeof piece === 'string') response.write(event(piece))
    else await piece
  }
  if (end === 'done') response.write(event(null, 'stop'))
  finish(response, end)
}

async function reply(response: ServerResponse, fakeResponse: FakeResponse, body: FakeBody): Promise<void> {
  if (typeof fakeResponse === 'string') {
    if (!body.stream) return send(response, completion({ role: 'assistant', content: fakeResponse }))
    return stream(response, fakeResponse.match(/\s*\S+\s*/g) ?? [fakeResponse], 'done')
  }
  if ('pieces' in fakeResponse) return stream(response, fakeResponse.pieces, fakeResponse.end ?? 'done')
  if ('json' in fakeResponse)
    return send(response, completion({ role: 'assistant', content: fakeResponse.json }))
  if ('calls' in fakeResponse) {
    await fakeResponse.after
    return send(response, callsOf(fakeResponse.calls))
  }
  if ('fault' in fakeResponse) return faults[fakeResponse.fault](response)
  if ('status' in fakeResponse) {
    response.writeHead(fakeResponse.status, { 'content-type': 'application/json', ...fakeResponse.headers })
    response.end(fakeResponse.body ?? '{"error":{"message":"refused"}}')
    return
  }
  response.writeHead(200, { 'content-type': fakeResponse.contentType ?? SSE['content-type'] }).flushHeaders()
  for (const bytes of fakeResponse.raw) response.write(bytes)
  finish(response, fakeResponse.end ?? 'plain')
}

/** Invalid bodies are recorded and answered like any other. */
function parse(raw: string): FakeBody {
  try {
    return { messages: [], ...JSON.parse(raw) }
  } catch {
    return { messages: [] }
  }
}

/** Starts a scripted model; see the top of this file. */
export async function startFakeModel(): Promise<FakeModel> {
  const queues: { answers: FakeResponse[]; choices: FakeResponse[] } = { answers: [], choices: [] }
  const waiting: { count: number; resolve: () => void }[] = []

  const server = createServer(async (request, response) => {
    let raw = ''
    for await (const chunk of request.setEncoding('utf8')) raw += chunk
    const body = parse(raw)
    const disconnected = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableFinished) resolve()
      })
    })
    fake.requests.push({ path: request.url ?? '', headers: request.headers, raw, body, disconnected })
    for (const { count, resolve } of waiting) if (fake.requests.length >= count) resolve()
    const fakeResponse = body.tools
      ? (queues.choices.shift() ?? { json: 'None of them.' })
      : (queues.answers.shift() ?? fake.defaultAnswer)
    await reply(response, fakeResponse, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()

  const fake: FakeModel = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    requests: [],
    answer: (...answers) => void queues.answers.push(...answers),
    choose: (...answers) => void queues.choices.push(...answers),
    defaultAnswer: DEFAULT_ANSWER,
    sentText: () => fake.requests.map(({ raw }) => raw).join('\n'),
    waitForRequests: (count) =>
      fake.requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => void waiting.push({ count, resolve })),
    reset() {
      fake.requests.length = 0
      queues.answers.length = 0
      queues.choices.length = 0
      fake.defaultAnswer = DEFAULT_ANSWER
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return fake
}
