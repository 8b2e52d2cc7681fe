import type { ContactOrigin } from '#contract/origins.ts'
import { DrawerSection } from '#web/features/contacts/drawer/fact-list.tsx'
import { useMembers } from '#web/features/organization/members.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { OriginButtons } from './origin-buttons.tsx'
import { useAskForOrigin, useContactOrigin } from './origin-queries.ts'
import { askText, requestText } from './origin-texts.ts'

/** The origin of a contact, and the request to change it. Teams only: someone alone has no other side. */
export function OriginSection({ contactId }: { contactId: string }) {
  const members = useMembers()
  const { data } = useContactOrigin(contactId)
  if (members.length < 2 || !data) return null
  return (
    <DrawerSection title="Origin">
      <p className="text-sm">
        {data.origin === 'team'
          ? 'Supplied by the team'
          : `Brought by ${data.memberName ?? 'a former member'}`}
      </p>
      {data.request ? (
        <div className="mt-2 grid gap-2">
          <p className="text-[13px] text-muted">
            {requestText(data.request)} Open until {formatMomentDay(data.request.expiresAt)}.
          </p>
          <OriginButtons request={data.request} />
        </div>
      ) : (
        data.canAsk && <AskButton contactId={contactId} origin={data.origin} />
      )}
    </DrawerSection>
  )
}

function AskButton({ contactId, origin }: { contactId: string; origin: ContactOrigin['origin'] }) {
  const ask = useAskForOrigin()
  const to = origin === 'team' ? 'agent' : 'team'
  return (
    <div className="mt-2">
      <Button size="row" pending={ask.isPending} onClick={() => ask.mutate({ contactId, to })}>
        {askText(to)}
      </Button>
    </div>
  )
}
