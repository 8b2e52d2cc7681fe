import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import type { ManagedOrganization } from '#contract/admin-organizations.ts'
import type { Member } from '#contract/organizations.ts'
import { privatePage } from '#web/lib/brand.ts'
import {
  capitalize,
  formatCount,
  formatLastDay,
  formatMoment,
  formatMomentDay,
  joinPresent,
} from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Panel } from '#web/ui/card.tsx'
import { Loaded, PagedItems } from '#web/ui/loaded.tsx'
import { BackLink } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { actionPages, memberPages, organizationQuery } from './admin-queries.ts'
import { LogLine } from './log-line.tsx'
import { OrganizationBadges } from './organization-badges.tsx'
import {
  CreditsDialog,
  EraseOrganizationDialog,
  PlanDialog,
  type ReasonAction,
  ReasonDialog,
} from './organization-dialogs.tsx'

export const meta = privatePage('Organization')

/** One organization with its members, facts and the operator's actions. */
export default function OrganizationPage() {
  const id = useParams().id ?? ''
  return (
    <>
      <BackLink label="All organizations" to={urls.adminOrganizations} />
      <Loaded
        query={useQuery(organizationQuery(id))}
        failure="We couldn't load the organization"
        pending={<Skeleton className="mt-3 h-96 w-full" />}
      >
        {(organization) => (
          <>
            <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="text-lg break-words">{organization.name}</h2>
              <OrganizationBadges {...organization} />
            </div>
            <p className="text-[13px] break-all text-dim">
              {joinPresent(
                [
                  organization.slug,
                  organization.ownerEmail,
                  `created ${formatMomentDay(organization.createdAt)}`,
                ],
                ' · ',
              )}
            </p>
            <Management organization={organization} />
            <div className="mt-3 grid items-start gap-3 lg:grid-cols-2">
              <Members id={id} />
              <Actions id={id} />
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

/** Plan, credits and usage of an organization, with the operator's actions. */
function Management({ organization }: { organization: ManagedOrganization }) {
  const [dialog, setDialog] = useState<'credits' | 'plan' | 'erase' | ReasonAction | null>(null)
  const { agreement, suspendedAt, suspendedReason } = organization
  const props = { organization, onClose: () => setDialog(null) }
  return (
    <>
      {suspendedAt && (
        <p className="mt-3 rounded-lg border border-line bg-raised px-3 py-2.5 text-sm break-words">
          Suspended since {formatMoment(suspendedAt)}: “{suspendedReason}”. Members can sign in, but they can
          only manage billing, contact support, leave, or delete the organization.
        </p>
      )}
      <Card className="mt-3 p-4">
        <Facts organization={organization} />
        <div className="mt-4 flex flex-wrap gap-2 max-sm:*:flex-1 max-sm:*:basis-36">
          <Button onClick={() => setDialog('credits')}>Adjust credits</Button>
          <Button onClick={() => setDialog('plan')}>Set custom plan</Button>
          {agreement && <Button onClick={() => setDialog('end')}>End custom plan</Button>}
          {suspendedAt ? (
            <Button onClick={() => setDialog('lift')}>Lift suspension</Button>
          ) : (
            <Button variant="danger-quiet" onClick={() => setDialog('suspend')}>
              Suspend
            </Button>
          )}
          <Button variant="danger-quiet" onClick={() => setDialog('erase')}>
            Erase
          </Button>
        </div>
      </Card>
      {dialog === 'credits' && <CreditsDialog {...props} />}
      {dialog === 'plan' && <PlanDialog {...props} />}
      {dialog === 'erase' && <EraseOrganizationDialog {...props} />}
      {(dialog === 'end' || dialog === 'suspend' || dialog === 'lift') && (
        <ReasonDialog action={dialog} {...props} />
      )}
    </>
  )
}

function Facts({ organization }: { organization: ManagedOrganization }) {
  const { plan, periodEnd, agreement, credits, members, contacts, lastSeenAt } = organization
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-4">
      <Fact label="Plan" value={plan ? capitalize(plan) : 'None'}>
        {agreement && 'custom plan, no card'}
      </Fact>
      {agreement ? (
        <Fact label="Last day" value={formatLastDay(agreement.until)} />
      ) : (
        <Fact label="Period ends" value={periodEnd ? formatMomentDay(periodEnd) : '–'} />
      )}
      <Fact label="Credits" value={formatCount(credits)} />
      <Fact label="Credits this month" value={`${formatCount(organization.creditsUsed)} used`}>
        {formatCount(organization.creditsGranted)} granted
      </Fact>
      <Fact label="Members" value={formatCount(members)} />
      <Fact label="Contacts" value={formatCount(contacts)} />
      <Fact label="Last seen" value={lastSeenAt ? formatMoment(lastSeenAt) : 'No one is signed in'} />
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

function Members({ id }: { id: string }) {
  return (
    <Panel title="Members" level={3}>
      <PagedItems
        list={useInfiniteQuery(memberPages(id))}
        listName="the members"
        label="Members"
        empty={<p className="text-sm text-muted">No members.</p>}
      >
        {(member) => <MemberRow member={member} />}
      </PagedItems>
    </Panel>
  )
}

function MemberRow({ member: { firstName, lastName, email, role, lastSeenAt } }: { member: Member }) {
  const name = joinPresent([firstName, lastName], ' ')
  const lastSeenText = lastSeenAt ? `last seen ${formatMomentDay(lastSeenAt)}` : 'not signed in'
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="truncate text-sm font-medium">{name || email}</p>
        <p className="truncate text-[13px] text-muted">{joinPresent([name && email, lastSeenText], ' · ')}</p>
      </div>
      <Badge>{capitalize(role.toLowerCase())}</Badge>
    </li>
  )
}

function Actions({ id }: { id: string }) {
  return (
    <Panel title="Admin activity" level={3}>
      <PagedItems
        list={useInfiniteQuery(actionPages(id))}
        listName="the activity"
        label="Admin activity"
        empty={<p className="text-sm text-muted">No admin activity yet.</p>}
      >
        {(entry) => <LogLine entry={entry} />}
      </PagedItems>
    </Panel>
  )
}
