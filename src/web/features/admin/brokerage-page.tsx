import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { ManagedBrokerage } from '#contract/admin-brokerages.ts'
import { privatePage } from '#web/lib/brand.ts'
import { capitalize, formatCount, formatLastDay, formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card, Panel } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { BackLink } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import {
  AddOfficeDialog,
  BrokeragePlanDialog,
  EndPlanDialog,
  OwnerDialog,
  TermsDialog,
} from './brokerage-dialogs.tsx'
import { managedBrokerageQuery } from './brokerage-queries.ts'

export const meta = privatePage('Brokerage')

/** Terms and organizations of a brokerage, with the operator's actions. */
export default function BrokeragePage() {
  const id = useParams().id ?? ''
  return (
    <>
      <BackLink label="All brokerages" to={urls.adminBrokerages} />
      <Loaded
        query={useQuery(managedBrokerageQuery(id))}
        failure="We couldn't load the brokerage"
        pending={<Skeleton className="mt-3 h-96 w-full" />}
      >
        {(brokerage) => (
          <>
            <h2 className="mt-1 text-lg break-words">{brokerage.name}</h2>
            <p className="text-[13px] break-all text-dim">
              {joinPresent(
                [brokerage.ownerEmail ?? 'No owner', `created ${formatMomentDay(brokerage.createdAt)}`],
                ' · ',
              )}
            </p>
            <Management brokerage={brokerage} />
            <Panel id="offices" title="Organizations" level={3} className="mt-3">
              {brokerage.organizations.length === 0 ? (
                <p className="mt-1 text-sm text-muted">No organizations yet.</p>
              ) : (
                <DataTable
                  labelledBy="offices"
                  columns={COLUMNS}
                  rows={brokerage.organizations}
                  rowKey={(each) => each.id}
                />
              )}
            </Panel>
          </>
        )}
      </Loaded>
    </>
  )
}

const DIALOGS = {
  terms: TermsDialog,
  plan: BrokeragePlanDialog,
  end: EndPlanDialog,
  office: AddOfficeDialog,
  owner: OwnerDialog,
}

function Management({ brokerage }: { brokerage: ManagedBrokerage }) {
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null)
  const Dialog = dialog && DIALOGS[dialog]
  return (
    <Card className="mt-3 p-4">
      <Facts brokerage={brokerage} />
      <div className="mt-4 flex flex-wrap gap-2 max-sm:*:flex-1 max-sm:*:basis-36">
        <Button onClick={() => setDialog('terms')}>Set terms</Button>
        <Button onClick={() => setDialog('plan')}>Set plan</Button>
        {brokerage.planUntil && <Button onClick={() => setDialog('end')}>End plan</Button>}
        <Button onClick={() => setDialog('office')}>Add organization</Button>
        <Button onClick={() => setDialog('owner')}>Change owner</Button>
      </div>
      {Dialog && <Dialog brokerage={brokerage} onClose={() => setDialog(null)} />}
    </Card>
  )
}

function Facts({ brokerage }: { brokerage: ManagedBrokerage }) {
  const { planUntil, hasUnlimitedCredits, seats, maxOffices, sharesDoNotContact, slaNotes } = brokerage
  const { managerName, managerEmail, managerPhone } = brokerage
  const limitText = (limit: number | null) => (limit === null ? 'Unlimited' : formatCount(limit))
  const facts: [label: string, value: string][] = [
    ['Plan', planUntil ? `Enterprise until ${formatLastDay(planUntil)}` : 'None'],
    ['Credits', hasUnlimitedCredits ? 'Unlimited' : 'By plan'],
    ['Seats', limitText(seats)],
    ['Organizations', limitText(maxOffices)],
    ['Shares do-not-contact requests', sharesDoNotContact ? 'Yes' : 'No'],
    ['Success manager', joinPresent([managerName, managerEmail, managerPhone]) || 'None'],
    ['SLA notes', slaNotes ?? 'None'],
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-[13px] text-muted">{label}</dt>
          <dd className="text-sm font-medium break-words whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Office = ManagedBrokerage['organizations'][number]

const COLUMNS: readonly Column<Office>[] = [
  {
    label: 'Organization',
    isRowHeader: true,
    className: 'w-full max-w-0',
    cell: ({ name, plan, status }) => (
      <>
        <span className="block truncate font-medium">{name}</span>
        <span className="block truncate text-[13px] text-muted">
          {plan ? `${capitalize(plan)}, ${status}` : capitalize(status)}
        </span>
      </>
    ),
  },
  { label: 'Credits', isNumber: true, cell: ({ credits }) => formatCount(credits) },
  {
    label: 'Used this month',
    isNumber: true,
    hidden: 'whitespace-nowrap max-sm:hidden',
    cell: ({ creditsUsed }) => formatCount(creditsUsed),
  },
  {
    label: 'Seats',
    isNumber: true,
    hidden: 'max-sm:hidden',
    cell: ({ seats, seatLimit }) =>
      seatLimit === null ? formatCount(seats) : `${formatCount(seats)} of ${formatCount(seatLimit)}`,
  },
  {
    label: 'Manage',
    isLabelHidden: true,
    cell: ({ id, name }) => (
      <ButtonLink
        size="sm"
        to={urls.adminOrganization(id)}
        aria-label={`Manage ${name}`}
        className="max-md:h-11"
      >
        Manage
      </ButtonLink>
    ),
  },
]
