import { NotesSection } from './notes-section.tsx'
import { Timeline, type TimelineProps } from './timeline.tsx'

/** The last parts of the overview. They load together, so that neither shifts the other. */
export function NotesAndTimeline(props: TimelineProps) {
  return (
    <>
      <NotesSection key={props.contactId} contactId={props.contactId} />
      <Timeline {...props} />
    </>
  )
}
