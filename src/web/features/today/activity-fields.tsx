import { useState } from 'react'
import { ACTIVITY_TYPES } from '#domain/activities/activity.ts'
import { capitalize, localMinute } from '#web/lib/format.ts'
import { Field, Input } from '#web/ui/form.tsx'

/** Copy of the contract's limit; importing the contract would load the validator. */
export const MAX_NOTE_LENGTH = 2000

export const TYPE_OPTIONS = ACTIVITY_TYPES.map((value) => ({ value, label: capitalize(value) }))

/** State of a field for an activity's time; the default is now. */
export function useActivityTime(startTime = new Date().toISOString()) {
  const [initial] = useState(localMinute(new Date(startTime)))
  const [value, setValue] = useState(initial)
  const [error, setError] = useState<string>()
  const isChanged = value !== initial
  return {
    value,
    error,
    setValue,
    /** The chosen time; undefined unless it was changed. */
    at: isChanged && value ? new Date(value).toISOString() : undefined,
    /** False if the time is missing or in the future; the field then shows an error. */
    validate() {
      const isValid = !isChanged || new Date(value) <= new Date()
      setError(isValid ? undefined : 'Choose a time in the past')
      return isValid
    },
  }
}

/** The field of `useActivityTime`. */
export function ActivityTimeField({ time }: { time: ReturnType<typeof useActivityTime> }) {
  return (
    <Field label="When" error={time.error}>
      <Input type="datetime-local" max={localMinute(new Date())} value={time.value} onValue={time.setValue} />
    </Field>
  )
}
