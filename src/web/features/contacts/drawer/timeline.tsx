import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { TimelineEntry } from '#contract/timeline.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { formatMoment } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { LoadError, ShowMore } from '#web/ui/states.tsx'
import { timelinePages } from './drawer-queries.ts'
import { DrawerSection } from './fact-list.tsx'
import { ActivityMenu } from './timeline-activity.tsx'
import { activityOf, timelineText } from './timeline-texts.ts'

export interface TimelineProps {
  contactId: string
  /** Opens the dialog to log an activity. */
  onLog: () => void
  /** Called when an activity was deleted, which can't be undone. */
  onDeleted: () => void
}

/** The contact's history, newest first, with a button to log an activity. Loads when it scrolls into view. */
export function Timeline({ contactId, onLog, onDeleted }: TimelineProps) {
  const container = useRef<HTMLDivElement>(null)
  const wasVisible = useWasVisible(container)
  const pages = useInfiniteQuery({ ...timelinePages(contactId), enabled: wasVisible })
  const entries = itemsOf(pages.data).filter(isShown)
  return (
    <div ref={container} className="mt-6 min-h-24">
      <DrawerSection
        title="Timeline"
        aside={
          <Button size="row" onClick={onLog}>
            <Plus aria-hidden />
            Log activity
          </Button>
        }
      >
        {pages.isPending && <Spinner label="Loading the timeline" />}
        {pages.isError && <LoadError query={pages} text="We couldn't load the timeline." className="mb-2" />}
        <ol aria-label="Timeline" className="mt-3 ml-1 border-l border-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onDeleted={onDeleted} />
          ))}
        </ol>
        <ShowMore list={pages} size="sm" className="mt-1 max-sm:h-10" />
      </DrawerSection>
    </div>
  )
}

/** Leaves out past months without a score change; the score's curve shows them. */
function isShown({ kind, details }: TimelineEntry): boolean {
  return kind !== 'scored' || details.cause !== 'backfilled' || details.change !== 0
}

function Entry({ entry, onDeleted }: { entry: TimelineEntry; onDeleted: () => void }) {
  const { user } = useCurrentUser()
  const { text, detail } = timelineText(entry)
  const activity = activityOf(entry)
  return (
    <li className="relative pb-3 pl-4 text-[13px]">
      <span aria-hidden className="absolute top-1.5 -left-1 size-2 rounded-full bg-dim" />
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="break-words">{text}</p>
          {detail && <p className="break-words whitespace-pre-line text-muted">{detail}</p>}
          <p className="text-dim">
            <time dateTime={entry.at}>{formatMoment(entry.at)}</time> · {entry.actor}
          </p>
        </div>
        {activity && user && activity.recordedBy === user.id && (
          <ActivityMenu activity={activity} text={text} onDeleted={onDeleted} />
        )}
      </div>
    </li>
  )
}

/** True once the element has been near the viewport. */
function useWasVisible(element: { current: Element | null }): boolean {
  const [wasVisible, setWasVisible] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new IntersectionObserver(
      (changes) => changes.some(({ isIntersecting }) => isIntersecting) && setWasVisible(true),
      { rootMargin: '200px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return wasVisible
}
