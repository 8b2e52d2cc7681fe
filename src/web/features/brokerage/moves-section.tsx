import { useInfiniteQuery } from '@tanstack/react-query'
import { formatMoment } from '#web/lib/format.ts'
import { Panel } from '#web/ui/card.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { movePages } from './brokerage-queries.ts'
import { moveText } from './brokerage-texts.ts'

/** Moved credits and seats, newest first. */
export function MovesSection({ brokerageId }: { brokerageId: string }) {
  return (
    <Panel title="History">
      <PagedItems
        isCompact
        list={useInfiniteQuery(movePages(brokerageId))}
        listName="the history"
        label="History"
        className="mt-1 divide-y divide-line/60"
        empty={<p className="mt-1 text-sm text-muted">No credits or seats moved yet.</p>}
      >
        {(move) => (
          <li className="py-2 text-sm wrap-anywhere">
            {moveText(move)} <span className="text-muted">· {formatMoment(move.createdAt)}</span>
          </li>
        )}
      </PagedItems>
    </Panel>
  )
}
