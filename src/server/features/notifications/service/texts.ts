import { EXPORT_RETENTION_DAYS } from '#contract/data-export.ts'
import { STOP_TEXTS, type StopReason } from '#domain/follow-up-boss/stop-texts.ts'
import type { NewNotification } from '../store.ts'

export type NotificationText = Omit<NewNotification, 'id'>

const { format: formatCount } = new Intl.NumberFormat('en-US')
const importLink = (id: string) => `/imports/${id}`
const contactLink = (id: string, tab: string) => `/dashboard?contact=${id}&tab=${tab}`

/** For all members and about no contact, unless the text says otherwise. */
const notificationOf = (
  text: Omit<NotificationText, 'userId' | 'contactId'> & Partial<NotificationText>,
): NotificationText => ({ userId: null, contactId: null, ...text })

type NewSignals = {
  contactId: string
  enrichmentId: string
  name: string
  count: number
  score: number | null
}

/** Names no category, since others may see the list. */
export const newSignals = ({ contactId, enrichmentId, name, count, score }: NewSignals) =>
  notificationOf({
    kind: 'signals',
    title: count === 1 ? `New signal for ${name}` : `${count} new signals for ${name}`,
    body: score === null ? null : `Score: ${score} of 100.`,
    link: contactLink(contactId, 'signals'),
    contactId,
    dedupeKey: `signals:${enrichmentId}`,
  })

type PossibleMatch = { contactId: string; name: string; entryNumber: string }

/** Reveals only that there is something to compare, since others may see the list. */
export const possibleMatch = ({ contactId, name, entryNumber }: PossibleMatch) =>
  notificationOf({
    kind: 'signals',
    title: `Possible match, review: ${name}`,
    body: 'A new list entry has a similar name. Compare them under Risk.',
    link: contactLink(contactId, 'intelligence'),
    contactId,
    dedupeKey: `match:${contactId}:${entryNumber}`,
  })

/** `people` have signals; `done` enrichments ended. A later batch of the same import gets its own notification. */
type ImportSignals = { importId: string; userId: string | null; people: number; done: number }

/** One summary per import instead of hundreds of notifications. */
export const importSignals = ({ importId, userId, people, done }: ImportSignals) =>
  notificationOf({
    kind: 'signals',
    userId,
    title: `${quantityText(people, 'imported contact has', 'imported contacts have')} new signals`,
    body: `${quantityText(done, 'contact was', 'contacts were')} enriched.`,
    link: '/dashboard',
    dedupeKey: `signals:import:${importId}:${done}`,
  })

type EndedImport = { importId: string; userId: string | null }
type FinishedImport = EndedImport & { imported: number; skipped: number; total: number }

export const importFinished = ({ importId, userId, imported, skipped, total }: FinishedImport) =>
  notificationOf({
    kind: 'import_finished',
    userId,
    title: `Import complete: ${quantityText(imported, 'contact', 'contacts')} added`,
    body: skipped === 0 ? null : `${formatCount(skipped)} of ${quantityText(total, 'row', 'rows')} skipped.`,
    link: importLink(importId),
    dedupeKey: `import:${importId}`,
  })

export const importFailed = ({ importId, userId }: EndedImport) =>
  notificationOf({
    kind: 'import_finished',
    userId,
    title: 'An import failed',
    body: 'Contacts added so far were saved. Import the same file again to add the rest.',
    link: importLink(importId),
    dedupeKey: `import:${importId}`,
  })

/** Links to the page with the archive. */
export const exportReady = ({ exportId, userId }: { exportId: string; userId: string | null }) =>
  notificationOf({
    kind: 'export_ready',
    userId,
    title: 'Your export is ready',
    body: `You can download it for ${EXPORT_RETENTION_DAYS} days.`,
    link: '/settings/data',
    dedupeKey: `export:${exportId}`,
  })

type Assignment = { userId: string; contactIds: readonly string[]; name: string | null; key: string }

/** Contacts that a member owns now; names the person only if it is one. */
export const contactsAssigned = ({ userId, contactIds, name, key }: Assignment) => {
  const [contactId = null] = contactIds.length === 1 ? contactIds : []
  return notificationOf({
    kind: 'assigned',
    userId,
    title: contactId
      ? `${name ?? 'A contact'} was assigned to you`
      : `${quantityText(contactIds.length, 'contact was', 'contacts were')} assigned to you`,
    body: null,
    link: contactId ? contactLink(contactId, 'overview') : `/dashboard?owner=${userId}`,
    contactId,
    dedupeKey: `assigned:${key}:${userId}`,
  })
}

type OriginQuestion = {
  userId: string
  /** The side that asks, and whose the contacts would become. */
  side: 'agent' | 'team'
  to: 'agent' | 'team'
  contacts: number
  key: string
}

const ORIGIN_QUESTIONS = {
  agent: {
    agent: 'An agent asks to have contacts of the team as their own.',
    team: 'An agent offers the team contacts that they brought.',
  },
  team: {
    agent: 'The team offers you contacts as your own.',
    team: 'The team asks for contacts that you brought.',
  },
}

/** For the side that answers. Names no contact, because the message outlives it. */
export const originAsked = ({ userId, side, to, contacts, key }: OriginQuestion) =>
  notificationOf({
    kind: 'origin',
    userId,
    title: `Change the origin of ${quantityText(contacts, 'contact', 'contacts')}?`,
    body: `${ORIGIN_QUESTIONS[side][to]} Accept or decline under Team.`,
    link: '/settings/team#origin-requests',
    dedupeKey: `origin:${key}:${userId}`,
  })

