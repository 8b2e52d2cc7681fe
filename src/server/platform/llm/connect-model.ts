import type { Log } from '../log.ts'
import { CallError, unusable } from './call-error.ts'
import { createCleaner, cut } from './clean-text.ts'
import { createEndpoint } from './endpoint.ts'
import type { ModelRequest, ModelTool } from './language-model.ts'
import { MODEL_LIMITS, MOST_CALLS, type ModelLimits } from './model-limits.ts'
import type { ModelSettings } from './model-settings.ts'
import type { ObservedModel } from './model-status.ts'
import { createPatience, type Patience } from './patience.ts'
import { readAnswer, readRefusal } from './read-answer.ts'
import { watchCalls } from './watch.ts'

export type ConnectOptions = {
  log: Log
  limits?: Partial<ModelLimits>
  /** Milliseconds. */
  now?: () => number
}

type Choice = { name: string; arguments: unknown }

/** How endpoints refuse tools; and what their words must be about for all further questions to spare them. */
const TOOL_REFUSALS = [400, 404, 422]
const ABOUT_TOOLS = /tool|function/i

/**
 * The language model behind an endpoint of the chat-completions protocol. Nothing of a question, an answer or the key
 * reaches the log.
 */
export function connectModel(settings: ModelSettings, options: ConnectOptions): ObservedModel {
  const { log, now = Date.now } = options
  const limits: ModelLimits = { ...MODEL_LIMITS, ...options.limits }
  const endpoint = createEndpoint(settings, now)
  const watch = watchCalls({ limits, log, now })
  const { host } = endpoint
  let takesTools = true

  async function* ask<T>(
    caller: AbortSignal | undefined,
    run: (patience: Patience) => AsyncGenerator<T>,
  ): AsyncGenerator<T> {
    const call = watch.begin()
    const patience = createPatience(limits, caller)
    let heard = false
    try {
      for await (const part of twiceWhereDropped(() => run(patience))) {
        heard = true
        yield part
      }
      call.answered()
    } catch (error) {
      const failure = patience.over() ?? error
      if (failure instanceof CallError) call.failed(failure)
      throw failure
    } finally {
      patience.end()
      call.left(heard)
    }
  }

  async function* write(request: ModelRequest, patience: Patience): AsyncGenerator<string> {
    patience.expect(limits.firstByteMs)
    const response = await endpoint.post({ messages: messagesOf(request), stream: true }, patience)
    await endpoint.refuseUnlessOk(response)
    yield* shorten(textOf(readAnswer(response, { limits, patience })), request.maxCharacters)
  }

  async function* choose(
    request: ModelRequest,
    tools: readonly ModelTool[],
    patience: Patience,
  ): AsyncGenerator<Choice[]> {
    patience.expect(limits.firstByteMs)
    const offered = tools.map((tool) => ({ type: 'function', function: tool }))
    const body = { messages: messagesOf(request), stream: false, tools: offered, tool_choice: 'auto' }
    const response = await endpoint.post(body, patience)
    if (TOOL_REFUSALS.includes(response.status)) {
      takesTools = !ABOUT_TOOLS.test(await readRefusal(response, { limits, patience }))
      if (!takesTools) log.warn({ status: response.status }, 'The language model takes no tools')
      yield []
      return
    }
    await endpoint.refuseUnlessOk(response)
    const calls: Choice[] = []
    for await (const part of readAnswer(response, { limits, patience })) calls.push(...part.calls)
    const known = new Set(tools.map(({ name }) => name))
    yield calls
      .filter(({ name }) => known.has(name))
      .flatMap(withArguments)
      .slice(0, MOST_CALLS)
  }

  return {
    kind: 'connected',
    name: settings.name,
    host,
    write: (request) => ask(request.signal, (patience) => write(request, patience)),
    async choose(request, tools) {
      if (!takesTools || tools.length === 0) return []
      for await (const chosen of ask(request.signal, (patience) => choose(request, tools, patience)))
        return chosen
      return []
    },
    status: () => ({ name: settings.name, host, ...watch.status() }),
  }
}

/** Asks a second time where the connection broke before anything was said; never in the middle. */
async function* twiceWhereDropped<T>(run: () => AsyncGenerator<T>): AsyncGenerator<T> {
  let heard = false
  try {
    for await (const part of run()) {
      heard = true
      yield part
    }
    return
  } catch (error) {
    if (heard || !(error instanceof CallError && error.dropped)) throw error
  }
  yield* run()
}

/** Half characters would make some endpoints refuse the whole question. */
function messagesOf({ instructions, turns }: ModelRequest): { role: string; content: string }[] {
  return [{ role: 'system', content: instructions }, ...turns].map(({ role, content }) => ({
    role,
    content: content.toWellFormed(),
  }))
}

/**
 * The clean text of an answer, which begins with its first word.
 *
 * @throws {ModelError} where there is none
 */
async function* textOf(parts: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
  const cleaner = createCleaner()
  let begun = false
  const begin = (text: string) => {
    const shown = begun ? text : text.trimStart()
    begun ||= shown !== ''
    return shown
  }
  for await (const { text } of parts) {
    const clean = begin(cleaner.add(text))
    if (clean !== '') yield clean
  }
  const rest = begin(cleaner.end())
  if (rest !== '') yield rest
  if (!begun) throw unusable('The language model answered nothing')
}

/** At most `max` characters; then the endpoint is not listened to any longer. */
async function* shorten(pieces: AsyncIterable<string>, max: number): AsyncGenerator<string> {
  let left = max
  for await (const piece of pieces) {
    const shown = cut(piece, left)
    if (shown !== '') yield shown
    left -= piece.length
    if (left <= 0) return
  }
}

/** Without those whose arguments cannot be read. */
function withArguments(call: Choice): Choice[] {
  if (typeof call.arguments !== 'string') return [{ ...call, arguments: call.arguments ?? {} }]
  if (call.arguments.trim() === '') return [{ ...call, arguments: {} }]
  try {
    return [{ ...call, arguments: JSON.parse(call.arguments) }]
  } catch {
    return []
  }
}
