import { cleanText } from './name.ts'

/** Remarks after a name in county rolls and deeds. */
const REMARKS = [
  /[\s,]et\.? ?al\b.*$/i,
  /[\s,]et\.? ?(?:ux|vir)\.?$/i,
  /[\s,](?:an?|his|her|as|husband|wife) (?:single|married|unmarried|widowed|divorced|man|woman|person|husband|wife|trustees?|joint|tenants?|and|their)\b.*$/i,
  /[\s,](?:successor |co-?)trustees?$/i,
  /\s(?:life (?:est(?:ate)?|tenant)|[hw]\/[hw]|l\/e|jtw?ros|jt ten(?:ants)?|ten com|t\/[ce]|c\/b\/e)$/i,
  /\s#\d+$/,
  /[\s,](?:[afn]\/?k\/?a|n[eé]e) .*$/i,
]

/** Separates nicknames and remarks from the name. */
export function withoutAsides(line: string): { name: string; notes: string[] } {
  const notes: string[] = []
  const takeNote = (_: string, note: string): string => {
    if (note.trim() !== '') notes.push(note.trim())
    return ' '
  }
  let name = line
    .replace(/\s(\+?1?[ .-]?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4})$/, takeNote)
    .replace(/\(([^()]*)\)/g, takeNote)
    .replace(/\[([^[\]]*)\]/g, takeNote)
    .replace(/["“”„«]([^"“”„«»]*)["“”»]/g, takeNote)
    .replace(/(?<=\s)['‘`]([^'’`]+)['’`](?=[\s,]|$)/g, takeNote)
    .replace(/\*+([^*]+)\*+/g, takeNote)
    .replace(/(?:\bc\/o\b|\s%)(.*)$/i, takeNote)
    .replace(/(?<=\S\s.*) [-–—] (.+)$/, takeNote)
    .replace(/(?:^|\s)<?([^\s<>]+@[^\s<>]+)>?/g, takeNote)
    .replace(/(?<=\S)\s(?:&|and)\s((?:the )?(?:family|kids|children|household))$/i, takeNote)
  for (const remark of REMARKS) {
    name = cleanText(name).replace(remark, (text: string) => takeNote(text, text.replace(/^[\s,]+/, '')))
  }
  // "et ux" and "et vir" are followed by the wife or husband.
  name = name.replace(/\s(?:et\.? ?(?:ux|vir)|[hw]\/[hw])\.?\s/i, ' & ')
  const trimmedName = cleanText(name).replace(/[\s,;:]+$/, '')
  if (trimmedName === '') return { name: line, notes: [] }
  const [nickname, ...otherNotes] = notes
  // A leading nickname is the only first name: "Buddy" Smith.
  if (nickname && !trimmedName.includes(' ') && /^["“'‘(]/.test(line))
    return { name: `${nickname} ${trimmedName}`, notes: otherNotes }
  return { name: trimmedName, notes }
}
