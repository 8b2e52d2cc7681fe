import { formatCount, formatDay, formatFactName, formatMoment, formatMoney } from '#web/lib/format.ts'

export interface ReadableFact {
  label: string
  value: string
}

const MAX_DEPTH = 3

/** A record of unknown shape as labeled text; nested labels are joined, empty values left out. */
export function readableFacts(record: Record<string, unknown>, prefix = '', depth = 0): ReadableFact[] {
  return Object.entries(record).flatMap(([key, value]) => {
    const label = prefix ? `${prefix}: ${formatFactName(key).toLowerCase()}` : formatFactName(key)
    if (value === null || value === undefined || value === '') return []
    if (Array.isArray(value)) return listFacts(label, value, depth)
    if (typeof value === 'object') {
      return depth < MAX_DEPTH ? readableFacts(value as Record<string, unknown>, label, depth + 1) : []
    }
    return [{ label, value: readableValue(value, key) }]
  })
}

function listFacts(label: string, list: readonly unknown[], depth: number): ReadableFact[] {
  const plainValues = list.filter((entry) => entry !== null && typeof entry !== 'object')
  const nested = list.filter(
    (entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null,
  )
  return [
    ...(plainValues.length > 0
      ? [{ label, value: plainValues.map((entry) => readableValue(entry, '')).join(', ') }]
      : []),
    ...(depth < MAX_DEPTH
      ? nested.flatMap((entry, index) =>
          readableFacts(entry, nested.length > 1 ? `${label} ${index + 1}` : label, depth + 1),
        )
      : []),
  ]
}

/** Keys of ids and years, formatted without a thousands comma. */
const PLAIN_NUMBER_PATTERN = /year|id$|zip|number|version/i
const MONEY_PATTERN = /amount$/i
/** A machine-readable term: `notice_of_default`. */
const MACHINE_WORD_PATTERN = /^[a-z]+(_[a-z]+)+$/

function readableValue(value: unknown, key: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (PLAIN_NUMBER_PATTERN.test(key)) return String(value)
    if (MONEY_PATTERN.test(key)) return formatMoney(value)
    return Number.isInteger(value) ? formatCount(value) : String(Number(value.toFixed(3)))
  }
  const text = String(value)
  if (MACHINE_WORD_PATTERN.test(text)) return formatFactName(text)
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) return formatMoment(text)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : text
}
