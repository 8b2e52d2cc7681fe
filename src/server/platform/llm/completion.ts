import { z } from 'zod'
import { ModelError } from './language-model.ts'

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

export type CompletionPart = {
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
export function readCompletion(json: string): CompletionPart {
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
