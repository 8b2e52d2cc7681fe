import type { AssignTarget } from '#contract/assignments.ts'
import { type BulkResult, MAX_BULK_CONTACTS } from '#contract/bulk.ts'
import { MAX_EXPORT_IDS } from '#contract/contacts.ts'
import type { Origin } from '#contract/origins.ts'
import type { PreviousAssignment } from '#contract/tasks.ts'
import { call, send, urlOf } from '#web/lib/api.ts'
import { filterQuery } from './contacts-queries.ts'
import type { ListFilter } from './use-contacts-url-state.ts'
import type { ContactSelection } from './use-selection.ts'

/** The selected contacts, or every contact that matches the list's search and filters. */
export type BulkTarget = Pick<ContactSelection, 'ids' | 'all'> & ListFilter

export type BulkCommand =
  | { action: 'enrich' | 'delete' | 'doNotContact' }
  | { action: 'tag' | 'untag'; tagId: string }
  | { action: 'owner'; assignTo: AssignTarget }
  | { action: 'origin'; origin: Origin }
  | { action: 'playbook'; playbookId: string }
  | { action: 'task'; task: { title: string; description: null; dueDate: string | null } }
  | {
      action: 'assign'
      /** Null unassigns the tasks. */
      assignedTo: string | null
    }

export type BulkProgress = { done: number; skipped: number; previous: PreviousAssignment[] }

/**
 * Runs a command on many contacts in batches.
 *
 * @param onProgress called after each batch with the totals so far
 * @throws {ApiError} when a batch fails; earlier batches stay done
 */
export async function runBulkCommand(
  target: BulkTarget,
  command: BulkCommand,
  onProgress: (progress: BulkProgress) => void,
): Promise<BulkProgress> {
  const total: BulkProgress = { done: 0, skipped: 0, previous: [] }
  const addBatch = (batch: BulkResult) => {
    total.done += batch.done
    total.skipped += batch.skipped
    total.previous.push(...batch.previous)
    onProgress({ ...total })
  }
  if (!target.all) {
    for (const contactIds of chunks([...target.ids], MAX_BULK_CONTACTS)) {
      addBatch(await call('POST /api/contacts/bulk', { body: { ...command, contactIds } }))
    }
    return total
  }
  let cursor: string | undefined
  do {
    const batch = await call('POST /api/contacts/bulk', {
      body: { ...command, matching: filterQuery(target), after: cursor },
    })
    addBatch(batch)
    cursor = batch.next ?? undefined
  } while (cursor)
  return total
}

/** The contacts as one CSV file. @throws {ApiError} */
export async function downloadContactsCsv(
  target: BulkTarget,
  onProgress: (done: number) => void,
): Promise<Blob> {
  if (target.all) {
    const response = await send('GET', urlOf('GET /api/contacts/export', { query: filterQuery(target) }))
    return response.blob()
  }
  const parts: string[] = []
  let header = ''
  let done = 0
  for (const ids of chunks([...target.ids], MAX_EXPORT_IDS)) {
    const response = await send('GET', urlOf('GET /api/contacts/export', { query: { ids: ids.join(',') } }))
    const text = await response.text()
    // Each part repeats the header; `text()` removes the byte order mark.
    const partHeader = text.slice(0, text.indexOf('\n') + 1)
    // The columns changed since the first part was read, so start over.
    if (header && partHeader !== header) return downloadContactsCsv(target, onProgress)
    header = partHeader
    parts.push(parts.length === 0 ? `\uFEFF${text}` : text.slice(partHeader.length))
    done += ids.length
    onProgress(done)
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
