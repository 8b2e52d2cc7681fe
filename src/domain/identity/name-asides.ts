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
  const take = (_: string, note: string): string => {
    if (note.trim() !== '') notes.push(note.trim())
    return ' '
  }
  let name = line
    .replace(/\s(\+?1?[ .-]?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4})$/, take)
    .replace(/\(([^()]*)\)/g, take)
    .replace(/\[([^[\]]*)\]/g, take)
    .replace(/["“”„«]([^"“”„«»]*)["“”»]/g, take)
    .replace(/(?<=\s)['‘`]([^'’`]+)['’`](?=[\s,]|$)/g, take)
    .replace(/\*+([^*]+)\*+/g, take)
    .replace(/(?:\bc\/o\b|\s%)(.*)$/i, take)
    .replace(/(?<=\S\s.*) [-–—] (.+)$/, take)
    .replace(/(?:^|\s)<?([^\s<>]+@[^\s<>]+)>?/g, take)
    .replace(/(?<=\S)\s(?:&|and)\s((?:the )?(?:family|kids|children|household))$/i, take)
  for (const remark of REMARKS) {
    name = cleanText(name).replace(remark, (text: string) => take(text, text.replace(/^[\s,]+/, '')))
  }
  // The wife or husband follows.
  name = name.replace(/\s(?:et\.? ?(?:ux|vir)|[hw]\/[hw])\.?\s/i, ' & ')
  const rest = cleanText(name).replace(/[\s,;:]+$/, '')
  if (rest === '') return { name: line, notes: [] }
  const [nickname, ...others] = notes
  // "Buddy" Smith has no other first name.
  if (nickname && !rest.includes(' ') && /^["“'‘(]/.test(line))
    return { name: `${nickname} ${rest}`, notes: others }
  return { name: rest, notes }
}
