import { csvRow } from '#domain/contact-files/csv-export.ts'
import type { TimeCursorKey } from '#server/platform/cursor.ts'
import type { ListedEntry } from '../store.ts'

type ReadPage = (after: TimeCursorKey | null, limit: number) => Promise<ListedEntry[]>

const PAGE_SIZE = 1000

/** The ledger line by line, read in pages to bound memory. */
export async function* ledgerCsv(read: ReadPage): AsyncGenerator<string> {
  yield csvRow([
    'Time (UTC)',
    'Operation',
    'Credits',
    'Description',
    'Contact',
    'Entry',
    'Contact Name',
    'Requested By',
  ])
  for (let after: TimeCursorKey | null = null; ; ) {
    const page: ListedEntry[] = await read(after, PAGE_SIZE)
    yield page.map(lineOf).join('')
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return
    after = { at: last.exactAt, id: last.id }
  }
}

function lineOf(entry: ListedEntry): string {
  const { createdAt, operation, amount, description, contactName, memberName, contactId, id } = entry
  const names = [contactName ?? '', memberName ?? '']
  return csvRow([createdAt, operation, amount, description ?? '', contactId ?? '', id, ...names])
}
