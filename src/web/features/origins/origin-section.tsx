import type { ContactOrigin } from '#contract/origins.ts'
import { DrawerSection } from '#web/features/contacts/drawer/fact-list.tsx'
import { useMembers } from '#web/features/organization/members.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { OriginButtons } from './origin-buttons.tsx'
import { useAskForOrigin, useContactOrigin } from './origin-queries.ts'
import { askText, consequenceText, originText, requestText } from './origin-texts.ts'

/** The origin of a contact, and the request to change it. Teams only: someone alone has no other side. */
export function OriginSection({ contactId }: { contactId: string }) {
  const members = useMembers()
  const { data } = useContactOrigin(contactId)
  if (members.length < 2 || !data) return null
  return (
    <DrawerSection title="Origin">
      <p className="text-sm">{originText(data)}</p>
      <p className="mt-0.5 text-[13px] text-muted">
        {data.request
          ? `${requestText(data.request)} Open until ${formatMomentDay(data.request.expiresAt)}.`
          : consequenceText(data)}
      </p>
      {data.request && (
        <div className="mt-2">
          <OriginButtons request={data.request} />
        </div>
      )}
      {data.canAsk && <AskButton contactId={contactId} data={data} />}
    </DrawerSection>
  )
}

function AskButton({ contactId, data }: { contactId: string; data: ContactOrigin }) {
  const ask = useAskForOrigin()
  const to = data.origin === 'team' ? 'agent' : 'team'
  return (
    <div className="mt-2">
      <Button size="row" pending={ask.isPending} onClick={() => ask.mutate({ contactId, to })}>
        {askText(to, data.side)}
      </Button>
    </div>
  )
}
