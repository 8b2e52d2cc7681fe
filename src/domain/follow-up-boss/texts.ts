import type { RemoteEvent, RemoteNote } from './shapes.ts'

/** The text of a note, whose subject becomes its first line. */
export function textOfNote({
  subject,
  body,
  isHtml,
}: Pick<RemoteNote, 'subject' | 'body' | 'isHtml'>): string {
  return [subject, isHtml ? textOfHtml(body ?? '') : body]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join('\n')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function textOfHtml(html: string): string {
  return html
    .replace(/<br[^>]{0,100}>|<\/(?:p|div|li)>/gi, '\n')
    .replace(/<[^<>]{0,1000}>/g, '')
    .replace(/&(#39|[a-z]{2,4});/g, (whole, name: string) =>
      name === '#39' ? "'" : (ENTITIES[name] ?? whole),
    )
    .trim()
}

/** An event as the note of an activity. */
export function textOfEvent({ type, source, message }: RemoteEvent): string {
  const from = source ? ` (${source})` : ''
  return `Follow Up Boss: ${type}${from}${message ? `\n${message}` : ''}`
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')

/** An activity as the note that leaves. */
export function textOfActivity(activity: {
  type: string
  outcome: string | null
  note: string | null
  at: string
}): string {
  const parts = [capitalized(activity.type), activity.outcome && capitalized(activity.outcome)].filter(
    Boolean,
  )
  const head = `${parts.join(', ')} (${activity.at.slice(0, 10)})`
  return activity.note ? `${head}\n${activity.note}` : head
}

/** Score and signals as the note that leaves with the owner's permission. */
export function textOfInsight(insight: {
  score: number | null
  signals: readonly { category: string; description: string | null }[]
}): string | null {
  if (insight.score === null) return null
  const signals = insight.signals.map(({ category, description }) =>
    description ? `${capitalized(category)}: ${description}` : capitalized(category),
  )
  return [`9D score: ${insight.score} of 100`, ...signals].join('\n')
}
