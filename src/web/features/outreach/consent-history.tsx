import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsentEntry } from '#contract/consents.ts'

import { capitalize, formatMoment, joinPresent } from '#web/lib/format.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { consentPages } from './outreach-queries.ts'
import { CHANNEL_WORDS } from './outreach-texts.ts'

const SOURCES: Readonly<Record<ConsentEntry['source'], string>> = {
  member: 'Added by us',
  contact: 'Requested by contact',
  form: 'From a form',
  import: 'From a file',
}

/** All consent and opt-out entries of a contact, newest first. */
export function ConsentHistory({ contactId }: { contactId: string }) {
  const history = useInfiniteQuery(consentPages(contactId))
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section aria-labelledby="consent-history" className="mt-5 border-t border-line pt-3.5">
      <h3 id="consent-history" className="text-sm">
        History
      </h3>
      {history.isPending && <Skeleton className="mt-2 h-10 w-full" />}
      {history.isError && <LoadError query={history} text="We couldn't load the history." />}
      {history.data && entries.length === 0 && <p className="mt-1 text-[13px] text-muted">No changes yet.</p>}
      <ul aria-label="History" className="divide-y divide-line/60">
        {entries.map((entry) => (
          <ConsentLine key={entry.id} entry={entry} />
        ))}
      </ul>
      <ShowMore list={history} size="sm" className="mt-2" />
    </section>
  )
}

function ConsentLine({ entry }: { entry: ConsentEntry }) {
  const { channel, allowed, reason, source, shown, recordedBy, createdAt, revokedAt } = entry
  const words = CHANNEL_WORDS[channel]
  return (
    <li className="py-2 text-[13px] break-words">
      <p>
        {capitalize(allowed ? `${words} allowed` : `no ${words}`)}
        {!revokedAt && <span className="text-dim"> · current</span>}
      </p>
      {reason && <p className="text-muted">{reason}</p>}
      {shown && <p className="text-muted">Agreed to: “{shown}”</p>}
      <p className="text-dim">
        {joinPresent([formatMoment(createdAt), SOURCES[source], recordedBy], ' · ')}
        {revokedAt && `, until ${formatMoment(revokedAt)}`}
      </p>
    </li>
  )
}
