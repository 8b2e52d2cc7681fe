import { EXPORT_RETENTION_DAYS } from '#contract/data-export.ts'
import type { NewNotification } from '../store.ts'

export type NotificationText = Omit<NewNotification, 'id'>

export type NewSignalsEvent = {
  contactId: string
  enrichmentId: string
  name: string
  count: number
  score: number | null
}
export type PossibleMatchEvent = { contactId: string; name: string; entryNumber: string }
export type ImportSignalsEvent = {
  importId: string
  userId: string | null
  /** Contacts of the import with signals. */
  people: number
  /** Look-ups that are over: a later stretch of the same import is told anew. */
  done: number
}
export type FinishedImport = {
  importId: string
  userId: string | null
  imported: number
  skipped: number
  total: number
}
export type ReadyExport = { exportId: string; userId: string | null }
export type LowCredits = { grantKey: string; left: number; granted: number }
export type OverdueTask = {
  id: string
  contactId: string
  assignedTo: string | null
  title: string
  contactName: string
}

const counts = new Intl.NumberFormat('en-US')
const importLink = (id: string) => `/imports/${id}`
const contactLink = (id: string, tab: string) => `/dashboard?contact=${id}&tab=${tab}`

/** Names no category: a list of notifications is read over shoulders. */
export function newSignals({
  contactId,
  enrichmentId,
  name,
  count,
  score,
}: NewSignalsEvent): NotificationText {
  return {
    kind: 'signals',
    userId: null,
    title: count === 1 ? `New signal for ${name}` : `${count} new signals for ${name}`,
    body: score === null ? null : `The score is ${score} of 100.`,
    link: contactLink(contactId, 'signals'),
    contactId,
    dedupeKey: `signals:${enrichmentId}`,
  }
}

/** Says no more than that there is something to compare: a list of notifications is read over shoulders. */
export function possibleMatch({ contactId, name, entryNumber }: PossibleMatchEvent): NotificationText {
  return {
    kind: 'signals',
    userId: null,
    title: `Possible match, review: ${name}`,
    body: 'A newer list has a name like this one. Compare both under Risk.',
    link: contactLink(contactId, 'intelligence'),
    contactId,
    dedupeKey: `match:${contactId}:${entryNumber}`,
  }
}

export function importSignals({ importId, userId, people, done }: ImportSignalsEvent): NotificationText {
  return {
    kind: 'signals',
    userId,
    title: `${quantity(people, 'person', 'people')} of your import ${people === 1 ? 'has' : 'have'} new signals`,
    body: `${quantity(done, 'person was', 'people were')} looked up.`,
    link: '/dashboard',
    contactId: null,
    dedupeKey: `signals:import:${importId}:${done}`,
  }
}

export function importFinished({
  importId,
  userId,
  imported,
  skipped,
  total,
}: FinishedImport): NotificationText {
  return {
    kind: 'import_finished',
    userId,
    title: `Import complete: ${quantity(imported, 'contact', 'contacts')} added`,
    body: skipped === 0 ? null : `${counts.format(skipped)} of ${quantity(total, 'row', 'rows')} skipped.`,
    link: importLink(importId),
    contactId: null,
    dedupeKey: `import:${importId}`,
  }
}

export function importFailed({
  importId,
  userId,
}: Pick<FinishedImport, 'importId' | 'userId'>): NotificationText {
  return {
    kind: 'import_finished',
    userId,
    title: 'An import could not be finished',
    body: 'What was added stays. Import the same file again to add the rest.',
    link: importLink(importId),
    contactId: null,
    dedupeKey: `import:${importId}`,
  }
}

/** The archive itself is on the page; a list of notifications only leads there. */
export function exportReady({ exportId, userId }: ReadyExport): NotificationText {
  return {
    kind: 'export_ready',
    userId,
    title: 'Your archive is ready',
    body: `It can be downloaded for ${EXPORT_RETENTION_DAYS} days.`,
    link: '/settings/data',
    contactId: null,
    dedupeKey: `export:${exportId}`,
  }
}

export function creditsLow({ grantKey, left, granted }: LowCredits): NotificationText {
  return {
    kind: 'credits_low',
    userId: null,
    title: left === 0 ? 'No credits are left' : `${quantity(left, 'credit is', 'credits are')} left`,
    body: `Of ${counts.format(granted)} in this period. Look-ups wait once they are used up.`,
    link: '/subscribe',
    contactId: null,
    dedupeKey: `credits:${grantKey}`,
  }
}

/** A change in what an organization pays; `key` names what happened, so that it is told once. */
export type BillingEvent = { what: 'payment_failed' | 'recovered' | 'ended' | 'refunded'; key: string }

const BILLING_TEXTS: Record<BillingEvent['what'], { title: string; body: string }> = {
  payment_failed: {
    title: 'Your last payment did not go through',
    body: 'Contacts are locked until it is paid. Update the card.',
  },
  recovered: { title: 'Your payment went through', body: 'Contacts are open again.' },
  ended: { title: 'Your subscription has ended', body: 'Choose a plan to use your contacts again.' },
  refunded: { title: 'Your payment was returned', body: 'The money goes back to the card it came from.' },
}

/** For each owner: nobody else can do anything about it. */
export function billingChanged({ what, key }: BillingEvent, userId: string): NotificationText {
  return {
    ...{ kind: 'billing', userId, ...BILLING_TEXTS[what] },
    ...{ link: '/settings/billing', contactId: null, dedupeKey: `billing:${what}:${key}:${userId}` },
  }
}

export function taskOverdue({
  id,
  contactId,
  assignedTo,
  title,
  contactName,
}: OverdueTask): NotificationText {
  return {
    kind: 'task_overdue',
    userId: assignedTo,
    title: `Task overdue: ${title}`,
    body: `For ${contactName}`,
    link: contactLink(contactId, 'tasks'),
    contactId,
    dedupeKey: `task:${id}`,
  }
}

function quantity(count: number, one: string, many: string): string {
  return `${counts.format(count)} ${count === 1 ? one : many}`
}
