import { createParser } from 'eventsource-parser'
import type { CallDeadline } from './call-deadline.ts'
import { networkError } from './call-error.ts'
import { type CompletionPart, readCompletion } from './completion.ts'
import { ModelError } from './language-model.ts'
import type { ModelLimits } from './model-limits.ts'

type ReadOptions = { limits: ModelLimits; deadline: CallDeadline }

const TOO_LONG_TEXT = "The language model's answer is too long"

/**
 * Reads the parts of an answer, streamed or not, depending on its content type. Leaving early closes the connection.
 *
 * @throws {ModelError}
 */
export async function* readAnswer(response: Response, reading: ReadOptions): AsyncGenerator<CompletionPart> {
  const type = response.headers.get('content-type') ?? ''
  if (/^text\/event-stream\b/i.test(type)) {
    yield* readEvents(response, reading)
  } else if (/^application\/([\w.-]+\+)?json\b/i.test(type)) {
    yield readCompletion(await readText(response, reading))
  } else {
    await response.body?.cancel().catch(() => undefined)
    throw new ModelError('unusable', 'The language model returned neither JSON nor an event stream', {
      about: 'endpoint',
      setting: 'LLM_BASE_URL',
    })
  }
}

async function* readEvents(response: Response, reading: ReadOptions): AsyncGenerator<CompletionPart> {
  const arrived: string[] = []
  let tooBig = false
  const parser = createParser({
    maxBufferSize: reading.limits.maxEvent,
    onEvent: ({ data }) => arrived.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') tooBig = true
    },
  })
  const decoder = new TextDecoder()
  function* feed(text: string): Generator<CompletionPart> {
    parser.feed(text)
    if (tooBig || arrived.some((data) => data.length > reading.limits.maxEvent))
      throw new ModelError('unusable', TOO_LONG_TEXT)
    for (const data of arrived.splice(0)) {
      if (data.trim() === '') continue
      const part = data.trim() === '[DONE]' ? { text: '', calls: [], last: true } : readCompletion(data)
      yield part
      if (part.last) return
    }
  }
  for await (const chunk of readBytes(response, reading)) {
    for (const part of feed(decoder.decode(chunk, { stream: true }))) {
      yield part
      if (part.last) return
    }
  }
  // Some endpoints omit the empty line that ends the last event.
  yield* feed(`${decoder.decode()}\n\n`)
}

async function readText(response: Response, reading: ReadOptions): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of readBytes(response, reading)) text += decoder.decode(chunk, { stream: true })
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
export async function readRefusal(response: Response, reading: ReadOptions): Promise<string> {
  const limits = { ...reading.limits, maxBytes: reading.limits.maxEvent }
  return readText(response, { ...reading, limits }).catch(() => '')
}
