import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { privatePage } from '#web/lib/brand.ts'
import { Field, Select } from '#web/ui/form.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { logPages } from './admin-queries.ts'
import { LogLine } from './log-line.tsx'

export const meta = privatePage('Log')

/** Action prefixes to filter the audit log by. */
const KINDS = [
  { value: 'operator.', label: 'Admin activity' },
  { value: 'sign-', label: 'Sign-ins and sign-outs' },
  { value: 'sign-in.refused', label: 'Rejected sign-ins' },
  { value: 'privacy-request.', label: 'Privacy requests' },
  { value: 'webhook.', label: 'Rejected payment events' },
  { value: 'money.', label: 'Billing checks' },
]

/** The audit log of the platform. */
export default function LogPage() {
  const [search, setSearch] = useSearchParams()
  const action = KINDS.find(({ value }) => value === search.get('action'))?.value ?? ''
  const empty = (
    <EmptyState
      icon={<ScrollText />}
      title="No matching entries"
      description="New entries appear here."
      level={3}
    />
  )
  return (
    <section aria-labelledby="log">
      <div className="mb-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="log" className="text-base">
          Log
        </h2>
        <Field label="Activity" className="w-56 max-sm:w-full">
          <Select
            placeholder="All activity"
            options={KINDS}
            value={action}
            onChange={({ target: { value } }) => setSearch(value ? { action: value } : {}, { replace: true })}
          />
        </Field>
      </div>
      <PagedItems list={useInfiniteQuery(logPages(action))} listName="the log" label="Log" empty={empty}>
        {(entry) => <LogLine entry={entry} />}
      </PagedItems>
    </section>
  )
}
