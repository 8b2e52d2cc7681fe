import { z } from 'zod'
import type { RateClass, Scope } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { MemberSession } from '#server/platform/http/session.ts'

/** A call of a tool, on behalf of the member behind a key or a connected app. */
export type ToolCall = {
  context: Context
  session: MemberSession
  /** True if the key allows it. */
  can(scope: Scope): boolean
  /** False for a caller with too many calls that wait for background work. */
  mayWait: boolean
}

export type Tool = {
  name: string
  title: string
  description: string
  /** Permissions that a key needs, all of them, to see and call the tool. */
  scopes: readonly Scope[]
  isReadOnly: boolean
  /** True if a second call with the same values changes nothing more. */
  isIdempotent: boolean
  /** A question for the person before the tool runs, where the client can ask one. */
  question?: string
  rate: RateClass
  input: z.ZodObject
  run(call: ToolCall, input: Record<string, unknown>): Promise<Record<string, unknown>>
}

/** A tool with the type of its input. */
export function tool<I extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'run' | 'rate' | 'isIdempotent'> &
    Partial<Pick<Tool, 'rate' | 'isIdempotent'>> & {
      input: I
      run(call: ToolCall, input: z.output<I>): Promise<Record<string, unknown>>
    },
): Tool {
  const { run, isReadOnly } = definition
  return {
    ...{ rate: isReadOnly ? 'read' : 'write', isIdempotent: isReadOnly },
    ...definition,
    // The SDK has parsed the input with the same schema.
    run: (call, input) => run(call, input as z.output<I>),
  }
}

/** An id of ours. The short pattern keeps the list of tools small. */
export const id = z
  .string()
  .regex(/^[0-9a-f-]{36}$/i, 'Use an id from another tool')
  .pipe(z.uuid('Use an id from another tool'))

/** Parses with a schema of the contract. @throws {AppError} invalid */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const fields = Object.fromEntries(error.issues.map(({ path, message }) => [path.join('.'), message]))
  throw new AppError('invalid', 'Some values are invalid', { fields })
}
