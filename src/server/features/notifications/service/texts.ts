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
  /** Ended enrichments; a later batch of the same import gets a notification of its own. */
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

/** Names no category, since others may see the list. */
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
    body: score === null ? null : `Score: ${score} of 100.`,
    link: contactLink(contactId, 'signals'),
    contactId,
    dedupeKey: `signals:${enrichmentId}`,
  }
}

/** Reveals only that there is something to compare, since others may see the list. */
export function possibleMatch({ contactId, name, entryNumber }: PossibleMatchEvent): NotificationText {
  return {
    kind: 'signals',
    userId: null,
    title: `Possible match, review: ${name}`,
    body: 'A new list entry has a similar name. Compare them under Risk.',
    link: contactLink(contactId, 'intelligence'),
    contactId,
    dedupeKey: `match:${contactId}:${entryNumber}`,
  }
}

export function importSignals({ importId, userId, people, done }: ImportSignalsEvent): NotificationText {
  return {
    kind: 'signals',
    userId,
    title: `${quantity(people, 'imported contact has', 'imported contacts have')} new signals`,
    body: `${quantity(done, 'contact was', 'contacts were')} enriched.`,
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
    title: 'An import failed',
    body: 'Contacts added so far were saved. Import the same file again to add the rest.',
    link: importLink(importId),
    contactId: null,
    dedupeKey: `import:${importId}`,
  }
}

/** Links to the page with the archive. */
export function exportReady({ exportId, userId }: ReadyExport): NotificationText {
  return {
    kind: 'export_ready',
    userId,
    title: 'Your export is ready',
    body: `You can download it for ${EXPORT_RETENTION_DAYS} days.`,
    link: '/settings/data',
    contactId: null,
    dedupeKey: `export:${exportId}`,
  }
}

export function creditsLow({ grantKey, left, granted }: LowCredits): NotificationText {
  return {
    kind: 'credits_low',
    userId: null,
    title: left === 0 ? 'No credits left' : `${quantity(left, 'credit', 'credits')} left`,
    body: `Of ${counts.format(granted)} in this period. Enrichment pauses when you run out.`,
    link: '/subscribe',
    contactId: null,
    dedupeKey: `credits:${grantKey}`,
  }
}

/** A change in what an organization pays; `key` identifies the event, so that it is sent once. */
export type BillingEvent = { what: 'payment_failed' | 'recovered' | 'ended' | 'refunded'; key: string }

const BILLING_TEXTS: Record<BillingEvent['what'], { title: string; body: string }> = {
  payment_failed: {
    title: "Your last payment didn't go through",
    body: 'Contacts are locked until you pay. Update your card.',
  },
  recovered: { title: 'Your payment went through', body: 'Your contacts are unlocked.' },
  ended: { title: 'Your subscription has ended', body: 'Choose a plan to use your contacts again.' },
  refunded: { title: 'Your payment was refunded', body: 'The refund goes to the card you paid with.' },
}

/** One notification per owner. */
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
