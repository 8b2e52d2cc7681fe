import { useQuery } from '@tanstack/react-query'
import { Building2, UserPlus } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Brokerage, ListedBrokerage } from '#contract/brokerages.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount, formatLastDay } from '#web/lib/format.ts'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Field, Select } from '#web/ui/form.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { brokerageQuery } from './brokerage-queries.ts'
import { ComplianceSection } from './compliance-section.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MoveCreditsDialog, MoveSeatsDialog } from './move-dialogs.tsx'
import { MovesSection } from './moves-section.tsx'
import { OfficesSection } from './offices-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { SharingSection } from './sharing-section.tsx'
import { useBrokerages } from './use-brokerages.ts'

export const meta = privatePage('Brokerage')

const PENDING = (
  <Skeletons label="Loading your brokerage" className="mt-4 gap-4" rows={['h-24', 'h-72', 'h-48']} />
)

/** The offices of a brokerage for its owner and supervising brokers: figures only. */
export default function BrokeragePage() {
  const [params, setParams] = useSearchParams()
  return (
    <Loaded query={useBrokerages()} failure="We couldn't load your brokerages" pending={PENDING}>
      {(brokerages) => {
        const shown = brokerages.find(({ id }) => id === params.get('id')) ?? brokerages[0]
        if (!shown)
          return (
            <Page title="Brokerage">
              <EmptyState
                icon={<Building2 />}
                title="No brokerage"
                description="You don't own or supervise a brokerage. To join one with your organization, ask its owner for an invitation."
              />
            </Page>
          )
        return (
          <ShownBrokerage
            key={shown.id}
            shown={shown}
            others={brokerages}
            onChoose={(id) => setParams({ id }, { replace: true })}
          />
        )
      }}
    </Loaded>
  )
}

interface ShownProps {
  shown: ListedBrokerage
  others: readonly ListedBrokerage[]
  onChoose: (id: string) => void
}

function ShownBrokerage({ shown, others, onChoose }: ShownProps) {
  const query = useQuery(brokerageQuery(shown.id))
  const brokerage = query.data
  return (
    <Page
      title={shown.name}
      actions={brokerage?.role === 'owner' && <OwnerActions brokerage={brokerage} />}
      width="max-w-6xl"
    >
      <p className="mt-1 text-sm text-muted">
        {shown.role === 'owner' ? 'You own this brokerage.' : 'You supervise this brokerage.'} You see totals,
        not contacts.
      </p>
      {others.length > 1 && (
        <Field label="Brokerage" className="mt-3 w-64 max-sm:w-full">
          <Select
            value={shown.id}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            onValue={onChoose}
          />
        </Field>
      )}
      <Loaded query={query} failure="We couldn't load your brokerage" pending={PENDING}>
        {(loaded) => <Sections brokerage={loaded} />}
      </Loaded>
    </Page>
  )
}

function OwnerActions({ brokerage }: { brokerage: Brokerage }) {
  const hasTwo = brokerage.offices.length > 1
  return (
    <>
      {hasTwo && (
        <DialogButton dialog={(close) => <MoveCreditsDialog brokerage={brokerage} onClose={close} />}>
          Move credits
        </DialogButton>
      )}
      {brokerage.seats !== null && brokerage.offices.length > 0 && (
        <DialogButton dialog={(close) => <MoveSeatsDialog brokerage={brokerage} onClose={close} />}>
          Move seats
        </DialogButton>
      )}
      <DialogButton
        variant="primary"
        dialog={(close) => <InviteDialog brokerageId={brokerage.id} onClose={close} />}
      >
        <UserPlus aria-hidden />
        Invite
      </DialogButton>
    </>
  )
}

function Sections({ brokerage }: { brokerage: Brokerage }) {
  const isOwner = brokerage.role === 'owner'
  return (
    <div className="mt-4 grid gap-6">
      <Terms brokerage={brokerage} />
      <OfficesSection brokerage={brokerage} />
      <ComplianceSection brokerageId={brokerage.id} />
      {isOwner && <SharingSection brokerage={brokerage} />}
      {isOwner && <InvitationsSection brokerageId={brokerage.id} />}
      <PeopleSection brokerage={brokerage} />
      <MovesSection brokerageId={brokerage.id} />
    </div>
  )
}

const unlimitedOr = (value: number | null) => (value === null ? 'Unlimited' : formatCount(value))

function Terms({ brokerage }: { brokerage: Brokerage }) {
  const { planUntil, hasUnlimitedCredits, seats, freeSeats, maxOffices, successManager, slaNotes } = brokerage
  const facts: [label: string, value: string][] = [
    ['Plan', planUntil ? `Enterprise until ${formatLastDay(planUntil)}` : 'None'],
    ['Credits', hasUnlimitedCredits ? 'Unlimited' : '1,000 a month for each office'],
    ['Seats', seats === null ? 'Unlimited' : `${formatCount(seats)}, ${formatCount(freeSeats ?? 0)} free`],
    ['Offices', unlimitedOr(maxOffices)],
  ]
  if (successManager)
    facts.push(['Success manager', Object.values(successManager).filter(Boolean).join(', ')])
  if (slaNotes) facts.push(['Service level', slaNotes])
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-[13px] text-muted">{label}</dt>
          <dd className="text-sm font-medium wrap-anywhere whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
