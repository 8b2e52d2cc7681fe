import type { FollowUpBossConnection } from '#contract/follow-up-boss.ts'
import { formatCount, formatMoment, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { useChangeConnection, useDisconnect } from './follow-up-boss-queries.ts'
import { problemText, STAGE_TEXTS } from './follow-up-boss-texts.ts'

/** The state of the sync, with its switch and its end. */
export function ConnectionCard({ connection }: { connection: FollowUpBossConnection }) {
  const { accountName, status, stage, received, total } = connection
  const change = useChangeConnection()
  const problem = problemText(connection)
  const isImporting = stage !== 'new' && stage !== 'done'
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="flex flex-wrap items-center gap-2 text-sm font-medium wrap-anywhere">
        {accountName}
        <StateBadge connection={connection} />
      </h2>
      {problem && <p className="text-[13px]">{problem}</p>}
      {isImporting && (
        <div className="grid gap-1">
          <p className="text-[13px] text-muted">
            {STAGE_TEXTS[stage]}: {formatCount(received)}
            {total === null ? ' so far' : ` of ${formatCount(Math.max(total, received))}`}
          </p>
          {total !== null && (
            <Progress label="First import" value={received} max={Math.max(total, received, 1)} />
          )}
        </div>
      )}
      <Facts connection={connection} />
      <div className="flex flex-wrap gap-2">
        {status !== 'failed' && (
          <Button
            size="row"
            pending={change.isPending}
            onClick={() => change.mutate({ isPaused: status === 'active' })}
          >
            {status === 'active' ? 'Pause sync' : 'Resume sync'}
          </Button>
        )}
        <DisconnectButton />
      </div>
    </Card>
  )
}

function StateBadge({ connection: { status, problem } }: { connection: FollowUpBossConnection }) {
  if (status === 'failed') return <Badge tone="red">Stopped</Badge>
  if (status === 'paused') return <Badge>Paused</Badge>
  return problem ? <Badge tone="orange">Waiting</Badge> : <Badge tone="green">Connected</Badge>
}

function Facts({ connection }: { connection: FollowUpBossConnection }) {
  const { lastSyncAt, linkedPeople, waiting, skipped, deletedHere, failures, hasHooks } = connection
  const lines = [
    lastSyncAt ? `Last sync: ${formatMoment(lastSyncAt)}.` : null,
    `${formatQuantity(linkedPeople, 'linked contact', 'linked contacts')}, ${formatQuantity(waiting, 'change', 'changes')} waiting.`,
    hasHooks ? null : "We couldn't set up webhooks, so we check for changes every 10 minutes.",
    skipped > 0
      ? `${formatQuantity(skipped, 'person', 'people')} without a first and last name ${skipped === 1 ? 'was' : 'were'} skipped.`
      : null,
    deletedHere > 0
      ? `${formatQuantity(deletedHere, 'contact was', 'contacts were')} deleted here and remain in Follow Up Boss. Delete them there yourself.`
      : null,
    ...failures.map(
      ({ problem, count }) => `${formatQuantity(count, 'change', 'changes')} didn't sync: ${problem}`,
    ),
  ].filter((line) => line !== null)
  return (
    <ul className="grid gap-1 text-[13px] text-muted">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function DisconnectButton() {
  const disconnect = useDisconnect()
  return (
    <DialogButton
      size="row"
      variant="danger-quiet"
      dialog={(close) => (
        <AlertDialog
          onClose={close}
          title="Disconnect Follow Up Boss?"
          description="Changes no longer sync, and the links and the list of overwritten values are deleted. Contacts, notes and tasks stay on both sides. Contacts you deleted while connected won't be imported again. Contacts you delete while disconnected will."
          confirmLabel="Disconnect"
          pendingLabel="Disconnecting..."
          pending={disconnect.isPending}
          onConfirm={() => disconnect.mutate(undefined, { onSettled: close })}
        />
      )}
    >
      Disconnect
    </DialogButton>
  )
}
