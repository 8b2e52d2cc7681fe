import { useState } from 'react'
import { LENGTHS, type MessageKind, TONES } from '#domain/compliance/outreach.ts'
import { PURPOSES } from '#domain/outreach/purposes.ts'
import { capitalize } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/form.tsx'
import type { OutreachRequest } from './outreach-queries.ts'
import { PURPOSE_LABELS } from './outreach-texts.ts'

const toOption = (value: string) => ({ value, label: capitalize(value) })

const CHOICES = [
  {
    name: 'purpose',
    label: 'Purpose',
    options: PURPOSES.map((value) => ({ value, label: PURPOSE_LABELS[value] })),
  },
  { name: 'tone', label: 'Tone', options: TONES.map(toOption) },
  { name: 'length', label: 'Length', options: LENGTHS.map(toOption) },
] as const

type ScriptChoices = Omit<OutreachRequest, 'channel' | 'kind'>

interface ScriptRequestFormProps {
  kind: MessageKind
  isWriting: boolean
  onWrite: (choices: ScriptChoices) => void
}

/** Purpose, tone and length of the script to write. */
export function ScriptRequestForm({ kind, isWriting, onWrite }: ScriptRequestFormProps) {
  const [choices, setChoices] = useState<ScriptChoices>({
    purpose: 'check-in',
    tone: 'friendly',
    length: 'medium',
  })
  const isOffer = choices.purpose === 'market-update' || choices.purpose === 'home-value'
  return (
    <form
      className="mt-4 grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        onWrite(choices)
      }}
    >
      {CHOICES.map(({ name, label, options }) => (
        <Field key={name} label={label} className="max-sm:first:col-span-2">
          <Select
            value={choices[name]}
            options={options}
            onValue={(value) => setChoices({ ...choices, [name]: value })}
          />
        </Field>
      ))}
      <Button
        variant="primary"
        type="submit"
        className="max-sm:col-span-2"
        pending={isWriting}
        pendingLabel="Writing..."
      >
        Write script
      </Button>
      {kind === 'personal' && isOffer && (
        <p role="status" className="col-span-full text-[13px] text-orange">
          This purpose makes an offer, so the message is marketing even to someone you know.
        </p>
      )}
    </form>
  )
}
