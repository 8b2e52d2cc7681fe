import { isDeepStrictEqual } from 'node:util'
import {
  ADDRESS_FIELDS,
  draftOfPerson,
  isSamePerson,
  personBody,
  withWrongPhone,
  wrongPhonesOf,
} from '#domain/follow-up-boss/person.ts'
import {
  missingRestrictions,
  restrictionsOfPerson,
  restrictionTags,
} from '#domain/follow-up-boss/restrictions.ts'
import type { RemotePerson } from '#domain/follow-up-boss/shapes.ts'
import { type MergedFields, mergeFields } from '#domain/follow-up-boss/three-way.ts'
import { audit } from '#server/platform/audit.ts'
import { lockContact } from '#server/platform/change-contact.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { AppError } from '#server/platform/errors.ts'
import * as conflicts from '../store/conflicts.ts'
import * as links from '../store/links.ts'
import * as local from '../store/local.ts'
import {
  fieldsOf,
  findPersonLink,
  findSamePeople,
  linkHere,
  linkRestrictions,
  seenThere,
} from './person-links.ts'
import { hashesOf, nextSeen, type Run, seenCheck, writableSides } from './run.ts'
import { optOut, receiveEarlierOptOuts } from './sync-events.ts'

const TRASH = 'Trash'
const WRONG_NUMBER = 'Marked as a wrong number in Follow Up Boss'
const OTHER_PERSON =
  'Follow Up Boss has the same email address or phone number under another name. Correct it on one side, then pause and resume the sync.'

export type ReceivedPerson = 'synced' | 'unnamed' | 'ignored'

/**
 * Brings a person of Follow Up Boss in line with the contact here; adds one if there is none. Where people don't come in, only
 * their restrictions do, if the contact is here.
 */
export async function receivePerson(run: Run, person: RemotePerson): Promise<ReceivedPerson> {
  const former = await run.tenant((tx) => findPersonLink(run, tx, person.id))
  const link = former?.contactId ? former : await linkRestrictions(run, person, former)
  const known = link ?? former
  if (person.stage === TRASH) {
    if (known) await receiveTrashed(run, known, person)
    return 'ignored'
  }
  if (former && !link) return 'ignored'
  if (link?.isGone) await run.tenant((tx) => links.updateLink(tx, link.id, { isGone: false }))
  // Of a contact who was deleted here and added again, nothing comes in before it changes there.
  const isAddedAgain = former?.contactId === null
  const current =
    writableSides(run, 'people').here && !isAddedAgain ? await linkHere(run, link, person) : link
  if (current === 'unnamed') return 'unnamed'
  if (!current?.contactId) return 'ignored'
  await mergePerson(run, current, person)
  return 'synced'
}

/** A person in the trash counts as gone, but what they asked for before still holds. */
async function receiveTrashed(run: Run, link: links.Link, person: RemotePerson): Promise<void> {
  if (link.contactId) await restrictHere(run, link.contactId, person)
  if (link.contactId && !link.isGone) await receiveEarlierOptOuts(run, link, person.id)
  if (!link.isGone) await run.tenant((tx) => links.updateLink(tx, link.id, { isGone: true }))
}

/** A person who is gone there stays here, and isn't added there again. */
export async function receiveGone(run: Run, remoteId: number): Promise<void> {
  await run.tenant(async (tx) => {
    const link = await links.findByRemote(tx, 'people', remoteId)
    if (link) await links.updateLink(tx, link.id, { isGone: true })
  })
}

/** Restrictions of a contact, which are compared besides the fields. */
const restrictionsText = (contact: local.LocalContact) =>
  JSON.stringify([
    contact.doNotContact,
    [...contact.optedOutChannels].sort(),
    contact.hasWrongPhone && contact.phone,
  ])

/** True if nothing changed here since the last sync, so that no call is needed. */
function isUnchanged(link: links.Link, contact: local.LocalContact): boolean {
  const now = hashesOf({ ...fieldsOf(contact), restrictions: restrictionsText(contact) })
  return isDeepStrictEqual(link.seen.here, now)
}

