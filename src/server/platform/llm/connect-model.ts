import type { Log } from '../log.ts'
import { type CallDeadline, createCallDeadline } from './call-deadline.ts'
import { createCallWatcher } from './call-watcher.ts'
import { createCleaner, truncate } from './clean-text.ts'
import { createEndpoint } from './endpoint.ts'
import type { ModelSettings, ObservedModel } from './language-model.ts'
import { ModelError, type ModelRequest, type ModelTool } from './language-model.ts'
import { MAX_TOOL_CALLS, MODEL_LIMITS, type ModelLimits } from './model-limits.ts'
import { readAnswer, readRefusal } from './read-answer.ts'

export type ConnectOptions = {
  log: Log
  limits?: Partial<ModelLimits>
  /** Milliseconds. */
  now?: () => number
}

type ToolChoice = { name: string; arguments: unknown }

/** Statuses of endpoints that reject tools. If the message mentions tools, later requests leave them out. */
const TOOL_REFUSALS = [400, 404, 422]
const ABOUT_TOOLS_PATTERN = /tool|function/i

/**
 * Connects to a language model with the chat-completions protocol. Questions, answers and the key are never logged.
 */
export function connectModel(settings: ModelSettings, options: ConnectOptions): ObservedModel {
  const { log, now = Date.now } = options
  const limits: ModelLimits = { ...MODEL_LIMITS, ...options.limits }
  const endpoint = createEndpoint(settings, now)
  const watch = createCallWatcher({ limits, log, now })
  const { host } = endpoint
  let takesTools = true

  async function* runCall<T>(
    caller: AbortSignal | undefined,
    run: (deadline: CallDeadline) => AsyncGenerator<T>,
  ): AsyncGenerator<T> {
    const call = watch.startCall()
    const deadline = createCallDeadline(limits, caller)
    let hasOutput = false
    try {
      for await (const part of retryWhenDropped(() => run(deadline))) {
        hasOutput = true
        yield part
      }
      call.recordAnswer()
    } catch (error) {
      const failure = deadline.failure() ?? error
      if (failure instanceof ModelError) call.recordFailure(failure)
      throw failure
    } finally {
      deadline.end()
      call.recordAbandoned(hasOutput)
    }
  }

  async function* write(request: ModelRequest, deadline: CallDeadline): AsyncGenerator<string> {
    deadline.expect(limits.firstByteMs)
    const response = await endpoint.post({ messages: messagesOf(request), stream: true }, deadline)
    await endpoint.throwUnlessOk(response)
    yield* shorten(textOf(readAnswer(response, { limits, deadline })), request.maxCharacters)
  }

  async function* choose(
    request: ModelRequest,
    tools: readonly ModelTool[],
    deadline: CallDeadline,
  ): AsyncGenerator<ToolChoice[]> {
    deadline.expect(limits.firstByteMs)
    const toolList = tools.map((tool) => ({ type: 'function', function: tool }))
    const body = { messages: messagesOf(request), stream: false, tools: toolList, tool_choice: 'auto' }
    const response = await endpoint.post(body, deadline)
    if (TOOL_REFUSALS.includes(response.status)) {
      takesTools = !ABOUT_TOOLS_PATTERN.test(await readRefusal(response, { limits, deadline }))
      if (!takesTools) log.warn({ status: response.status }, 'The language model does not support tools')
      yield []
      return
    }
    await endpoint.throwUnlessOk(response)
    const calls: ToolChoice[] = []
    for await (const part of readAnswer(response, { limits, deadline })) calls.push(...part.calls)
    const toolNames = new Set(tools.map(({ name }) => name))
    yield calls
      .filter(({ name }) => toolNames.has(name))
      .flatMap(withArguments)
      .slice(0, MAX_TOOL_CALLS)
  }

  return {
    kind: 'connected',
    name: settings.name,
    host,
    write: (request) => runCall(request.signal, (deadline) => write(request, deadline)),
    async choose(request, tools) {
      if (!takesTools || tools.length === 0) return []
      for await (const choices of runCall(request.signal, (deadline) => choose(request, tools, deadline)))
        return choices
      return []
    },
    status: () => ({ name: settings.name, host, ...watch.status() }),
  }
}

/** Retries once if the connection broke before any output; never in the middle of an answer. */
async function* retryWhenDropped<T>(run: () => AsyncGenerator<T>): AsyncGenerator<T> {
  let hasOutput = false
  try {
    for await (const part of run()) {
      hasOutput = true
      yield part
    }
    return
  } catch (error) {
    if (hasOutput || !(error instanceof ModelError && error.details.dropped)) throw error
  }
  yield* run()
}

/** Builds the messages; lone surrogates are replaced, because some endpoints reject them. */
function messagesOf({ instructions, turns }: ModelRequest): { role: string; content: string }[] {
  return [{ role: 'system', content: instructions }, ...turns].map(({ role, content }) => ({
    role,
    content: content.toWellFormed(),
  }))
}

/**
 * Yields the clean text of an answer, without leading whitespace.
 *
 * @throws {ModelError} for an empty answer
 */
async function* textOf(parts: AsyncIterable<{ text: string }>): AsyncGenerator<string> {
  const cleaner = createCleaner()
  let hasStarted = false
  const trimFirst = (text: string) => {
    const trimmed = hasStarted ? text : text.trimStart()
    hasStarted ||= trimmed !== ''
    return trimmed
  }
  for await (const { text } of parts) {
    const cleanText = trimFirst(cleaner.add(text))
    if (cleanText !== '') yield cleanText
  }
  const remainder = trimFirst(cleaner.end())
  if (remainder !== '') yield remainder
  if (!hasStarted) throw new ModelError('unusable', 'The language model returned an empty answer')
}

/** Yields at most `max` characters, then stops reading. */
async function* shorten(pieces: AsyncIterable<string>, max: number): AsyncGenerator<string> {
  let remaining = max
  for await (const piece of pieces) {
    const visible = truncate(piece, remaining)
    if (visible !== '') yield visible
    remaining -= piece.length
    if (remaining <= 0) return
  }
}

/** Parses a call's arguments; drops the call if they are not valid JSON. */
function withArguments(call: ToolChoice): ToolChoice[] {
  if (typeof call.arguments !== 'string') return [{ ...call, arguments: call.arguments ?? {} }]
  if (call.arguments.trim() === '') return [{ ...call, arguments: {} }]
  try {
    return [{ ...call, arguments: JSON.parse(call.arguments) }]
  } catch {
    return []
  }
}
