import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { ChatEvent, ChatReply } from '#contract/assistant.ts'
import { send } from '#web/lib/api.ts'

/**
 * Asks the assistant. Calls `onText` with the text so far while the answer streams; the final event has the whole
 * reply. Plain JSON replies work too.
 *
 * @throws {Error} if the response is not a complete reply
 */
export async function askAssistant(
  message: string,
  onText: (partialReply: string) => void,
  signal?: AbortSignal,
): Promise<ChatReply> {
  const accept = { Accept: 'text/event-stream, application/json' }
  const response = await send('POST', '/api/chat', { message }, signal, accept)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  return isStream && response.body ? readEvents(response.body, onText) : replyOf(await response.json())
}

async function readEvents(
  body: ReadableStream<BufferSource>,
  onText: (partialReply: string) => void,
): Promise<ChatReply> {
  let partialReply = ''
  let reply: ChatReply | null = null
  const handlers: Record<ChatEvent, (data: string) => void> = {
    text: (data) => {
      partialReply += String((JSON.parse(data) as { text?: unknown }).text ?? '')
      onText(partialReply)
    },
    done: (data) => {
      reply = replyOf(JSON.parse(data))
    },
    error: (data) => {
      throw new Error(`The assistant failed: ${data}`)
    },
  }
  const onEvent = ({ event, data }: EventSourceMessage) => handlers[event as ChatEvent]?.(data)
  const parser = createParser({ onEvent })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    parser.feed(value)
  }
  if (!reply) throw new Error('The assistant stream ended without a reply')
  return reply
}

/** Checks the shape, since a proxy may respond in place of the server. */
function replyOf(body: unknown): ChatReply {
  const { reply, sources, contacts } = (body ?? {}) as Partial<ChatReply>
  if (typeof reply !== 'string') throw new Error('The assistant response has no reply')
  return { reply, sources: sources ?? [], ...(contacts ? { contacts } : {}) }
}
