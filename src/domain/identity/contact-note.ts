import { FILE_LIMITS } from './contact-details.ts'

/** Joins notes into one text for exports. */
export function joinNotes(notes: readonly string[]): string {
  return notes.join('\n\n')
}

/**
 * Text that a file adds to the notes of a contact: its notes, and lines about values without a field. Leaves out
 * parts that the contact's notes already have, so that importing a file again adds nothing.
 *
 * @param existing the contact's notes, oldest first
 * @returns new notes, longer than the limit in several parts
 */
export function newNotes(
  existing: readonly string[],
  notes: string | null,
  lines: readonly string[],
): string[] {
  const existingText = joinNotes(existing)
  const newText = notes && !existingText.includes(notes) ? notes : ''
  const existingLines = new Set([existingText, newText].join('\n').split('\n'))
  const text = [newText, lines.filter((line) => !existingLines.has(line)).join('\n')]
    .filter(Boolean)
    .join('\n\n')
  return splitText(text, FILE_LIMITS.notesLength)
}

/** Parts of at most `max` UTF-16 code units, cut between characters. */
function splitText(text: string, max: number): string[] {
  const parts: string[] = []
  for (let remaining = text; remaining !== ''; ) {
    const isCutInCharacter = remaining.length > max && /[\ud800-\udbff]/.test(remaining.charAt(max - 1))
    const part = remaining.slice(0, isCutInCharacter ? max - 1 : max)
    parts.push(part)
    remaining = remaining.slice(part.length)
  }
  return parts.filter((part) => part.trim() !== '')
}
