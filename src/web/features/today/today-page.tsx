import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Coffee } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { TodayList } from '#contract/today.ts'
import type { PageHandle } from '#web/features/auth/protected.tsx'
import { OpenContact } from '#web/features/contacts/open-contact.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState, LoadError } from '#web/ui/states.tsx'
import { PromisedSection } from './promised-section.tsx'
import { type Step, StepNotice } from './step-notice.tsx'
import {
  dropFromToday,
  type Encounter,
  INITIAL_LIMIT,
  MAX_LIMIT,
  refreshToday,
  todayQuery,
} from './today-queries.ts'
import { TodayRow } from './today-row.tsx'
import { longDay } from './today-texts.ts'
import { useNow } from './use-now.ts'
import { useTodayKeys } from './use-today-keys.ts'

const OutcomeSheet = lazyDialog(async () => (await import('./outcome-sheet.tsx')).OutcomeSheet)

export const meta = privatePage('Today')
export const handle: PageHandle = { needs: 'subscription' }

/** Promises, the people to contact next, and the last step. */
export default function TodayPage() {
  const client = useQueryClient()
  const [limit, setLimit] = useState(INITIAL_LIMIT)
  const [encounter, setEncounter] = useState<Encounter | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const today = useQuery(todayQuery(limit))
  const now = useNow()
  useTodayKeys()

  const onStep = (next: Step) => {
    setStep(next)
    setEncounter(null)
    if ('contactId' in next) dropFromToday(client, next.contactId)
    refreshToday(client)
  }
  return (
    <div className="flex items-start">
      <Page title="Today" width="flex-1" aside={<p className="text-sm text-dim">{longDay(now)}</p>}>
        <div className="max-w-4xl">
          <StepNotice step={step} onStep={setStep} />
          <Loaded
            query={today}
            failure="We couldn't load Today"
            pending={<Skeletons label="Loading Today" rows={SKELETON_ROWS} className="mt-4 gap-3" />}
          >
            {({ promised, items }) => (
              <>
                {today.isRefetchError && (
                  <LoadError query={today} text="We couldn't refresh the list." className="mt-3" />
                )}
                <PromisedSection promised={promised} now={now} onLog={setEncounter} onStep={onStep} />
                <section aria-labelledby="today-people" className="mt-6">
                  <h2 id="today-people" className="mb-2 text-[13px] font-medium tracking-normal text-muted">
                    Who to contact next
                  </h2>
                  <UncheckedNumbers items={items} />
                  {items.length === 0 ? (
                    <NoOneLeft hasPromised={promised.length > 0} />
                  ) : (
                    <ul aria-label="Who to contact next" className="grid gap-3">
                      {items.map((item, index) => (
                        <TodayRow
                          key={item.contact.id}
                          {...{ item, now, index }}
                          onLog={setEncounter}
                          onStep={onStep}
                        />
                      ))}
                    </ul>
                  )}
                  {limit < MAX_LIMIT && items.length >= limit && (
                    <Button
                      className="mx-auto mt-4 flex"
                      pending={today.isPlaceholderData}
                      onClick={() => setLimit(MAX_LIMIT)}
                    >
                      Show more
                    </Button>
                  )}
                </section>
              </>
            )}
          </Loaded>
        </div>
      </Page>
      <OpenContact />
      {encounter && (
        <OutcomeSheet encounter={encounter} onClose={() => setEncounter(null)} onLogged={onStep} />
      )}
    </div>
  )
}

const SKELETON_ROWS = ['h-4 w-24', 'h-14', 'h-4 mt-4 w-40', ...Array(3).fill('h-44 max-sm:h-64')]

/** Explains "Not checked" once for all rows. */
function UncheckedNumbers({ items }: Pick<TodayList, 'items'>) {
  const unchecked = items.filter(
    ({ channel, callCheck }) => (channel === 'call' || channel === 'text') && callCheck === 'unchecked',
  ).length
  if (unchecked === 0) return null
  return (
    <div className="mb-3 flex flex-wrap gap-x-1.5 text-[13px] text-muted max-md:mb-0">
      <p>
        {unchecked === 1 ? "1 number isn't" : `${unchecked} numbers aren't`} checked against the do-not-call
        registries.
      </p>
      <Link to={urls.doNotCall} className="text-accent underline-offset-2 hover:underline max-md:leading-11">
        Upload files for your area codes
      </Link>
    </div>
  )
}

function NoOneLeft({ hasPromised }: { hasPromised: boolean }) {
  return (
    <EmptyState
      icon={<Coffee />}
      level={3}
      title="No one else to contact today"
      description={
        hasPromised
          ? "Finish what's due. New people appear here as signals are found and waiting periods end."
          : 'Everyone you can reach was contacted recently or is snoozed. Add or import contacts to see more people here.'
      }
      actions={<ButtonLink to={urls.dashboard}>See all contacts</ButtonLink>}
    />
  )
}
