import { z } from 'zod'
import { MESSAGE_MAX } from '#domain/assistant/message.ts'
import { endpoint } from './endpoint.ts'

const chatReply = z.object({
  /** Plain text. */
  reply: z.string(),
  /** The sections of the documentation that the reply rests on; empty when it does not know. */
  sources: z.array(z.object({ title: z.string(), slug: z.string(), heading: z.string() })),
})
export type ChatReply = z.infer<typeof chatReply>

export const chat = endpoint({
  method: 'POST',
  path: '/api/chat',
  summary: 'Ask the assistant about the product; it answers from the documentation',
  access: 'signed-in',
  rate: 'heavy',
  body: z.strictObject({
    message: z
      .string('Required')
      .trim()
      .min(1, 'Write a question')
      .max(MESSAGE_MAX, `Use at most ${MESSAGE_MAX} characters`),
  }),
  answers: { 200: chatReply },
})
