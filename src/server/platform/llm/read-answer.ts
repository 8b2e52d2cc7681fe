import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import type { CallDeadline } from './call-deadline.ts'
import { ModelError, networkError } from './language-model.ts'
import type { ModelLimits } from './model-limits.ts'

type ReadOptions = { limits: ModelLimits; deadline: CallDeadline }

const TOO_LONG_TEXT = "The language model's answer is too long"

/**
 * Reads the parts of an answer, streamed or not, depending on its content type. Leaving early closes the connection.
 *
 * @throws {ModelError}
 */
export async function* readAnswer(response: Response, options: ReadOptions): AsyncGenerator<CompletionPart> {
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/event-stream\b/i.test(type)) {
    yield* readEvents(response, options)
  } else if (/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    yield readCompletion(await readText(response, options))
  } else {
    await response.body?.cancel().catch(() => undefined)
    throw new ModelError('unusable', 'The language model returned neither JSON nor an event stream', {
      about: 'endpoint',
      setting: 'LLM_BASE_URL',
    })
  }
}

async function* readEvents(response: Response, options: ReadOptions): AsyncGenerator<CompletionPart> {
  const events: string[] = []
  let isTooBig = false
  const parser = createParser({
    maxBufferSize: options.limits.maxEvent,
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooBig = true
    },
  })
  const decoder = new TextDecoder()
  function* feed(text: string): Generator<CompletionPart> {
    parser.feed(text)
    if (isTooBig || events.some((data) => data.length > options.limits.maxEvent))
      throw new ModelError('unusable', TOO_LONG_TEXT)
    for (const data of events.splice(0)) {
      if (data.trim() === '') continue
      const part = data.trim() === '[DONE]' ? { text: '', calls: [], last: true } : readCompletion(data)
      yield part
      if (part.last) return
    }
  }
  for await (const chunk of readBytes(response, options)) {
    for (const part of feed(decoder.decode(chunk, { stream: true }))) {
      yield part
      if (part.last) return
    }
  }
  // Some endpoints omit the empty line that ends the last event.
  yield* feed(`${decoder.decode()}\n\n`)
}

async function readText(response: Response, options: ReadOptions): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readBytes(response, options)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/** Streams the body within the limits of size and silence. */
async function* readBytes(
  response: Response,
  { limits, deadline }: ReadOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (response.body === null) return
  const reader = response.body.getReader()
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error) => {
        throw networkError(error)
      })
      deadline.received()
      if (done) return
      bytes += value.byteLength
      if (bytes > limits.maxBytes) throw new ModelError('unusable', TOO_LONG_TEXT)
      yield value
      deadline.expect(limits.silenceMs)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Reads the beginning of an error message; empty if it can't be read. */
export async function readRefusal(response: Response, options: ReadOptions): Promise<string> {
  const limits = { ...options.limits, maxBytes: options.limits.maxEvent }
  return readText(response, { ...options, limits }).catch(() => '')
}

/** A text, or a list of parts of which only the texts are used; anything else counts as missing. */
const content = z
  .union([
    z.string(),
    z
      .array(z.object({ type: z.string().optional(), text: z.string().optional() }))
      .transform((parts) => parts.map(({ type, text }) => (type === 'text' && text) || '').join('')),
  ])
  .nullish()
  .catch(null)

const message = z.object({
  content,
  tool_calls: z
    .array(z.object({ function: z.object({ name: z.string(), arguments: z.unknown().optional() }) }))
    .nullish()
    .catch(null),
})

/** Fields we read, of both a complete answer and a streamed chunk. */
const completion = z.object({
  error: z.unknown().optional(),
  choices: z
    .array(
      z.object({
        index: z.number().nullish(),
        delta: message.nullish(),
        message: message.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
})

type CompletionPart = {
  text: string
  /** Arguments are as the model wrote them: JSON text if it followed the protocol. */
  calls: { name: string; arguments: unknown }[]
  /** True for the last part of the answer. */
  last: boolean
}

/**
 * Reads a chunk of a streamed answer, or a complete one.
 *
 * @throws {ModelError} 'unusable' for anything but JSON of the protocol, 'unavailable' for a reported error
 */
function readCompletion(json: string): CompletionPart {
  const parsed = completion.safeParse(parse(json))
  if (!parsed.success) throw new ModelError('unusable', 'The language model returned an unknown format')
  const { error, choices } = parsed.data
  if (error !== undefined && error !== null)
    throw new ModelError('unavailable', 'The language model reported an error')
  const choice = choices?.find(({ index }) => (index ?? 0) === 0)
  const message = choice?.delta ?? choice?.message
  return {
    text: message?.content ?? '',
    calls: message?.tool_calls?.map(({ function: it }) => ({ name: it.name, arguments: it.arguments })) ?? [],
    last: Boolean(choice?.finish_reason),
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new ModelError('unusable', 'The language model returned invalid JSON')
  }
}
