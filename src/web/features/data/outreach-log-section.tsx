import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { OutreachRetention } from '#contract/outreach.ts'
import { stateName } from '#domain/identity/address.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { formatQuantity } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'

/** Downloads the log of calls and messages for the state's retention period. */
export function OutreachLogSection() {
  const { organizationId: id } = useMember()
  const retention = useQuery(read('GET /api/organizations/{id}/outreach-log', { params: { id } }))
  return (
    <Panel
      title="Outreach log"
      aside={
        <ButtonLink href={`/api/organizations/${id}/outreach-log.csv`} download className="ml-auto">
          <Download aria-hidden />
          Download CSV
        </ButtonLink>
      }
      text="Every call, text, email and letter on record: who reached which contact and when, the text, and the license it showed. Brokers keep it for their regulator."
    >
      <Loaded
        isCompact
        query={retention}
        failure="We couldn't load the retention period"
        pending={<Skeleton className="mt-2 h-5 w-72 max-w-full" />}
      >
        {(loaded) => <RetentionText retention={loaded} />}
      </Loaded>
    </Panel>
  )
}

function RetentionText({ retention: { years, states } }: { retention: OutreachRetention }) {
  const sources = states.map(({ state, years: stateYears, citation, isChecked }) => {
    const place = stateName(state) ?? state
    if (stateYears === null) return `${place}: period unknown, so the longest one counts`
    const period = `${place}: ${formatQuantity(stateYears, 'year', 'years')} (${citation})`
    return isChecked ? period : `${period}, not verified, so the longest one counts`
  })
  return (
    <p className="mt-2 text-[13px] text-muted">
      Covers the last {formatQuantity(years, 'year', 'years')}.{' '}
      {sources.length > 0
        ? `${sources.join('; ')}.`
        : 'No member has a license on file, so we use the longest period we know.'}
    </p>
  )
}
