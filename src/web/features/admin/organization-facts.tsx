import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ManagedOrganization } from '#contract/admin-organizations.ts'
import { capitalize, formatCount, formatMoment, formatMomentDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

const load = () => import('./organization-dialogs.tsx')
const CreditsDialog = lazy(async () => ({ default: (await load()).CreditsDialog }))
const PlanDialog = lazy(async () => ({ default: (await load()).PlanDialog }))
const ReasonDialog = lazy(async () => ({ default: (await load()).ReasonDialog }))

const EraseOrganizationDialog = lazy(async () => ({
  default: (await import('./erase-organization-dialog.tsx')).EraseOrganizationDialog,
}))

type OpenDialog = 'credits' | 'plan' | 'end' | 'suspend' | 'lift' | 'erase' | null

/** Plan, credits and usage of an organization, with the operator's actions. */
export function OrganizationFacts({ organization }: { organization: ManagedOrganization }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const { agreement, suspendedAt, suspendedReason } = organization
  const close = () => setOpenDialog(null)
  return (
    <>
      {suspendedAt && (
        <p className="mt-3 rounded-lg border border-line bg-raised px-3 py-2.5 text-sm break-words">
          Suspended since {formatMoment(suspendedAt)}: “{suspendedReason}”. Members can sign in, but they can
          only use billing, support, leaving and erasure.
        </p>
      )}
      <Card className="mt-3 p-4">
        <Facts organization={organization} />
        <div className="mt-4 flex flex-wrap gap-2 max-sm:*:flex-1 max-sm:*:basis-36">
          <Button onClick={() => setOpenDialog('credits')}>Change credits</Button>
          <Button onClick={() => setOpenDialog('plan')}>Set custom plan</Button>
          {agreement && <Button onClick={() => setOpenDialog('end')}>End custom plan</Button>}
          {suspendedAt ? (
            <Button onClick={() => setOpenDialog('lift')}>Lift suspension</Button>
          ) : (
            <Button variant="danger-quiet" onClick={() => setOpenDialog('suspend')}>
              Suspend
            </Button>
          )}
          <Button variant="danger-quiet" onClick={() => setOpenDialog('erase')}>
            Erase
          </Button>
        </div>
      </Card>
      <Suspense fallback={null}>
        {openDialog === 'credits' && <CreditsDialog organization={organization} onClose={close} />}
        {openDialog === 'plan' && <PlanDialog organization={organization} onClose={close} />}
        {openDialog === 'erase' && <EraseOrganizationDialog organization={organization} onClose={close} />}
        {(openDialog === 'end' || openDialog === 'suspend' || openDialog === 'lift') && (
          <ReasonDialog act={openDialog} organization={organization} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function Facts({ organization }: { organization: ManagedOrganization }) {
  const { plan, periodEnd, agreement, credits, members, contacts, lastSeenAt } = organization
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
      <Fact label="Plan" value={plan ? capitalize(plan) : 'None'}>
        {agreement && 'custom, without card'}
      </Fact>
      <Fact label="Period ends" value={periodEnd ? formatMomentDay(periodEnd) : '–'} />
      <Fact label="Credits" value={formatCount(credits)} />
      <Fact label="Credits this month" value={`${formatCount(organization.creditsUsed)} used`}>
        {formatCount(organization.creditsGranted)} granted
      </Fact>
      <Fact label="Members" value={formatCount(members)} />
      <Fact label="Contacts" value={formatCount(contacts)} />
      <Fact label="Last seen" value={lastSeenAt ? formatMoment(lastSeenAt) : 'All signed out'} />
    </dl>
  )
}

function Fact({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="text-sm font-medium break-words tabular-nums">{value}</dd>
      {children && <dd className="text-[13px] text-dim tabular-nums">{children}</dd>}
    </div>
  )
}
