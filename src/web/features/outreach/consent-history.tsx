import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsentEntry } from '#contract/consents.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { capitalize, formatMoment, joinPresent } from '#web/lib/format.ts'
import { ShowMore } from '#web/ui/show-more.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { consentPages } from './outreach-queries.ts'
import { CHANNEL_WORDS } from './outreach-texts.ts'

const SOURCES: Readonly<Record<ConsentEntry['source'], string>> = {
  member: 'Noted by a member',
  contact: 'Said by the person',
  form: 'From a form',
  import: 'From a file',
}

/** What the person is said to want: every entry that was ever made, newest first. */
export function ConsentHistory({ contactId }: { contactId: string }) {
  const history = useInfiniteQuery(consentPages(contactId))
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <section aria-labelledby="consent-history" className="mt-5 border-t border-line pt-3.5">
      <h3 id="consent-history" className="text-sm">
        What was said so far
      </h3>
      {history.isPending && <Skeleton className="mt-2 h-10 w-full" />}
      {history.isError && (
        <p role="alert" className="mt-1 text-[13px] text-red">
          {messageOf(history.error, 'It could not be loaded.')}
        </p>
      )}
      {history.data && entries.length === 0 && <p className="mt-1 text-[13px] text-muted">Nothing yet.</p>}
      <ul aria-label="What was said so far" className="divide-y divide-line/60">
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
        {!revokedAt && <span className="text-dim"> · holds now</span>}
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
