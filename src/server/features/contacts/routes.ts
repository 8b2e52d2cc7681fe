import { Readable } from 'node:stream'
import {
  createContact,
  deleteContact,
  exportContacts,
  getContact,
  getVCard,
  listContacts,
  updateContact,
} from '#contract/contacts.ts'
import { toVCard, vcardFileName } from '#domain/contact-files/vcard.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ContactsService } from './service.ts'

/** For the most frequent requests, each of which is one transaction of one organization. */
const CACHED_SESSION = { session: 'remembered' } as const

export function contactsRoutes(api: Api, service: ContactsService): void {
  api.serve(
    listContacts,
    async (call) => {
      const { contacts, total, nextCursor } = await service.list(contextOf(call), call.query)
      call.reply.header('X-Total-Count', total)
      if (nextCursor) {
        const { cursor: _, ...query } = call.query
        const next = new URLSearchParams({ ...strings(query), cursor: nextCursor })
        call.reply.header('Link', `</api/contacts?${next}>; rel="next"`)
      }
      return contacts
    },
    CACHED_SESSION,
  )

  api.serve(exportContacts, async (call) => {
    const lines = service.export(contextOf(call), call.query)
    // Reads the first part now, so that errors come before the response begins.
    const first = await lines.next()
    const rest = async function* () {
      if (!first.done) yield first.value
      yield* lines
    }
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="contacts.csv"')
      .send(Readable.from(rest()))
  })

  api.serve(
    createContact,
    async (call) => {
      const contact = await service.add(contextOf(call), call.body)
      call.reply.code(201)
      return contact
    },
    CACHED_SESSION,
  )

  api.serve(getContact, (call) => service.get(contextOf(call), call.params.id), CACHED_SESSION)

  api.serve(
    updateContact,
    (call) => service.update(contextOf(call), call.params.id, call.body),
    CACHED_SESSION,
  )

  api.serve(deleteContact, async (call) => {
    await service.remove(contextOf(call), call.params.id, call.query.suppress === '1')
    return call.reply.code(204).send()
  })

  api.serve(getVCard, async (call) => {
    const contact = await service.get(contextOf(call), call.params.id)
    const name = vcardFileName(contact.firstName, contact.lastName)
    call.reply
      .type('text/vcard; charset=utf-8')
      .header(
        'Content-Disposition',
        `attachment; filename="${name.ascii}"; filename*=UTF-8''${encodeURIComponent(name.utf8)}`,
      )
      .serializer((card: unknown) => String(card))
    return toVCard(contact)
  })
}

function strings(query: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  )
}
