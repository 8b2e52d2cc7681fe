import { useState } from 'react'
import type { OptOutItem } from '#contract/consents.ts'
import { CHANNEL_WORDS } from '#web/features/outreach/outreach-texts.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { useLiftOptOut } from './opt-outs-queries.ts'

/** As the contract has it. */
const MAX_REASON_LENGTH = 200

/** Asks why somebody whom a file opted out may be contacted again. */
export function LiftOptOut({ item, onClose }: { item: OptOutItem; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const lift = useLiftOptOut(onClose)
  const { contactId, channel, firstName, lastName } = item
  const what = channel === 'all' ? 'be contacted' : `get ${CHANNEL_WORDS[channel]}`
  return (
    <FormDialog
      title="Lift opt-out?"
      description={`${firstName} ${lastName} may ${what} again. Your name and the reason are kept.`}
      verb="Lift opt-out"
      pendingLabel="Saving..."
      pending={lift.isPending}
      refusal={
        lift.error ? messageOf(lift.error, 'The opt-out could not be lifted. Please try again.') : undefined
      }
      onClose={onClose}
      onSubmit={() => {
        setMissing(!reason.trim())
        if (reason.trim()) lift.mutate({ contactId, channel, reason })
      }}
    >
      <Field
        label="Reason"
        required
        error={isMissing ? 'Say why this person may be contacted again' : undefined}
      >
        <Input
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          placeholder="The column was marked by mistake"
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
