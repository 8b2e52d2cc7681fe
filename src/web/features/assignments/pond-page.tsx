import { useInfiniteQuery } from '@tanstack/react-query'
import { Waves } from 'lucide-react'
import { useNavigate } from 'react-router'
import type { PondContact } from '#contract/assignments.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMomentDay, joinPresent } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { useClaim } from './assignments-queries.ts'

export const meta = privatePage('Pond')
export const handle: PageHandle = { needs: 'subscription' }

/** Contacts that any member may claim; names show after that. */
export default function PondPage() {
  const pond = useInfiniteQuery(cursorPages('GET /api/pond'))
  return (
    <Page title="Pond">
      <p className="mt-2 text-sm text-muted">
        The first member to claim a contact becomes its owner. You see names and contact details after
        claiming.
      </p>
      <PagedItems
        list={pond}
        listName="the pond"
        label="Contacts in the pond"
        className="mt-4 divide-y divide-line/60 rounded-lg border border-line bg-surface"
        empty={
          <EmptyState
            icon={<Waves />}
            title="The pond is empty"
            description="Contacts appear here when a rule or an admin puts them into the pond."
          />
        }
      >
        {(contact) => <PondRow contact={contact} />}
      </PagedItems>
    </Page>
  )
}

function PondRow({ contact }: { contact: PondContact }) {
  const claim = useClaim()
  const navigate = useNavigate()
  const { city, state, zipCode, source, score, since } = contact
  const place = joinPresent([joinPresent([city, state]), zipCode], ' ') || 'No address'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <ScoreNumber size="sm" score={score} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm font-medium wrap-anywhere">{place}</p>
        <p className="mt-0.5 text-[13px] text-muted wrap-anywhere">
          {joinPresent([`Waiting since ${formatMomentDay(since)}`, source], ' · ')}
        </p>
      </div>
      <Button
        variant="primary"
        pending={claim.isPending}
        pendingLabel="Claiming..."
        onClick={() =>
          claim.mutate(contact, {
            onSuccess: ({ contactId }) => void navigate(`${urls.dashboard}?contact=${contactId}`),
          })
        }
      >
        Claim<span className="sr-only"> the contact in {place}</span>
      </Button>
    </li>
  )
}
