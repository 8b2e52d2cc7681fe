import { visibleText } from '#server/platform/visible-text.ts'

const MAX_NAME_LENGTH = 60

/** The name that a program gives itself, as one line of visible text. */
export function appName(name: string | undefined): string {
  const line = visibleText((name ?? '').normalize('NFC')).replace(/\s+/g, ' ')
  return line.slice(0, MAX_NAME_LENGTH).trim() || 'Unnamed app'
}
