import type { Brokerage } from '#contract/brokerages.ts'
import { Panel } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { useBrokerageChange } from './brokerage-queries.ts'

/** The switch that makes do-not-contact requests apply to all offices. */
export function SharingSection({ brokerage: { id, sharesDoNotContact } }: { brokerage: Brokerage }) {
  const change = useBrokerageChange('PATCH /api/brokerages/{id}', id, 'Saved')
  return (
    <Panel
      title="Do-not-contact requests"
      text="A request received in one office blocks the same phone numbers and email addresses in every office, also on contacts added later. Offices learn only that a request was received. If you turn this off, blocked contacts stay blocked."
    >
      <Checkbox
        className="mt-3"
        label="Apply requests to all offices"
        checked={sharesDoNotContact}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ sharesDoNotContact: target.checked })}
      />
    </Panel>
  )
}