async function mergePerson(run: Run, link: links.Link, person: RemotePerson): Promise<void> {
  const { contactId } = link
  if (!contactId) return
  // Restrictions come first, so that a field that is refused holds up none.
  await restrictHere(run, contactId, person)
  await receiveEarlierOptOuts(run, link, person.id)
  const contact = await run.tenant((tx) => local.findContact(tx, contactId))
  if (!contact) return
  const isMain = link.localId === contactId
  const { fields, refusal } = isMain
    ? await tryMergeHere(run, { ...link, contactId }, contact, person)
    : { fields: NOTHING, refusal: null }
  // A number that just arrived may be marked as wrong there.
  if (fields.here.phone) await restrictHere(run, contactId, person)
  const restricted = (await run.tenant((tx) => local.findContact(tx, contactId))) ?? contact
  const latest = await changeThere(run, person, fields.there, restricted)
  if (refusal) throw refusal
  if (!isMain) {
    const seen = { ...link.seen, here: hashesOf({ restrictions: restrictionsText(restricted) }) }
    if (!isDeepStrictEqual(seen, link.seen)) await run.tenant((tx) => links.updateLink(tx, link.id, { seen }))
    return
  }
  const there = draftOfPerson(latest)
  if (!there) return
  // A field that was edited here in the meantime must still differ from what was synced.
  const here = {
    ...{ ...fieldsOf(contact), ...fields.here },
    restrictions: restrictionsText(restricted),
  }
  const written = [...Object.keys(fields.here), ...Object.keys(fields.there)]
  const seen = nextSeen(link.seen, here, { ...fieldsOf(there), restrictions: here.restrictions }, written)
  if (!isDeepStrictEqual(seen, link.seen)) await run.tenant((tx) => links.updateLink(tx, link.id, { seen }))
}

const NOTHING: MergedFields = { here: {}, there: {}, conflicts: [] }

