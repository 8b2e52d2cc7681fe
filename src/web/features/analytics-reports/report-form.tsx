import { type FormEvent, useId, useState } from 'react'
import type { Dashboard } from '#contract/analytics/dashboards.ts'
import type { Report } from '#contract/analytics/reports.ts'
import { ordinalText } from '#domain/analytics/report-schedule.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { Checkbox, Field, Select } from '#web/ui/form.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { DaysField, localZone, minutesOf, nextText, TimeFields, timeOf } from '#web/ui/schedule-fields.tsx'
import { useReportChanges } from './report-queries.ts'

const MONDAY = [1]
const SEVEN_AM = 7 * 60
const REPEATS = [
  { value: 'week', label: 'On days of the week' },
  { value: 'month', label: 'Once a month' },
] as const
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => ({
  value: String(index + 1),
  label: index < 28 ? ordinalText(index + 1) : `${ordinalText(index + 1)}, or the last day`,
}))

interface ReportFormProps {
  dashboard: Dashboard
  report: Report
}

/** The schedule and the recipients of a dashboard. */
export function ReportForm({ dashboard, report: { schedule, recipients } }: ReportFormProps) {
  const userId = useCurrentUser().user?.id
  const { save, stop } = useReportChanges(dashboard.id)
  const [repeat, setRepeat] = useState<'week' | 'month'>(schedule?.monthDay ? 'month' : 'week')
  const [days, setDays] = useState<readonly number[]>(schedule?.days.length ? schedule.days : MONDAY)
  const [monthDay, setMonthDay] = useState(String(schedule?.monthDay ?? 1))
  const [time, setTime] = useState(timeOf(schedule?.sendAt ?? SEVEN_AM))
  const [timeZone, setTimeZone] = useState(schedule?.timeZone ?? localZone())
  const subscribed = recipients.filter(({ isSubscribed }) => isSubscribed).map((each) => each.userId)
  const [userIds, setUserIds] = useState<readonly string[]>(schedule || !userId ? subscribed : [userId])
  const sendAt = minutesOf(time)
  const isWeekly = repeat === 'week'
  const daysError = isWeekly && days.length === 0 ? 'Choose at least one day' : undefined
  const unsubscribed = new Set(recipients.filter((each) => !each.isSubscribed).map((each) => each.userId))
  const chosenIds = userIds.filter((id) => !unsubscribed.has(id))
  const recipientsError = chosenIds.length === 0 ? 'Choose at least one member' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (daysError || recipientsError || sendAt === null || save.isPending) return
    save.mutate({
      days: isWeekly ? [...days] : [],
      monthDay: isWeekly ? null : Number(monthDay),
      sendAt,
      timeZone,
      recipients: chosenIds,
    })
  }
  return (
    <form noValidate aria-label="Schedule" onSubmit={submit} className="grid gap-3.5 sm:grid-cols-2">
      <Field label="Repeat" className={isWeekly ? 'sm:col-span-2' : undefined}>
        <Select value={repeat} options={REPEATS} onValue={setRepeat} />
      </Field>
      {isWeekly ? (
        <DaysField days={days} onChange={setDays} error={daysError} />
      ) : (
        <Field label="Day of the month">
          <Select value={monthDay} options={MONTH_DAYS} onValue={setMonthDay} />
        </Field>
      )}
      <TimeFields time={time} onTime={setTime} timeZone={timeZone} onTimeZone={setTimeZone} />
      <Recipients
        dashboard={dashboard}
        unsubscribed={unsubscribed}
        userIds={chosenIds}
        onChange={setUserIds}
        error={recipientsError}
      />
      {save.error && (
        <p role="alert" className="text-sm text-red sm:col-span-2">
          {messageOf(save.error, "We couldn't save the schedule. Please try again.")}
        </p>
      )}
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" variant="primary" pending={save.isPending} pendingLabel="Saving...">
          {schedule ? 'Save schedule' : 'Start emails'}
        </Button>
        {schedule && (
          <>
            {subscribed.length > 0 && <SendNowButton dashboardId={dashboard.id} count={subscribed.length} />}
            <Button onClick={() => stop.isPending || stop.mutate()}>Stop emails</Button>
          </>
        )}
      </div>
      {schedule && (
        <p className="text-[13px] text-muted tabular-nums sm:col-span-2">Next: {nextText(schedule)}</p>
      )}
    </form>
  )
}

/** Sends the dashboard to its recipients, after a confirmation, because emails can't be taken back. */
function SendNowButton({ dashboardId, count }: { dashboardId: string; count: number }) {
  const { send } = useReportChanges(dashboardId)
  const members = formatQuantity(count, 'member', 'members')
  return (
    <DialogButton
      dialog={(close) => (
        <AlertDialog
          onClose={close}
          destructive={false}
          title={`Send this dashboard to ${members} now?`}
          description="Each of them gets an email with the figures that they see."
          confirmLabel="Send emails"
          pendingLabel="Sending..."
          pending={send.isPending}
          onConfirm={() => send.mutate('recipients', { onSuccess: close })}
        />
      )}
    >
      Send to {members} now
    </DialogButton>
  )
}

interface RecipientsProps {
  dashboard: Dashboard
  /** Members who turned the emails off, which only they can undo. */
  unsubscribed: ReadonlySet<string>
  userIds: readonly string[]
  onChange: (userIds: string[]) => void
  error: string | undefined
}

/** The members who get the emails; only those who see the dashboard. */
function Recipients({ dashboard, unsubscribed, userIds, onChange, error }: RecipientsProps) {
  const errorId = useId()
  const userId = useCurrentUser().user?.id
  const members = useMembers().filter(({ id }) => dashboard.isShared || id === userId)
  return (
    <fieldset className="sm:col-span-2" aria-describedby={error && errorId}>
      <legend className="text-[13px] font-medium">Recipients</legend>
      {!dashboard.isShared && (
        <p className="mt-1 text-[13px] text-muted">
          Only you see this dashboard. Share it to email it to other members.
        </p>
      )}
      <div className="mt-1 max-h-56 overflow-y-auto">
        {members.map(({ id, ...member }) => (
          <Checkbox
            key={id}
            className="flex w-full py-1 max-md:min-h-11"
            checked={userIds.includes(id)}
            disabled={unsubscribed.has(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...userIds, id] : userIds.filter((each) => each !== id))
            }
            label={
              <span className="text-sm">
                {memberName(member)}
                {unsubscribed.has(id) && <span className="text-muted"> (unsubscribed)</span>}
              </span>
            }
          />
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1 text-[13px] text-red">
          {error}
        </p>
      )}
    </fieldset>
  )
}
