import { useId } from 'react'
import { WEEKDAYS } from '#domain/analytics/report-schedule.ts'
import { US_ZONES, zoneLabel } from '#domain/zone-clock.ts'
import { Checkbox, Field, Input, Select } from './form.tsx'

interface TimeFieldsProps {
  /** `07:00`; empty while incomplete. */
  time: string
  onTime: (time: string) => void
  timeZone: string
  onTimeZone: (timeZone: string) => void
}

/** A time of day and its time zone. */
export function TimeFields({ time, onTime, timeZone, onTimeZone }: TimeFieldsProps) {
  return (
    <>
      <Field label="Time" error={minutesOf(time) === null ? 'Choose a time of day' : undefined}>
        <Input type="time" value={time} onValue={onTime} />
      </Field>
      <Field label="Time zone">
        <Select value={timeZone} onValue={onTimeZone} options={zonesWith(timeZone)} />
      </Field>
    </>
  )
}

interface DaysFieldProps {
  /** 1 (Monday) to 7 (Sunday). */
  days: readonly number[]
  onChange: (days: number[]) => void
  error?: string | undefined
}

export function DaysField({ days, onChange, error }: DaysFieldProps) {
  const errorId = useId()
  return (
    <fieldset className="sm:col-span-2" aria-describedby={error && errorId}>
      <legend className="text-[13px] font-medium">Days</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        {WEEKDAYS.map((name, index) => {
          const day = index + 1
          return (
            <Checkbox
              key={name}
              label={name}
              className="max-md:min-h-11"
              checked={days.includes(day)}
              onChange={({ target }) =>
                onChange(target.checked ? [...days, day] : days.filter((other) => other !== day))
              }
            />
          )
        })}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1 text-[13px] text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** `07:05` for 425. */
export function timeOf(minutes: number): string {
  const padTwo = (number: number) => String(number).padStart(2, '0')
  return `${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`
}

/** Null for an empty or incomplete time. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? []
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null
}

export const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zones of the US, and the chosen one if it is another. */
export function zonesWith(zone: string) {
  const isKnown = US_ZONES.some(({ value }) => value === zone)
  return isKnown ? US_ZONES : [...US_ZONES, { value: zone, label: zoneLabel(zone) }]
}

/** `Monday, November 23, 7:00 AM`, in the zone of the email. */
export function nextText({ nextAt, timeZone }: { nextAt: string | null; timeZone: string | null }): string {
  if (!nextAt) return ''
  return new Date(nextAt).toLocaleString('en-US', {
    ...{ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: timeZone ?? undefined,
  })
}