type OriginAnswer = { userId: string; accept: boolean; contacts: number; key: string }

/** For the member who asked. */
export const originAnswered = ({ userId, accept, contacts, key }: OriginAnswer) =>
  notificationOf({
    kind: 'origin',
    userId,
    title: `${accept ? 'Accepted' : 'Declined'}: new origin of ${quantityText(contacts, 'contact', 'contacts')}`,
    body: accept ? null : 'Nothing changed.',
    link: '/settings/team#origin-requests',
    dedupeKey: `origin-answer:${key}:${userId}`,
  })

export type ContactsTaken = {
  transferId: string
  userId: string
  contacts: number
  transferred: number
  skipped: number
  failure: string | null
}

/** `3 of 10 contacts` after a failure, `10 contacts` otherwise. */
const takenText = ({ contacts, transferred, failure }: ContactsTaken) =>
  failure === null
    ? quantityText(transferred, 'contact', 'contacts')
    : `${formatCount(transferred)} of ${quantityText(contacts, 'contact', 'contacts')}`

/** For the agent, in the organization that the contacts come to. */
export const contactsArrived = (event: ContactsTaken) => {
  const { transferId, userId, skipped, failure } = event
  return notificationOf({
    kind: 'import_finished',
    userId,
    title: `${takenText(event)} came with you`,
    body:
      failure !== null
        ? `${failure} The rest stayed put. You can start again under Profile.`
        : skipped > 0
          ? `${quantityText(skipped, 'contact stayed', 'contacts stayed')}, because this organization may not add these people again.`
          : null,
    link: failure === null ? `/dashboard?owner=${userId}` : '/settings/profile',
    dedupeKey: `transfer:${transferId}`,
  })
}

/** For an owner of the organization that the contacts left. Names no other organization. */
export const contactsTaken = (event: ContactsTaken, name: string, ownerId: string) =>
  notificationOf({
    kind: 'origin',
    userId: ownerId,
    title: `${name} took ${takenText(event)}`,
    body:
      event.failure === null
        ? 'They had brought these contacts. Opt-outs stay on record here.'
        : 'The transfer stopped, so the others are still here. They can start it again.',
    link: '/settings/team',
    dedupeKey: `transfer:${event.transferId}:${ownerId}`,
  })

/** Sent once per grant. */
export const creditsLow = ({
  grantKey,
  left,
  granted,
}: {
  grantKey: string
  left: number
  granted: number
}) =>
  notificationOf({
    kind: 'credits_low',
    title: left === 0 ? 'No credits left' : `${quantityText(left, 'credit', 'credits')} left`,
    body: `Of ${formatCount(granted)} in this period. Enrichment pauses when you run out.`,
    link: '/subscribe',
    dedupeKey: `credits:${grantKey}`,
  })

/** A change in what an organization pays; `key` identifies the event, so that it is sent once. */
export type BillingEvent = { kind: 'payment_failed' | 'recovered' | 'ended' | 'refunded'; key: string }

const BILLING_TEXTS: Record<BillingEvent['kind'], { title: string; body: string }> = {
  payment_failed: {
    title: "Your last payment didn't go through",
    body: 'Contacts are locked until you pay. Update your card.',
  },
  recovered: { title: 'Your payment went through', body: 'Your contacts are unlocked.' },
  ended: { title: 'Your subscription has ended', body: 'Choose a plan to use your contacts again.' },
  refunded: { title: 'Your payment was refunded', body: 'The refund goes to the card you paid with.' },
}

/** One notification per owner. */
export const billingChanged = ({ kind, key }: BillingEvent, userId: string) =>
  notificationOf({
    ...{ kind: 'billing', userId, ...BILLING_TEXTS[kind] },
    ...{ link: '/settings/billing', dedupeKey: `billing:${kind}:${key}:${userId}` },
  })

export type DisabledWebhook = { endpointId: string; reason: 'gone' | 'failing' }

/** One for each time that it is turned off. */
export const webhookDisabled = ({ endpointId, reason }: DisabledWebhook, userId: string) =>
  notificationOf({
    kind: 'webhook',
    userId,
    title: 'We turned off a webhook',
    body:
      reason === 'gone'
        ? 'Its receiver answered 410, which asks us to stop.'
        : 'Every delivery of the last 5 days failed. Fix the receiver and turn it on again.',
    link: '/settings/webhooks',
    dedupeKey: `webhook:${endpointId}:${userId}:${crypto.randomUUID()}`,
  })

/** One for each time that it stops. */
export const syncStopped = (problem: StopReason, userId: string) =>
  notificationOf({
    kind: 'sync',
    userId,
    title: 'The sync with Follow Up Boss stopped',
    body: STOP_TEXTS[problem],
    link: '/settings/follow-up-boss',
    dedupeKey: `sync:${userId}:${crypto.randomUUID()}`,
  })

type OverdueTask = {
  id: string
  contactId: string
  assignedTo: string | null
  title: string
  contactName: string
}

export const taskOverdue = ({ id, contactId, assignedTo, title, contactName }: OverdueTask) =>
  notificationOf({
    kind: 'task_overdue',
    userId: assignedTo,
    title: `Task overdue: ${title}`,
    body: `For ${contactName}`,
    link: contactLink(contactId, 'tasks'),
    contactId,
    dedupeKey: `task:${id}`,
  })

function quantityText(count: number, singular: string, plural: string): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}
