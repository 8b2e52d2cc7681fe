import { csvRow } from '#domain/contact-files/csv-export.ts'
import type { ListedEntry } from '../store.ts'

type CursorKey = { exactTime: string; id: string }
type ReadPage = (after: CursorKey | null, limit: number) => Promise<ListedEntry[]>

const PAGE_SIZE = 1000

/** The ledger line by line, read in pages: memory stays small however long it is. */
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
  for (let after: CursorKey | null = null; ; ) {
    const page: ListedEntry[] = await read(after, PAGE_SIZE)
    yield page.map(lineOf).join('')
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return
    after = last
  }
}

function lineOf(entry: ListedEntry): string {
  const { createdAt, operation, amount, description, contactName, memberName, contactId, id } = entry
  const names = [contactName ?? '', memberName ?? '']
  return csvRow([createdAt, operation, amount, description ?? '', contactId ?? '', id, ...names])
}
