import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import type { Member } from '#contract/organizations.ts'
import { privatePage } from '#web/lib/brand.ts'
import { capitalize, formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { actionPages, memberPages, organizationQuery } from './admin-queries.ts'
import { ListFrame } from './list-frame.tsx'
import { LogList } from './log-list.tsx'
import { OrganizationBadges } from './organization-badges.tsx'
import { OrganizationFacts } from './organization-facts.tsx'

export const meta = privatePage('Organization')

/** One organization with its members, facts and the operator's actions. */
export default function OrganizationPage() {
  const id = useParams().id ?? ''
  const { data, error, isFetching, refetch } = useQuery(organizationQuery(id))
  return (
    <>
      <Link
        to={urls.adminOrganizations}
        className="-ml-1 inline-flex items-center gap-1 rounded-md py-1 pr-2 text-[13px] text-muted hover:text-text max-md:h-11"
      >
        <ChevronLeft aria-hidden className="size-4" />
        All organizations
      </Link>
      {error && !isFetching && !data && (
        <LoadErrorState query={{ error, refetch }} title="We couldn't load the organization" />
      )}
      {!data && !error && <Skeleton className="mt-3 h-96 w-full" />}
      {data && (
        <>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-lg break-words">{data.name}</h2>
            <OrganizationBadges {...data} />
          </div>
          <p className="text-[13px] break-all text-dim">
            {joinPresent([data.slug, data.ownerEmail, `since ${formatMomentDay(data.createdAt)}`], ' · ')}
          </p>
          <OrganizationFacts organization={data} />
          <div className="mt-3 grid items-start gap-3 lg:grid-cols-2">
            <Members id={id} />
            <Actions id={id} />
          </div>
        </>
      )}
    </>
  )
}

function Members({ id }: { id: string }) {
  const list = useInfiniteQuery(memberPages(id))
  return (
    <Card role="region" aria-labelledby="members" className="p-4">
      <h3 id="members" className="mb-1 text-base">
        Members
      </h3>
      <ListFrame
        list={list}
        rowsOf={(page) => page.members}
        what="the members"
        empty={<p className="text-sm text-muted">No members.</p>}
      >
        {(members) => (
          <ul aria-label="Members" className="divide-y divide-line/60">
            {members.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
          </ul>
        )}
      </ListFrame>
    </Card>
  )
}

function MemberRow({ member: { firstName, lastName, email, role, lastSeenAt } }: { member: Member }) {
  const name = joinPresent([firstName, lastName], ' ')
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0">
        <p className="truncate text-sm font-medium">{name || email}</p>
        <p className="truncate text-[13px] text-muted">
          {joinPresent(
            [name && email, lastSeenAt ? `seen ${formatMomentDay(lastSeenAt)}` : 'not signed in'],
            ' · ',
          )}
        </p>
      </div>
      <Badge>{capitalize(role.toLowerCase())}</Badge>
    </li>
  )
}

function Actions({ id }: { id: string }) {
  const list = useInfiniteQuery(actionPages(id))
  return (
    <Card role="region" aria-labelledby="actions" className="p-4">
      <h3 id="actions" className="mb-1 text-base">
        Admin activity
      </h3>
      <ListFrame
        list={list}
        rowsOf={(page) => page.entries}
        what="the activity"
        empty={<p className="text-sm text-muted">No admin activity yet.</p>}
      >
        {(entries) => <LogList entries={entries} label="Admin activity" />}
      </ListFrame>
    </Card>
  )
}
