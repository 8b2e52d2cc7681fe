import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MorningFive } from '#contract/morning-five.ts'
import { call } from '#web/lib/api.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { DaysField, localZone, minutesOf, nextText, TimeFields, timeOf } from '#web/ui/schedule-fields.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { useChange } from '#web/ui/use-change.ts'

const ROUTE = 'GET /api/profile/morning-five'

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
      <TimeFields time={time} onTime={setTime} timeZone={timeZone} onTimeZone={setTimeZone} />
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
