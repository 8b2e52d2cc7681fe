import { z } from 'zod'
import { MAX_MESSAGE_LENGTH } from '#domain/assistant/message.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import { signedInEndpoint } from './endpoint.ts'
import { isoDateTime } from './text.ts'

/** Sources of a reply: sections of the documentation and named contacts. */
const origins = {
  /** Sections of the documentation. */
  sources: z.array(z.object({ title: z.string(), slug: z.string(), heading: z.string() })),
  /** Contacts of the caller's organization; `write` is the channel for opening the outreach writer. */
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
 * Events of a `text/event-stream` response: `text` with a part of the reply as `{text}`, then `done` with the final
 * `ChatReply`, which replaces the parts, or `error` with an error body.
 */
export const CHAT_EVENTS = ['text', 'done', 'error'] as const
export type ChatEvent = (typeof CHAT_EVENTS)[number]

// NUL and lone surrogates can't be stored.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes them
const UNSTORABLE_PATTERN = /\u0000|\p{Surrogate}/gu

export const chat = signedInEndpoint('POST /api/chat', {
  summary:
    'Ask the assistant about the product or your contacts. Accept text/event-stream for server-sent events (`text`, `done`, `error`).',
  rate: 'heavy',
  duration: 'long',
  body: z.strictObject({
    message: z
      .string('Required')
      .transform((text) => text.replace(UNSTORABLE_PATTERN, '').trim())
      .pipe(
        z
          .string()
          .min(1, 'Enter a question')
          .max(MAX_MESSAGE_LENGTH, `Use at most ${MAX_MESSAGE_LENGTH} characters`),
      ),
  }),
  responses: { 200: chatReply },
})

const chatMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  /** Plain text. */
  content: z.string(),
  ...origins,
  createdAt: isoDateTime,
})

export const listChat = signedInEndpoint('GET /api/chat', {
  summary: 'Get the conversation with the assistant in this session, oldest message first',
  responses: { 200: z.array(chatMessage) },
})

export const clearChat = signedInEndpoint('DELETE /api/chat', {
  summary: 'Start a new conversation with the assistant and delete the current one',
})
