import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { TimelineEntry } from '#contract/timeline.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatMoment } from '#web/lib/format.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { timelinePages } from './drawer-queries.ts'
import { DrawerSection } from './fact-list.tsx'
import { timelineText } from './timeline-texts.ts'

/** The contact's history, newest first; loaded when it scrolls into view. */
export function Timeline({ contactId }: { contactId: string }) {
  const container = useRef<HTMLDivElement>(null)
  const seen = useSeen(container)
  const pages = useInfiniteQuery({ ...timelinePages(contactId), enabled: seen })
  const entries = (pages.data?.pages.flatMap((page) => page.entries) ?? []).filter(isShown)
  return (
    <div ref={container} className="min-h-24">
      <DrawerSection title="Timeline">
        {pages.isPending && <Spinner label="Loading the timeline" />}
        {pages.isError && (
          <p role="alert" className="mb-2 text-[13px] text-red">
            {messageOf(pages.error, "We couldn't load the timeline.")}{' '}
            <button type="button" className="underline" onClick={() => void pages.refetch()}>
              Try again
            </button>
          </p>
        )}
        <ol aria-label="Timeline" className="ml-1 border-l border-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
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

function Entry({ entry }: { entry: TimelineEntry }) {
  const { text, more } = timelineText(entry)
  return (
    <li className="relative pb-3 pl-4 text-[13px]">
      <span aria-hidden className="absolute top-1.5 -left-1 size-2 rounded-full bg-dim" />
      <p className="break-words">{text}</p>
      {more && <p className="break-words text-muted">{more}</p>}
      <p className="text-dim">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time> · {entry.actor}
      </p>
    </li>
  )
}

/** True once the element has been near the viewport. */
function useSeen(element: { current: Element | null }): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const observer = new IntersectionObserver(
      (changes) => changes.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    )
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return seen
}
