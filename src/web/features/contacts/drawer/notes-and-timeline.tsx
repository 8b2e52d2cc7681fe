import { NotesSection } from './notes-section.tsx'
import { Timeline, type TimelineProps } from './timeline.tsx'

/** The last parts of the overview. They load together, so that neither moves the other. */
export function NotesAndTimeline({ contactId, onLogged }: TimelineProps) {
  return (
    <>
      <NotesSection key={contactId} contactId={contactId} />
      <Timeline contactId={contactId} onLogged={onLogged} />
    </>
  )
}
