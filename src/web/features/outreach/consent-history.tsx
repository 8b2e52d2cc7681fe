import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsentEntry } from '#contract/consents.ts'
import { capitalize, formatMoment, joinPresent } from '#web/lib/format.ts'
import { PagedItems } from '#web/ui/loaded.tsx'
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
  return (
    <section aria-labelledby="consent-history" className="mt-5 border-t border-line pt-3.5">
      <h3 id="consent-history" className="text-sm">
        History
      </h3>
      <PagedItems
        isCompact
        list={history}
        listName="the history"
        label="History"
        empty={<p className="mt-1 text-[13px] text-muted">No changes yet.</p>}
      >
        {(entry) => <ConsentLine entry={entry} />}
      </PagedItems>
    </section>
  )
}

function ConsentLine({ entry }: { entry: ConsentEntry }) {
  const { channel, allowed, reason, source, shown, recordedBy, createdAt, revokedAt } = entry
  const channelWords = CHANNEL_WORDS[channel]
  return (
    <li className="py-2 text-[13px] break-words">
      <p>
        {capitalize(allowed ? `${channelWords} allowed` : `no ${channelWords}`)}
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
