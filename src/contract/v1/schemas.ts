import { z } from 'zod'

/** Schemas with a name of their own in the API description and in generated clients. */
export const namedSchemas = z.registry<{ id: string }>()

/** Names a schema, such as `Contact`. */
export function named<T extends z.ZodType>(id: string, schema: T): T {
  namedSchemas.add(schema, { id })
  return schema
}

const MAX_PAGE_SIZE = 200

/** Query of a list. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(50).describe('Items on a page'),
  cursor: z.string().max(300).optional().describe('`next` of the page before'),
}

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    next: z.string().nullable().describe('Cursor of the next page; null on the last one'),
  })

/** The body of every error, after RFC 9457. */
export const problem = named(
  'Problem',
  z.object({
    type: z.string().describe('Address of the description of this kind of error'),
    title: z.string(),
    status: z.number().int(),
    detail: z.string().describe('What went wrong, for people'),
    instance: z.string().describe('Path of the request'),
    code: z.string().describe('Kind of error, for programs'),
    requestId: z.string(),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .describe('One entry for each invalid field'),
    contactId: z.string().optional().describe('The contact that is already there'),
  }),
)
export type Problem = z.infer<typeof problem>