/** Merges the fields unless one is refused here, such as the address of another contact. */
async function tryMergeHere(
  ...merging: Parameters<typeof mergeHere>
): Promise<{ fields: MergedFields; refusal: AppError | null }> {
  try {
    return { fields: await mergeHere(...merging), refusal: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { fields: NOTHING, refusal: error }
  }
}

/** Compares the fields and writes those that changed there. Values that lose are logged before they are overwritten. */
async function mergeHere(
  run: Run,
  { seen, contactId }: { seen: links.Seen; contactId: string },
  contact: local.LocalContact,
  person: RemotePerson,
): Promise<MergedFields> {
  const draft = draftOfPerson(person)
  if (!draft) return NOTHING
  const merged = mergeFields(fieldsOf(contact), fieldsOf(draft), {
    seen: seenCheck(seen),
    later: new Date(contact.changedAt) > new Date(person.updated) ? 'here' : 'there',
    can: writableSides(run, 'people'),
    wholes: [ADDRESS_FIELDS],
  })
  if (merged.conflicts.length > 0)
    await run.tenant((tx) =>
      conflicts.insertConflicts(tx, { kind: 'person', localId: contactId, contactId }, merged.conflicts),
    )
  if (Object.keys(merged.here).length > 0)
    await run.features.contacts.update(run.context, contactId, merged.here)
  return merged
}

/** Applies restrictions that are only set there. Nothing is lifted. */
async function restrictHere(run: Run, contactId: string, person: RemotePerson): Promise<void> {
  await run.tenant(async (tx) => {
    const contact = await local.findContact(tx, contactId)
    if (!contact) return
    const missing = missingRestrictions(restrictionsOfPerson(person), contact)
    const isWrong =
      contact.phone !== null && !contact.hasWrongPhone && wrongPhonesOf(person).includes(contact.phone)
    if (missing.length === 0 && !isWrong) return
    await lockContact(tx, contactId)
    for (const channel of missing) await optOut(run, tx, contactId, channel)
    if (isWrong) await rejectPhone(run, tx, contactId)
  })
}

async function rejectPhone(run: Run, tx: TenantTx, contactId: string): Promise<void> {
  await run.features.verification.rejectPhone(tx, contactId, WRONG_NUMBER)
  await audit(tx, { ...run.context, action: 'contact.wrong-phone-set', subject: contactId })
  await emit(tx, { type: 'contact.updated', contactIds: [contactId], changed: ['phoneVerified'] })
}

/** Writes changed fields and restrictions that are only set here, in one call. @returns the person as it is then */
async function changeThere(
  run: Run,
  person: RemotePerson,
  changes: Partial<Record<string, string | null>>,
  contact: local.LocalContact,
): Promise<RemotePerson> {
  const body = personBody(person, changes)
  const next = { ...person, ...body }
  const tags = restrictionTags(missingRestrictions(contact, restrictionsOfPerson(person)))
  const isWrong =
    contact.hasWrongPhone &&
    contact.phone !== null &&
    !wrongPhonesOf(next).includes(contact.phone) &&
    draftOfPerson(next)?.phone === contact.phone
  const whole = {
    ...body,
    ...(tags.length > 0 && { tags }),
    ...(isWrong && contact.phone && { phones: withWrongPhone(next, contact.phone) }),
  }
  return Object.keys(whole).length === 0 ? person : run.remote.changePerson(person.id, whole)
}

/**
 * Brings a contact in line with its person there; adds one if there is none, unless the contact opted out of everything.
 *
 * @returns the id there; null without a person there
 */
export async function sendPerson(
  run: Run,
  contactId: string,
  contact: local.LocalContact,
  link: links.Link | undefined,
): Promise<number | null> {
  if (link?.isGone) return null
  if (link?.remoteId) {
    if (isUnchanged(link, contact)) return link.remoteId
    const person = await run.remote.findPerson(link.remoteId)
    if (person === null) await receiveGone(run, link.remoteId)
    else if (person.stage === TRASH) await receiveTrashed(run, link, person)
    else await mergePerson(run, link, person)
    return person && person.stage !== TRASH ? link.remoteId : null
  }
  const canAdd = writableSides(run, 'people').there && contact.canContact
  if (!canAdd || (contact.email === null && contact.phone === null)) return null
  return addThere(run, contactId, contact)
}

/** A second record there takes the place of the first one, whose link is gone, as after contacts were merged here. */
export async function adoptPerson(
  run: Run,
  contactId: string,
  people: readonly links.Link[],
): Promise<links.Link | undefined> {
  const canSend = writableSides(run, 'people').there
  const link = people.find(({ isGone, kind }) => !isGone && (kind === 'person' || canSend))
  if (link) await run.tenant((tx) => links.setFullLink(tx, link.id, contactId))
  return link && { ...link, kind: 'person', localId: contactId }
}

/** Brings restrictions to a second record there of the same person, which keeps its own fields. */
export async function sendRestrictions(
  run: Run,
  link: links.Link,
  contact: local.LocalContact,
): Promise<void> {
  const { restrictions } = hashesOf({ restrictions: restrictionsText(contact) })
  if (!link.remoteId || link.isGone || link.seen.here?.restrictions === restrictions) return
  const person = await run.remote.findPerson(link.remoteId)
  if (person === null) await receiveGone(run, link.remoteId)
  else await receivePerson(run, person)
}

/** Adds a person. A repetition after a crash finds the same one by address or number. */
async function addThere(run: Run, contactId: string, contact: local.LocalContact): Promise<number | null> {
  const values = Object.fromEntries(Object.entries(fieldsOf(contact)).filter(([, value]) => value !== null))
  const added = await run.remote.addPerson(personBody(null, values))
  // Families and offices share numbers, and the trash may have the same person.
  const isPresent = isSamePerson(contact, added) && added.stage !== TRASH
  const same = isPresent ? [added] : await findSamePeople(run, contact)
  const person = same.find(({ stage }) => stage !== TRASH) ?? same[0]
  const draft = person && draftOfPerson(person)
  if (!draft) throw new AppError('conflict', OTHER_PERSON)
  if (person.stage === TRASH) return null
  const link = await run.tenant(async (tx) => {
    const known = await findPersonLink(run, tx, person.id)
    const target = { kind: 'person' as const, localId: contactId, contactId }
    if (!known) return links.insertLink(tx, { ...target, resource: 'people', remoteId: person.id })
    // The contact was deleted here and added again.
    return links.relink(tx, known.id, { ...target, seen: seenThere(person) })
  })
  // The person belongs to another contact, which the duplicate check lists.
  if (!link) return null
  await mergePerson(run, link, person)
  return person.id
}
