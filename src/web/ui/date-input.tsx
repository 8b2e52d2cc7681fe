import { useRef, useState } from 'react'
import { Input, type InputProps } from './form.tsx'

interface DateInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  /** The saved day, `YYYY-MM-DD`; empty without one. Use it as key, too, so that a new one replaces the typed one. */
  saved: string
  onSave: (day: string) => void
}

/** A date that saves itself: a picked one at once, a typed one on Enter or blur, because a half-typed year is a valid date. */
export function DateInput({ saved, onSave, ...input }: DateInputProps) {
  const [day, setDay] = useState(saved)
  const typing = useRef(false)
  const save = (next: string) => next !== saved && onSave(next)
  return (
    <Input
      {...input}
      type="date"
      value={day}
      onKeyDown={(event) => {
        typing.current = event.key !== 'Enter'
        if (event.key === 'Enter') save(day)
      }}
      onPointerDown={() => {
        typing.current = false
      }}
      onChange={(event) => {
        setDay(event.target.value)
        if (!typing.current) save(event.target.value)
      }}
      onBlur={() => save(day)}
    />
  )
}
