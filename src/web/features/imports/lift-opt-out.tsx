import { useState } from 'react'
import type { OptOutItem } from '#contract/consents.ts'
import { CHANNEL_WORDS } from '#web/features/outreach/outreach-texts.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { fullName } from '#web/lib/format.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { useLiftOptOut } from './opt-outs-queries.ts'

/** Copy of the contract's limit. */
const MAX_REASON_LENGTH = 200

/** Asks for a reason before lifting an opt-out that came with a file. */
export function LiftOptOut({ item, onClose }: { item: OptOutItem; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const lift = useLiftOptOut(onClose)
  const { contactId, channel } = item
  const what = channel === 'all' ? 'be contacted' : `get ${CHANNEL_WORDS[channel]}`
  return (
    <FormDialog
      title="Lift opt-out?"
      description={`${fullName(item)} can ${what} again. We save your name and the reason.`}
      verb="Lift opt-out"
      pendingLabel="Saving..."
      pending={lift.isPending}
      refusal={
        lift.error ? messageOf(lift.error, "We couldn't lift the opt-out. Please try again.") : undefined
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
        error={isMissing ? 'Explain why this person can be contacted again' : undefined}
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
