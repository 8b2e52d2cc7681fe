import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrokerageMembership } from '#contract/brokerages.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { formatCount } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { ownBrokerageQuery, useLeaveBrokerage } from './brokerage-queries.ts'

/** The brokerage of the organization with its success manager and terms; nothing without one. */
export function OwnBrokerageSection() {
  const { organizationId, role, isSuspended } = useMember()
  const { data } = useQuery({ ...ownBrokerageQuery(organizationId), enabled: !isSuspended })
  if (!data?.brokerage) return null
  return (
    <Panel
      title="Brokerage"
      className="sm:p-5"
      text={`Your organization belongs to ${data.brokerage.name}. Its owner and supervising brokers see totals and each member's opt-out figures, but not your contacts.`}
    >
      <Facts brokerage={data.brokerage} />
      {role === 'OWNER' && <LeaveBrokerage organizationId={organizationId} name={data.brokerage.name} />}
    </Panel>
  )
}

function Facts({ brokerage }: { brokerage: NonNullable<BrokerageMembership['brokerage']> }) {
  const { successManager, slaNotes, hasUnlimitedCredits, seats, seatLimit, sharesDoNotContact } = brokerage
  const facts: [label: string, value: string][] = [
    ['Seats', seatLimit === null ? 'Unlimited' : `${formatCount(seats)} of ${formatCount(seatLimit)} in use`],
    ['Do-not-contact requests', sharesDoNotContact ? 'Apply to all offices' : 'Apply to your organization'],
  ]
  if (hasUnlimitedCredits) facts.unshift(['Credits', 'Unlimited; every match is still counted'])
  if (successManager)
    facts.push(['Your success manager', Object.values(successManager).filter(Boolean).join('\n')])
  if (slaNotes) facts.push(['Service level', slaNotes])
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-[13px] text-muted">{label}</dt>
          <dd className="text-sm font-medium whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function LeaveBrokerage({ organizationId, name }: { organizationId: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const leave = useLeaveBrokerage(organizationId)
  return (
    <>
      <Button variant="danger-quiet" className="mt-4" onClick={() => setIsOpen(true)}>
        Leave brokerage
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Leave ${name}?`}
        description="You keep your contacts, members and credits. The plan from the brokerage ends, so you'll need your own to use your contacts."
        confirmLabel="Leave brokerage"
        pending={leave.isPending}
        pendingLabel="Leaving..."
        onConfirm={() => leave.mutate(undefined, { onSuccess: () => setIsOpen(false) })}
      />
    </>
  )
}
