import { isSamePerson, keysOfPerson } from '#domain/follow-up-boss/person.ts'
import type { RemotePerson } from '#domain/follow-up-boss/shapes.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as links from '../store/links.ts'
import type { LocalContact } from '../store/local.ts'
import * as tombstones from '../store/tombstones.ts'
import type { Run } from './run.ts'

/** The link of a person there. One whose contact was deleted here before a disconnect has a link without a contact again. */
export async function findPersonLink(
  { connection }: Run,
  tx: TenantTx,
  remoteId: number,
): Promise<links.Link | undefined> {
  const link = await links.findByRemote(tx, 'people', remoteId)
  if (link || !(await tombstones.remove(tx, connection.accountId, remoteId))) return link
  const localId = crypto.randomUUID()
  return links.insertLink(tx, { kind: 'person', resource: 'people', remoteId, localId, contactId: null })
}

/** Links a person there to the contact who is the same person, for their restrictions alone. */
export function linkRestrictions(run: Run, person: RemotePerson): Promise<links.Link | null> {
  return run.tenant(async (tx) => {
    const contactId = await run.features.contacts.findSamePerson(tx, keysOfPerson(person))
    if (!contactId) return null
    return links.insertLink(tx, {
      ...{ kind: 'restrictions', resource: 'people', remoteId: person.id, localId: null, contactId },
    })
  })
}

/** Links a person with all their data, whose restrictions alone were synced. */
export function linkFully(run: Run, link: links.Link & { contactId: string }): Promise<links.Link> {
  const { contactId } = link
  return run.tenant(async (tx) => {
    const isTaken = await hasMain(tx, contactId)
    const localId = isTaken ? null : contactId
    await links.setPerson(tx, link.id, localId)
    return { ...link, kind: 'person', localId }
  })
}

/** Tells whether a person's fields are synced with a contact, so that another one is a second record there. */
export async function hasMain(tx: TenantTx, contactId: string): Promise<boolean> {
  const known = await links.listOfContact(tx, contactId)
  return known.some(({ kind, localId }) => kind === 'person' && localId === contactId)
}

/** People there who are the same person as a contact without a link. */
export async function findSamePeople({ remote }: Run, contact: LocalContact): Promise<RemotePerson[]> {
  const { email, phone } = contact
  const pages = [
    ...(email ? [await remote.listPeople({ email })] : []),
    ...(phone ? [await remote.listPeople({ phone })] : []),
  ]
  const found = new Map(pages.flatMap(({ items }) => items).map((person) => [person.id, person]))
  return [...found.values()].filter((person) => isSamePerson(contact, person))
}
