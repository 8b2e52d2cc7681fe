import { Link } from 'react-router'
import { MAX_ANSWERED_REQUESTS } from '#contract/origins.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { itemsOf } from '#web/lib/pages.ts'
import { contactsUrl } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { OriginButtons } from './origin-buttons.tsx'
import { useAnswerOrigin, useOriginRequests } from './origin-queries.ts'
import { requestText } from './origin-texts.ts'

/** Open requests to change the origin of contacts, for the side that answers and the side that asked. Hidden while empty. */
export function OriginRequests() {
  const list = useOriginRequests()
  const answer = useAnswerOrigin()
  const requests = itemsOf(list.data)
  const answerable = requests.filter(({ canAnswer }) => canAnswer).slice(0, MAX_ANSWERED_REQUESTS)
  if (requests.length === 0) return null
  return (
    <section id="origin-requests" aria-labelledby="origin-requests-heading" className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="origin-requests-heading" className="text-base">
          Requests to change the origin
        </h2>
        {answerable.length > 1 && (
          <Button
            size="row"
            pending={answer.isPending}
            onClick={() => answer.mutate({ ids: answerable.map(({ id }) => id), accept: true })}
          >
            Accept all {answerable.length}
          </Button>
        )}
      </div>
      <p className="mt-1 max-w-2xl text-sm text-muted">
        When an agent leaves, they can take the contacts they brought. The others stay with the team.
      </p>
      <PagedItems
        isCompact
        list={list}
        listName="the requests"
        label="Requests to change the origin"
        className="mt-3 divide-y divide-line/60 rounded-lg border border-line bg-surface"
      >
        {(request) => (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-60">
              <Link
                to={contactsUrl({ contact: request.contactId })}
                className="text-sm font-medium wrap-anywhere hover:underline"
              >
                {request.contactName}
              </Link>
              <p className="mt-0.5 text-[13px] text-muted wrap-anywhere">
                {requestText(request)} Open until {formatMomentDay(request.expiresAt)}.
              </p>
            </div>
            <OriginButtons request={request} />
          </li>
        )}
      </PagedItems>
    </section>
  )
}
