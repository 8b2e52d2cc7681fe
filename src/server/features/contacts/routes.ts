import { Readable } from 'node:stream'
import {
  countContactChoices,
  createContact,
  deleteContact,
  exportContacts,
  getContact,
  getVCard,
  listContacts,
  updateContact,
} from '#contract/contacts.ts'
import { toVCard, vcardFileName } from '#domain/contact-files/vcard.ts'
import { bindMember } from '#server/platform/bind-member.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { sendItems } from '#server/platform/page.ts'
import type { ContactsService } from './service.ts'

/** For the most frequent requests, each of which is a single transaction of one organization. */
const CACHED_SESSION = { session: 'remembered' } as const

export function contactsRoutes(api: Api, service: ContactsService): void {
  api.serve(
    listContacts,
    async (call) => sendItems(call, await service.list(contextOf(call), call.query)),
    CACHED_SESSION,
  )

  api.serve(countContactChoices, (call) => service.countChoices(contextOf(call), call.query))

  api.serve(exportContacts, async (call) => {
    const lines = service.export(contextOf(call), call.query)
    // Reads the first part now, so that an error comes before the response starts.
    const firstPart = await lines.next()
    const allParts = async function* () {
      if (!firstPart.done) yield firstPart.value
      yield* lines
    }
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="contacts.csv"')
      .send(Readable.from(bindMember(allParts())))
  })

  api.serve(createContact, (call) => service.add(contextOf(call), call.body), CACHED_SESSION)

  api.serve(getContact, (call) => service.get(contextOf(call), call.params.id), CACHED_SESSION)

  api.serve(
    updateContact,
    (call) => service.update(contextOf(call), call.params.id, call.body),
    CACHED_SESSION,
  )

  api.serve(deleteContact, (call) =>
    service.remove(contextOf(call), call.params.id, call.query.suppress === '1'),
  )

  api.serve(getVCard, async (call) => {
    const contact = await service.readCard(contextOf(call), call.params.id)
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
