import { z } from 'zod'
import type { RemoteEvent, RemoteNote, RemotePerson, RemoteTask } from '#domain/follow-up-boss/shapes.ts'
import { type RemoteClient, RemoteError } from '#server/platform/follow-up-boss/client.ts'
import { PAGE_SIZE } from '../limits.ts'
import type { Resource } from '../store/links.ts'

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)
const id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const point = z.looseObject({
  value: z.string(),
  type: z.string().nullish(),
  status: z.string().nullish(),
  // The documentation shows both numbers and booleans.
  isPrimary: z.union([z.boolean(), z.number()]).optional().transform(Boolean),
})
const address = z.looseObject({
  type: z.string().nullish(),
  street: z.string().nullish(),
  city: z.string().nullish(),
  state: z.string().nullish(),
  code: z.string().nullish(),
})
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? [])

const person: z.ZodType<RemotePerson> = z.object({
  id,
  updated: z.string(),
  firstName: text,
  lastName: text,
  stage: text,
  tags: listOf(z.string()),
  emails: listOf(point),
  phones: listOf(point),
  addresses: listOf(address),
})
const note: z.ZodType<RemoteNote> = z.object({
  id,
  personId: id,
  updated: z.string(),
  subject: text,
  body: text,
  isHtml: z.boolean().nullish().transform(Boolean),
})
const task: z.ZodType<RemoteTask> = z.object({
  id,
  personId: id,
  updated: z.string(),
  name: z.string(),
  dueDate: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d/)
    .transform((day) => day.slice(0, 10))
    .nullish()
    .transform((day) => day ?? null),
  isCompleted: z.union([z.boolean(), z.number()]).nullish().transform(Boolean),
})
const event: z.ZodType<RemoteEvent> = z.object({
  id,
  personId: id,
  created: z.string(),
  type: z.string(),
  source: text,
  message: text,
})
const identity = z.object({ account: z.object({ id, name: text }), user: z.object({ name: text }).nullish() })
const hook = z.object({ id, event: z.string(), url: z.string() })

const PERSON_FIELDS = 'id,updated,firstName,lastName,stage,tags,emails,phones,addresses'

/** @throws {RemoteError} for an answer of another shape */
function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new RemoteError('rejected', 'Its answer has an unknown form')
  return parsed.data
}

export type RemotePage<T> = { items: T[]; next: string | null; total: number }

/** Follow Up Boss in the shapes that the sync uses. */
export function createRemote(client: RemoteClient) {
  async function list<T>(
    resource: Resource,
    item: z.ZodType<T>,
    query: Record<string, string | number | undefined>,
  ): Promise<RemotePage<T>> {
    const answer = await client.get(`/${resource}`, { limit: PAGE_SIZE, ...query })
    const metadata = z
      .object({ total: z.number().int().nullish(), next: z.string().max(2000).nullish() })
      .nullish()
    const page = parse(z.looseObject({ _metadata: metadata }), answer)
    // One odd object doesn't stop the rest.
    const items = parse(z.array(z.unknown()), page[resource]).flatMap(
      (each) => item.safeParse(each).data ?? [],
    )
    return { items, next: page._metadata?.next ?? null, total: page._metadata?.total ?? items.length }
  }

  const find = async <T>(path: string, schema: z.ZodType<T>, query?: Record<string, string>) => {
    const answer = await client.find(path, query)
    return answer === null ? null : parse(schema, answer)
  }

  return {
    async readAccount(): Promise<{ id: number; name: string }> {
      const { account, user } = parse(identity, await client.get('/identity'))
      return { id: account.id, name: (account.name || user?.name || `Account ${account.id}`).slice(0, 200) }
    },

    findPerson: (personId: number) => find(`/people/${personId}`, person, { fields: PERSON_FIELDS }),
    listPeople: (
      query: {
        next?: string | undefined
        sort?: string
        limit?: number
        email?: string
        phone?: string
      } = {},
    ) => list('people', person, { fields: PERSON_FIELDS, includeTrash: 'true', ...query }),
    /** Adds a person, or returns the one with the same address or number, unchanged. Runs no automations. */
    addPerson: async (body: object) =>
      parse(person, await client.call('POST', '/people', { query: { deduplicate: 'true' }, body })),
    /** Tags are added to those that are there. */
    changePerson: async (personId: number, body: object) =>
      parse(person, await client.call('PUT', `/people/${personId}`, { query: { mergeTags: 'true' }, body })),

    findNote: (noteId: number) => find(`/notes/${noteId}`, note),
    listNotes: (query: { next?: string | undefined; personId?: number; limit?: number } = {}) =>
      list('notes', note, query),
    addNote: async (body: object) => parse(note, await client.call('POST', '/notes', { body })),
    changeNote: async (noteId: number, body: object) =>
      parse(note, await client.call('PUT', `/notes/${noteId}`, { body })),

    findTask: (taskId: number) => find(`/tasks/${taskId}`, task),
    listTasks: (query: { next?: string | undefined; personId?: number; limit?: number } = {}) =>
      list('tasks', task, query),
    addTask: async (body: object) => parse(task, await client.call('POST', '/tasks', { body })),
    changeTask: async (taskId: number, body: object) =>
      parse(task, await client.call('PUT', `/tasks/${taskId}`, { body })),

    findEvent: (eventId: number) => find(`/events/${eventId}`, event),
    listEvents: (query: { next?: string | undefined; personId?: number; limit?: number } = {}) =>
      list('events', event, query),

    listHooks: async () =>
      parse(z.object({ webhooks: listOf(hook) }), await client.get('/webhooks')).webhooks,
    addHook: (name: string, url: string) => client.call('POST', '/webhooks', { body: { event: name, url } }),
    removeHook: (hookId: number) => client.call('DELETE', `/webhooks/${hookId}`),
  }
}
export type Remote = ReturnType<typeof createRemote>
