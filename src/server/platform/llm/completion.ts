import { z } from 'zod'
import { CallError, unusableError } from './call-error.ts'

/** A text, or a list of parts of which only texts are read; anything else counts as none. */
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

/** What a whole answer and a piece of a streamed one have in common, as far as anything of it is read. */
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
  /** Arguments are still as the model wrote them: JSON in a text, where it kept to the protocol. */
  calls: { name: string; arguments: unknown }[]
  /** Nothing of this answer follows. */
  last: boolean
}

/**
 * Reads one piece of a streamed answer, or a whole one.
 *
 * @throws {ModelError} 'unusable' for what is no JSON of the protocol, 'unavailable' for an error told instead
 */
export function readCompletion(json: string): CompletionPart {
  const parsed = completion.safeParse(parse(json))
  if (!parsed.success)
    throw unusableError('The language model answered something that is not of the protocol')
  const { error, choices } = parsed.data
  if (error !== undefined && error !== null)
    throw new CallError('unavailable', 'The language model reported an error', { about: 'answer' })
  const choice = choices?.find(({ index }) => (index ?? 0) === 0)
  const said = choice?.delta ?? choice?.message
  return {
    text: said?.content ?? '',
    calls: said?.tool_calls?.map(({ function: it }) => ({ name: it.name, arguments: it.arguments })) ?? [],
    last: Boolean(choice?.finish_reason),
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw unusableError('The language model answered something that is not JSON')
  }
}
