import { useState } from 'react'
import { MAX_AREA_CONTACTS, MAX_AREA_REASON_LENGTH } from '#contract/map.ts'
import { filterQuery } from '#web/features/contacts/contacts-queries.ts'
import type { ListFilter } from '#web/features/contacts/use-contacts-url-state.ts'
import { call } from '#web/lib/api.ts'
import { formatCount } from '#web/lib/format.ts'
import { Field, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

interface AreaDialogProps {
  filter: ListFilter
  area: string
  contacts: number
  onSelected: (contactIds: string[]) => void
  onClose: () => void
}

/** Asks why everyone in an area is selected, and says what the law forbids. */
export function AreaDialog({ filter, area, contacts, onSelected, onClose }: AreaDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [isPending, setIsPending] = useState(false)
  const isTooMany = contacts > MAX_AREA_CONTACTS
  const submit = async () => {
    if (reason.trim() === '') return setIsMissing(true)
    setIsPending(true)
    setError(null)
    try {
      const body = { area, matching: filterQuery(filter), reason }
      const { contactIds } = await call('POST /api/map/selections', { body })
      onSelected(contactIds)
    } catch (failure) {
      setError(failure as Error)
      setIsPending(false)
    }
  }
  return (
    <FormDialog
      title={`Select ${formatCount(contacts)} ${contacts === 1 ? 'contact' : 'contacts'} in this area?`}
      description="Choosing people by where they live can break fair-housing law, even without meaning to."
      verb="Select contacts"
      pending={isPending}
      disabled={isTooMany}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="text-sm text-muted">
        The Fair Housing Act forbids steering: choosing whom to contact, invite or advertise to by area
        because of race, color, religion, sex, disability, familial status or national origin, or in a way
        that has that effect (42 U.S.C. 3604 and 24 CFR 100.70). State laws protect more groups.
      </p>
      {isTooMany ? (
        <p role="alert" className="text-sm">
          You can select up to {formatCount(MAX_AREA_CONTACTS)} contacts at once. Zoom in or add a filter.
        </p>
      ) : (
        <Field
          label="Why do you choose this area?"
          required
          error={isMissing ? 'Enter a reason' : undefined}
          hint="We store the reason with your name and the date. Supervising brokers can see it."
        >
          <Textarea
            rows={3}
            maxLength={MAX_AREA_REASON_LENGTH}
            value={reason}
            onValue={(text) => {
              setReason(text.replace(/\n/g, ' '))
              setIsMissing(false)
            }}
          />
        </Field>
      )}
    </FormDialog>
  )
}
