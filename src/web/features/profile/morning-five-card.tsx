import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { MorningFive } from '#contract/morning-five.ts'
import { call } from '#web/lib/api.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Checkbox, Field, Input, Select } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { useChange } from '#web/ui/use-change.ts'

const ROUTE = 'GET /api/profile/morning-five'
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const US_ZONES = [
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
]

/** Turns the Morning Five on or off, with its days and local time. */
export function MorningFiveCard() {
  const query = useQuery(read(ROUTE))
  const isOn = query.data?.isOn
  return (
    <Panel
      id="morning-five"
      title="Morning Five"
      aside={query.data && <Badge tone={isOn ? 'green' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
      text="An email with the top five people on today's list: first names, last initials and a neutral reason. Sign in to see the rest."
    >
      <Loaded
        isCompact
        query={query}
        failure="We couldn't load your Morning Five"
        pending={<Skeleton className="mt-3 h-28 w-full" />}
      >
        {(settings) => <SettingsForm key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
    </Panel>
  )
}

function SettingsForm({ settings }: { settings: MorningFive }) {
  const client = useQueryClient()
  const [time, setTime] = useState(timeOf(settings.sendAt))
  const [timeZone, setTimeZone] = useState(settings.timeZone ?? localZone())
  const [days, setDays] = useState(settings.days)
  const sendAt = minutesOf(time)
  const error = days.length === 0 ? 'Choose at least one day' : undefined
  const save = useChange({
    change: (isOn: boolean) =>
      call('PATCH /api/profile/morning-five', {
        body: isOn ? { isOn, sendAt: sendAt ?? settings.sendAt, timeZone, days } : { isOn, timeZone },
      }),
    successToast: (isOn, saved) => {
      client.setQueryData(keyOf(ROUTE), saved)
      return isOn
        ? { title: 'Saved', description: `Your next Morning Five arrives ${nextText(saved)}.` }
        : { title: 'Turned off', description: "You won't get the Morning Five anymore." }
    },
    failureToast: ['Error', 'Failed to save your Morning Five'],
    refreshedKeys: [keyOf(ROUTE)],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!error && sendAt !== null && !save.isPending) save.mutate(true)
  }
  return (
    <form noValidate aria-label="Morning Five" onSubmit={submit} className="mt-3 grid gap-3.5 sm:grid-cols-2">
      <Field label="Time" error={sendAt === null ? 'Choose a time of day' : undefined}>
        <Input type="time" value={time} onValue={setTime} />
      </Field>
      <Field label="Time zone">
        <Select value={timeZone} onValue={setTimeZone} options={zonesWith(timeZone)} />
      </Field>
      <DaysField days={days} onChange={setDays} error={error} />
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" variant="primary" pending={save.isPending} pendingLabel="Saving...">
          {settings.isOn ? 'Save' : 'Turn on'}
        </Button>
        {settings.isOn && (
          <Button disabled={save.isPending} onClick={() => save.mutate(false)}>
            Turn off
          </Button>
        )}
      </div>
      {settings.nextAt && (
        <p className="text-[13px] text-muted tabular-nums sm:col-span-2">Next: {nextText(settings)}</p>
      )}
    </form>
  )
}

function DaysField(props: {
  days: number[]
  onChange: (days: number[]) => void
  error?: string | undefined
}) {
  const { days, onChange, error } = props
  const errorId = useId()
  return (
    <fieldset className="sm:col-span-2" aria-describedby={error && errorId}>
      <legend className="text-[13px] font-medium">Days</legend>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        {DAYS.map((name, index) => {
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

function timeOf(minutes: number): string {
  const padTwo = (number: number) => String(number).padStart(2, '0')
  return `${padTwo(Math.floor(minutes / 60))}:${padTwo(minutes % 60)}`
}

/** Null for an empty or incomplete time. */
function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? []
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null
}

const localZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zones of the US, and the chosen one if it is another. */
function zonesWith(zone: string) {
  const isKnown = US_ZONES.some(({ value }) => value === zone)
  return isKnown ? US_ZONES : [...US_ZONES, { value: zone, label: zone.replaceAll('_', ' ') }]
}

/** `Monday, November 23, 7:00 AM`, in the zone of the email. */
function nextText({ nextAt, timeZone }: MorningFive): string {
  if (!nextAt) return ''
  return new Date(nextAt).toLocaleString('en-US', {
    ...{ weekday: 'long', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZone: timeZone ?? undefined,
  })
}
