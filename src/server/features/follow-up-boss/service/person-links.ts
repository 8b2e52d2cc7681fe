import { draftOfPerson, isSamePerson, keysOfPerson } from '#domain/follow-up-boss/person.ts'
import type { RemotePerson } from '#domain/follow-up-boss/shapes.ts'
import { CONTACT_FIELDS, type ContactDraft } from '#domain/identity/contact-draft.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import * as links from '../store/links.ts'
import type { LocalContact } from '../store/local.ts'
import * as tombstones from '../store/tombstones.ts'
import { hashesOf, type Run } from './run.ts'

/** The link of a person there. One whose contact was deleted here before a disconnect has a link without a contact again. */
export async function findPersonLink(
  { connection }: Run,
  tx: TenantTx,
  remoteId: number,
): Promise<links.Link | undefined> {
  const link = await links.findByRemote(tx, 'people', remoteId)
  if (link || !(await tombstones.takeTombstone(tx, connection.accountId, remoteId))) return link
  return links.insertLink(tx, {
    kind: 'person',
    resource: 'people',
    remoteId,
    localId: null,
    contactId: null,
  })
}

export const fieldsOf = (contact: ContactDraft): Record<string, string | null> =>
  Object.fromEntries(CONTACT_FIELDS.map((field) => [field, contact[field]]))

/** Values of the other side that count as seen when a deleted contact is added again, so that only later changes come. */
export function seenThere(person: RemotePerson): links.Seen {
  const draft = draftOfPerson(person)
  return draft ? { there: hashesOf(fieldsOf(draft)) } : {}
}

/**
 * Links a person there to the contact who is the same person, for their restrictions alone.
 *
 * @param former the link of a contact who was deleted here
 */
export function linkRestrictions(
  run: Run,
  person: RemotePerson,
  former: links.Link | undefined,
): Promise<links.Link | undefined> {
  return run.tenant(async (tx) => {
    const contactId = await run.features.contacts.findSamePerson(tx, keysOfPerson(person))
    if (!contactId) return undefined
    const target = { kind: 'restrictions' as const, localId: null, contactId }
    if (former) return links.relink(tx, former.id, { ...target, seen: seenThere(person) })
    return links.insertLink(tx, { ...target, resource: 'people', remoteId: person.id })
  })
}

/** Links a person with all their data; adds a contact without a link. */
export async function linkHere(
  run: Run,
  link: links.Link | undefined,
  person: RemotePerson,
): Promise<links.Link | 'unnamed'> {
  if (!link) return addHere(run, person)
  const { kind, contactId } = link
  return kind === 'restrictions' && contactId ? linkFully(run, { ...link, contactId }) : link
}

async function addHere(run: Run, person: RemotePerson): Promise<links.Link | 'unnamed'> {
  const draft = draftOfPerson(person)
  if (!draft) return 'unnamed'
  const link = { resource: 'people' as const, remoteId: person.id }
  try {
    let added: links.Link | undefined
    await run.features.contacts.add(run.context, draft, async (tx, contactId) => {
      added = await links.insertLink(tx, { ...link, kind: 'person', localId: contactId, contactId })
    })
    if (!added) throw new Error('The contact was added without its link')
    return added
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    const { contactId } = error
    return run.tenant(async (tx) => {
      // Added in the meantime.
      if (contactId) {
        const localId = (await hasMain(tx, contactId)) ? null : contactId
        return links.insertLink(tx, { ...link, kind: 'person', localId, contactId })
      }
      // A full organization is told so; what remains is a person on the suppression list, who is never asked about again.
      await run.features.contacts.requireCapacity(tx)
      return links.insertLink(tx, { ...link, kind: 'suppressed', localId: null, contactId: null })
    })
  }
}

/** Links a person with all their data, whose restrictions alone were synced. */
function linkFully(run: Run, link: links.Link & { contactId: string }): Promise<links.Link> {
  const { contactId } = link
  return run.tenant(async (tx) => {
    const isTaken = await hasMain(tx, contactId)
    const localId = isTaken ? null : contactId
    await links.setFullLink(tx, link.id, localId)
    return { ...link, kind: 'person', localId }
  })
}

/** Tells whether a person's fields are synced with a contact, so that another one is a second record there. */
async function hasMain(tx: TenantTx, contactId: string): Promise<boolean> {
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
