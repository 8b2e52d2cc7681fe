import { z } from 'zod'
import { MESSAGE_MAX } from '#domain/assistant/message.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime } from './text.ts'

/** Where a reply comes from: sections of the documentation, and contacts that it names. */
const origins = {
  /** Empty when no section was used. */
  sources: z.array(z.object({ title: z.string(), slug: z.string(), heading: z.string() })),
  /** Contacts of the caller's own organization; `write` names the channel to open the outreach writer with. */
  contacts: z
    .array(z.object({ id: z.string(), name: z.string(), write: z.enum(CHANNELS).optional() }))
    .optional(),
}

const chatReply = z.object({
  /** Plain text. */
  reply: z.string(),
  ...origins,
})
export type ChatReply = z.infer<typeof chatReply>

/**
 * The events of an answer of `text/event-stream`: `text` with a stretch of it as `{text}`; then `done` with the whole as
 * `ChatReply`, which takes the place of what came before; or `error` with the body of a refusal.
 */
export const CHAT_EVENTS = ['text', 'done', 'error'] as const
export type ChatEvent = (typeof CHAT_EVENTS)[number]

// Neither can be stored, and nobody types them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing it is the point
const UNSTORABLE = /\u0000|\p{Surrogate}/gu

export const chat = endpoint({
  method: 'POST',
  path: '/api/chat',
  summary:
    'Ask the assistant about the product or your own contacts; answers as server-sent events (`text`, `done`, `error`) where the caller accepts text/event-stream',
  access: 'signed-in',
  rate: 'heavy',
  duration: 'long',
  body: z.strictObject({
    message: z
      .string('Required')
      .transform((text) => text.replace(UNSTORABLE, '').trim())
      .pipe(z.string().min(1, 'Write a question').max(MESSAGE_MAX, `Use at most ${MESSAGE_MAX} characters`)),
  }),
  answers: { 200: chatReply },
})

const chatMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  /** Plain text. */
  content: z.string(),
  ...origins,
  createdAt: isoDateTime,
})

export const listChat = endpoint({
  method: 'GET',
  path: '/api/chat',
  summary: 'The conversation with the assistant in this session, oldest message first',
  access: 'signed-in',
  rate: 'read',
  answers: { 200: z.array(chatMessage) },
})

export const clearChat = endpoint({
  method: 'DELETE',
  path: '/api/chat',
  summary: 'Begin a new conversation with the assistant; the one so far is forgotten',
  access: 'signed-in',
  rate: 'write',
  answers: { 204: z.undefined() },
})
