import type { ContactTransfer, TransferSource } from '#contract/contact-transfers.ts'
import { formatMomentDay, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { useContactTransfers } from './transfer-queries.ts'

const TransferDialog = lazyDialog(async () => (await import('./transfer-dialog.tsx')).TransferDialog)

/** Contacts that the user brought to organizations and can take along, with the latest transfers. Hidden without any. */
export function TransferCard() {
  const { data } = useContactTransfers()
  if (!data || data.sources.length + data.transfers.length === 0) return null
  return (
    <Panel
      id="transfers-heading"
      title="Contacts you brought"
      text="You can take them to another organization of yours."
    >
      <ul aria-labelledby="transfers-heading" className="mt-3 divide-y divide-line/60">
        {data.sources.map((source) => (
          <li key={source.organizationId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="text-sm font-medium wrap-anywhere">{source.name}</p>
              <p className="mt-0.5 text-[13px] text-muted">
                {joinPresent([
                  formatQuantity(source.contacts, 'contact', 'contacts'),
                  source.until &&
                    `you’re no longer a member, so take them by ${formatMomentDay(source.until)}`,
                ])}
              </p>
            </div>
            <TransferButton source={source} />
          </li>
        ))}
        {data.transfers.map((transfer) => (
          <TransferRow
            key={transfer.id}
            transfer={transfer}
            canRestart={data.sources.some(
              ({ organizationId }) => organizationId === transfer.fromOrganizationId,
            )}
          />
        ))}
      </ul>
    </Panel>
  )
}

/** Opens the dialog that takes the contacts of one organization along. */
export function TransferButton({ source }: { source: TransferSource }) {
  return (
    <DialogButton dialog={(close) => <TransferDialog source={source} onClose={close} />}>
      Take contacts...<span className="sr-only"> from {source.name}</span>
    </DialogButton>
  )
}

const STATUS = {
  running: { label: 'Running', tone: 'blue' },
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Stopped', tone: 'red' },
} as const

function TransferRow({ transfer, canRestart }: { transfer: ContactTransfer; canRestart: boolean }) {
  const { fromName, toName, status, contacts, transferred, skipped, failure } = transfer
  return (
    <li className="py-3" aria-live="polite">
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
        <span className="wrap-anywhere">{fromName ? `${fromName} to ${toName}` : `To ${toName}`}</span>
        <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
      </p>
      <p className="mt-0.5 text-[13px] text-muted tabular-nums">
        {joinPresent([
          `${transferred} of ${formatQuantity(contacts, 'contact', 'contacts')} taken`,
          skipped > 0 ? `${skipped} stayed, because ${toName} may not add these people again` : null,
        ])}
      </p>
      {failure && (
        <p className="mt-0.5 text-[13px] text-muted">
          {joinPresent(
            [failure, 'The rest stayed put.', canRestart ? 'Start again from the list above.' : null],
            ' ',
          )}
        </p>
      )}
    </li>
  )
}
