import { useState } from 'react'
import type { CallPermission } from '#contract/call-permission.ts'
import type { ExemptionKind } from '#domain/compliance/call-permission.ts'
import { capitalize, formatPhone, fullName, joinPresent } from '#web/lib/format.ts'
import { Field, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { type DialTarget, useAddExemption } from './calling-queries.ts'
import { EXEMPTION_OPTIONS } from './calling-texts.ts'

interface AskFirstDialogProps extends Pick<DialTarget, 'contact' | 'verb'> {
  /** Null if it couldn't be loaded. */
  permission: CallPermission | null
  onClose: () => void
  onConfirm: () => void
}

/** Warns before a call or text that may not be allowed, and records an exemption if one is needed. */
export function AskFirstDialog({ contact, verb, permission, onClose, onConfirm }: AskFirstDialogProps) {
  const [kind, setKind] = useState<ExemptionKind | ''>('')
  const addExemption = useAddExemption(contact.id)
  const submit = async () => {
    if (kind) await addExemption.mutateAsync({ kind })
    onConfirm()
  }
  const action = capitalize(verb)
  return (
    <FormDialog
      title={`${action} ${fullName(contact)}?`}
      description={permission ? numberText(permission) : "We couldn't check this number."}
      verb={kind ? `Save and ${verb}` : `${action} anyway`}
      pending={addExemption.isPending}
      error={addExemption.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-sm text-muted">
        {permission
          ? permission.whatToDo
          : `Check your connection and try again. ${action} now only if you're sure that it's allowed.`}
      </p>
      {permission?.callLimitText && <p className="text-sm text-yellow">{permission.callLimitText}</p>}
      {permission && !permission.callingHours.allowed && (
        <p className="text-sm text-yellow">{permission.callingHours.why}</p>
      )}
      {permission?.check === 'listed' && (
        <Field label={`Why you may ${verb}`} hint="Your reason is saved with the contact.">
          <Select
            value={kind}
            placeholder="No reason on record"
            options={EXEMPTION_OPTIONS}
            onValue={setKind}
          />
        </Field>
      )}
    </FormDialog>
  )
}

/** The number and its check: `(512) 555-0142 · Not checked`. */
function numberText({ phone, label }: CallPermission): string {
  return joinPresent([phone && formatPhone(phone), label], ' · ')
}
