import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import type { ImportStatus } from '#contract/imports.ts'
import type { TodayItem } from '#contract/today.ts'
import { DialLink } from '#web/features/calling/dial-link.tsx'
import { formatPhone, fullName } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { contactsUrl } from '#web/lib/urls.ts'
import { Collapsible } from '#web/ui/collapsible.tsx'

const MAX_SHOWN = 5

/** Loads more than are shown, because some of the ranked people can't be called. */
const MAX_RANKED = 25

interface WorthACallProps {
  importStatus: Pick<ImportStatus, 'importId' | 'enrichment'>
  /** Closes the dialog around it when a person is opened. */
  onLeave?: (() => void) | undefined
}

/** The imported people to call first, with the best one open; empty if no one can be called. */
export function WorthACall({ importStatus: { importId, enrichment }, onLeave }: WorthACallProps) {
  const id = useId()
  const [openId, setOpenId] = useState<string | null>()
  const { data, refetch } = useQuery(read('GET /api/today', { query: { limit: MAX_RANKED, importId } }))
  const { done } = enrichment
  // The order depends on the scores, which arrive with the enrichment.
  useEffect(() => {
    if (done > 0) void refetch()
  }, [done, refetch])
  const listed =
    data?.items.filter(({ channel, phone }) => channel === 'call' && phone).slice(0, MAX_SHOWN) ?? []
  const [first] = listed
  if (!first) return null
  const expandedId = openId === undefined ? first.contact.id : openId
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1.5 text-[15px]">
        {listed.length} worth a call
      </h3>
      <ul aria-labelledby={id} className="divide-y divide-line rounded-lg border border-line">
        {listed.map((item) => (
          <Row
            key={item.contact.id}
            item={item}
            isOpen={item.contact.id === expandedId}
            onOpenChange={(isOpen) => setOpenId(isOpen ? item.contact.id : null)}
            onLeave={onLeave}
          />
        ))}
      </ul>
    </section>
  )
}

interface RowProps extends Pick<WorthACallProps, 'onLeave'> {
  item: TodayItem
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

function Row({ item, isOpen, onOpenChange, onLeave }: RowProps) {
  const { contact, reason, phone, callCheck, callingHours, script } = item
  const name = fullName(contact)
  return (
    <li className="flex items-start gap-2 px-2 py-1.5">
      <Collapsible
        className="min-w-0 flex-1"
        open={isOpen}
        onOpenChange={onOpenChange}
        label={
          <>
            <span className="block break-words">{name}</span>
            <span className="block text-[13px] font-normal text-pretty text-muted">{reason}</span>
          </>
        }
      >
        <div className="grid gap-1.5 text-[13px]">
          {script && <p className="text-sm whitespace-pre-line">{script.text}</p>}
          {callCheck === 'unchecked' && (
            <p className="text-yellow">Not checked against the do-not-call registries.</p>
          )}
          {callingHours && !callingHours.allowed && <p className="text-yellow">{callingHours.why}</p>}
          <p className="flex flex-wrap items-center gap-x-3 text-muted">
            {phone && <span className="tabular-nums">{formatPhone(phone)}</span>}
            <Link
              to={contactsUrl({ contact: contact.id })}
              onClick={onLeave}
              className="inline-flex items-center text-accent underline-offset-2 hover:underline max-md:min-h-11"
            >
              Open {contact.firstName}
            </Link>
          </p>
        </div>
      </Collapsible>
      {phone && (
        <DialLink
          contact={contact}
          href={`tel:${phone}`}
          verb="call"
          size="sm"
          variant={isOpen ? 'primary' : 'secondary'}
          label={`Call ${name}`}
          className="mt-1 max-md:min-h-11"
        >
          <Phone aria-hidden /> Call
        </DialLink>
      )}
    </li>
  )
}
