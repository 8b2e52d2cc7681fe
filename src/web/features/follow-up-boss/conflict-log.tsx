import type { FollowUpBossConflict } from '#contract/follow-up-boss.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { useConflicts, useUndo } from './follow-up-boss-queries.ts'
import { fieldLabel } from './follow-up-boss-texts.ts'

/** Values that a later change on the other side overwrote. */
export function ConflictLog() {
  const conflicts = useConflicts()
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="text-sm font-medium">Conflicts</h2>
      <p className="text-[13px] text-muted">
        When the same field changes on both sides, the later change wins. You can undo it for 90 days.
      </p>
      <Loaded
        query={conflicts}
        failure="We couldn't load the conflicts"
        pending={<Skeleton className="h-16 w-full" />}
      >
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items)
          if (items.length === 0) return <p className="text-sm text-muted">No conflicts so far.</p>
          return (
            <ul className="divide-y divide-line border-y border-line" aria-label="Conflicts">
              {items.map((conflict) => (
                <ConflictItem key={conflict.id} conflict={conflict} />
              ))}
            </ul>
          )
        }}
      </Loaded>
      {conflicts.hasNextPage && (
        <Button
          size="row"
          className="justify-self-start"
          pending={conflicts.isFetchingNextPage}
          onClick={() => void conflicts.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Card>
  )
}

function ConflictItem({ conflict }: { conflict: FollowUpBossConflict }) {
  const { id, contactName, field, kept, keptValue, lostValue, createdAt, undoneAt } = conflict
  const undo = useUndo()
  const sides = ['this app', 'Follow Up Boss']
  const [winner, loser] = kept === 'here' ? sides : sides.toReversed()
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-3">
      <div className="min-w-0 text-[13px] wrap-anywhere">
        <p className="font-medium">
          {contactName}: {fieldLabel(field)}
        </p>
        <p>
          Kept “{keptValue ?? 'empty'}” (from {winner}). Replaced “{lostValue ?? 'empty'}” (from {loser}).
        </p>
        <p className="text-muted">{formatMoment(createdAt)}</p>
      </div>
      {undoneAt ? (
        <Badge>Undone</Badge>
      ) : (
        <Button size="row" pending={undo.isPending} onClick={() => undo.mutate(id)}>
          Undo<span className="sr-only"> {contactName}</span>
        </Button>
      )}
    </li>
  )
}
