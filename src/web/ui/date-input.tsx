import { useRef, useState } from 'react'
import { Input, type InputProps } from './form.tsx'

interface DateInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  /** The saved day, `YYYY-MM-DD`; empty without one. Pass it as `key` too, so that a newly saved day replaces the typed one. */
  savedDay: string
  onSave: (day: string) => void
}

/** A date input that saves a picked date right away and a typed one on Enter or blur, because a half-typed year is a valid date. */
export function DateInput({ savedDay, onSave, ...input }: DateInputProps) {
  const [day, setDay] = useState(savedDay)
  const isTyping = useRef(false)
  const save = (next: string) => next !== savedDay && onSave(next)
  return (
    <Input
      {...input}
      type="date"
      value={day}
      onKeyDown={(event) => {
        isTyping.current = event.key !== 'Enter'
        if (event.key === 'Enter') save(day)
      }}
      onPointerDown={() => {
        isTyping.current = false
      }}
      onChange={(event) => {
        setDay(event.target.value)
        if (!isTyping.current) save(event.target.value)
      }}
      onBlur={() => save(day)}
    />
  )
}
