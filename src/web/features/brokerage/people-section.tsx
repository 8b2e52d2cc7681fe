import { useState } from 'react'
import type { Brokerage } from '#contract/brokerages.ts'
import { useUser } from '#web/features/auth/protected.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useBrokerageChange, useRemoveSupervisor } from './brokerage-queries.ts'

/** Supervising brokers; the owner can make one of them the owner. */
export function PeopleSection({ brokerage }: { brokerage: Brokerage }) {
  return (
    <Panel
      title="Supervising brokers"
      text="They see the same totals and compliance figures as the owner, but can't change anything."
    >
      {brokerage.supervisors.length === 0 ? (
        <p className="mt-2 text-sm text-muted">No supervising brokers.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line/60">
          {brokerage.supervisors.map((supervisor) => (
            <SupervisorRow key={supervisor.userId} brokerage={brokerage} supervisor={supervisor} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

interface SupervisorRowProps {
  brokerage: Brokerage
  supervisor: Brokerage['supervisors'][number]
}

function SupervisorRow({ brokerage: { id, role, name: brokerageName }, supervisor }: SupervisorRowProps) {
  const { userId, name, email } = supervisor
  const [isTransferring, setIsTransferring] = useState(false)
  const remove = useRemoveSupervisor(id)
  const transfer = useBrokerageChange('POST /api/brokerages/{id}/transfer', id, 'Brokerage transferred')
  const isOwner = role === 'owner'
  const isSelf = useUser().id === userId
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        {name !== email && <p className="text-[13px] text-muted wrap-anywhere">{email}</p>}
      </div>
      {isOwner && (
        <Button size="row" onClick={() => setIsTransferring(true)}>
          Make owner<span className="sr-only">: {name}</span>
        </Button>
      )}
      {(isOwner || isSelf) && (
        <Button
          size="row"
          variant="danger-quiet"
          disabled={remove.isPending}
          onClick={() => remove.mutate(supervisor)}
        >
          {isSelf ? 'Stop supervising' : 'Remove'}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
      <AlertDialog
        open={isTransferring}
        onClose={() => setIsTransferring(false)}
        title={`Make ${name} the owner of ${brokerageName}?`}
        description="You become a supervising broker right away. Only the new owner can undo this."
        confirmLabel="Transfer brokerage"
        pending={transfer.isPending}
        pendingLabel="Transferring..."
        onConfirm={() => transfer.mutate({ userId }, { onSuccess: () => setIsTransferring(false) })}
      />
    </li>
  )
}
