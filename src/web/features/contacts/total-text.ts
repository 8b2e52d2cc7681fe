import { formatCount } from '#web/lib/format.ts'

/** A list's count as the server sends it (`2418`, or `1000+` if it is not exact): `2,418`; `1,000+`. */
export function countText(total: string): string {
  return formatCount(Number.parseInt(total, 10)) + (total.endsWith('+') ? '+' : '')
}

/** `2,418 people`; empty until the list loads. */
export function peopleText(total: string | null | undefined): string {
  return total ? `${countText(total)} ${total === '1' ? 'person' : 'people'}` : ''
}
