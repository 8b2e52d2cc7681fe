import * as contract from '#contract/v1/contacts.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Page } from '#server/platform/page.ts'
import type { PublicApiService } from './service.ts'

const CACHED_SESSION = { session: 'remembered' } as const

export function publicApiRoutes(api: Api, service: PublicApiService): void {
  contactRoutes(api, service)
}

function contactRoutes(api: Api, { contacts }: PublicApiService): void {
  api.serve(
    contract.listContacts,
    async (call) => pageFrom(await contacts.list(contextOf(call), call.query)),
    CACHED_SESSION,
  )
  api.serve(contract.getContact, (call) => contacts.get(contextOf(call), call.params.id), CACHED_SESSION)
  api.serve(contract.createContact, (call) => contacts.add(contextOf(call), call.body), {
    repeat: { keep: ({ id }) => id, answer: (call, id) => contacts.get(contextOf(call), String(id)) },
  })
  api.serve(contract.updateContact, (call) => contacts.change(contextOf(call), call.params.id, call.body), {
    repeat: { keep: ({ id }) => id, answer: (call, id) => contacts.get(contextOf(call), String(id)) },
  })
  api.serve(contract.deleteContact, (call) => contacts.remove(contextOf(call), call.params.id))
  api.serve(contract.getExternalContact, (call) => contacts.getLinked(contextOf(call), call.params))
  api.serve(contract.upsertContact, async (call) => {
    const { contact, isNew } = await contacts.upsert(contextOf(call), call.params, call.body)
    call.reply.code(isNew ? 201 : 200)
    return contact
  })
  api.serve(
    contract.batchContacts,
    async (call) => ({ results: await contacts.saveAll(contextOf(call), call.body.items) }),
    {
      repeat: {
        keep: ({ results }) => results.map(({ status, id, error }) => ({ status, id, error })),
        answer: async (_call, results) => ({ results: results as contract.BatchResult[] }),
      },
    },
  )
}

/** A page in the shape of the public API. */
function pageFrom<T>({ items, next }: Page<T>): { data: T[]; next: string | null } {
  return { data: items, next }
}
