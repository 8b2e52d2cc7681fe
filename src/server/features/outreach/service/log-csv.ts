import type { Channel } from '#domain/compliance/outreach.ts'
import { csvRow } from '#domain/contact-files/csv-export.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'
import type { LoggedOutreach } from '../store/outreach-log.ts'

const PAGE_SIZE = 500
/** Without it, spreadsheets read the file as Windows-1252. */
const BYTE_ORDER_MARK = '\uFEFF'

const COLUMNS = ['Time (UTC)', 'Member', 'Contact', 'Contact ID', 'Channel', 'Type', 'Script', 'Note']
const CHECK_COLUMNS = ['Guard findings', 'License state', 'License line', 'Entry']

/** Yields the outreach log as CSV, read in pages to bound memory and to hold no connection while the reader is slow. */
export async function* generateLogCsv(
  readEntries: (range: TimeRange) => Promise<TimedRow<LoggedOutreach>[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRow([...COLUMNS, ...CHECK_COLUMNS])
  for (let after: TimeRange['after'] = null; ; ) {
    const page: TimedRow<LoggedOutreach>[] = await readEntries({ after, limit: PAGE_SIZE })
    yield page.map(toCsvLine).join('')
    const last = page.at(-1)
    if (!last || page.length < PAGE_SIZE) return
    after = { at: last.exactAt, id: last.id }
  }
}

const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  call: 'Call',
  text: 'Text message',
  email: 'Email',
  letter: 'Letter',
}

function toCsvLine(entry: LoggedOutreach): string {
  const { id, at, channel, kind, memberName, contactId, contactName, script, note } = entry
  return csvRow([
    ...[at, memberName ?? 'Former member', contactName ?? 'Deleted contact', contactId ?? ''],
    ...[CHANNEL_NAMES[channel], kindName(kind), script ?? '', note ?? '', findingsText(entry)],
    ...[entry.licenseState ?? '', entry.licenseLine ?? '', id],
  ])
}

function kindName(kind: LoggedOutreach['kind']): string {
  if (kind === null) return 'Logged by hand'
  return kind === 'personal' ? 'Personal' : 'Marketing'
}

/** A text with findings can't be logged, so a checked one has none. */
function findingsText({ isChecked }: LoggedOutreach): string {
  return isChecked ? 'None' : 'Not checked'
}
