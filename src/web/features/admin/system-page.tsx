import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { MoneyCheck, MoneyNote, QueueStats } from '#contract/admin.ts'
import { resetInput } from '#contract/second-factor.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatCount, formatDay, formatMoment } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { DialogButton } from '#web/ui/dialog-button.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { ActionDialog } from './action-dialog.tsx'
import { systemQuery, useStartBillingCheck } from './admin-queries.ts'
import { RefreshBar } from './refresh-bar.tsx'

export const meta = privatePage('System')

/** Background jobs, billing checks and account recovery. */
export default function SystemPage() {
  const query = useQuery(systemQuery)
  return (
    <Loaded query={query} failure="We couldn't load the system state">
      {({ at, queue, check, alarms, notes }) => (
        <div className="grid gap-3">
          <Panel
            id="queue"
            title="Background jobs"
            aside={<RefreshBar text={`As of ${formatMoment(at)}`} query={query} />}
          >
            {queue.length === 0 ? (
              <p className="mt-3 text-sm text-muted">No recent jobs.</p>
            ) : (
              <DataTable
                labelledBy="queue"
                className="mt-2"
                columns={COLUMNS}
                rows={queue}
                rowKey={({ job }) => job}
              />
            )}
          </Panel>
          <BillingChecks check={check} alarms={alarms} />
          <PaymentsToReview notes={notes} />
          <SecondFactorReset />
        </div>
      )}
    </Loaded>
  )
}

const COLUMNS: readonly Column<QueueStats>[] = [
  {
    label: 'Job',
    isRowHeader: true,
    className: 'wrap-anywhere',
    // Lets a long name wrap after dots and hyphens.
    cell: ({ job }) =>
      job.split(/(?<=[.-])/).map((part) => (
        <Fragment key={part}>
          {part}
          <wbr />
        </Fragment>
      )),
  },
  { label: 'Waiting', isNumber: true, cell: ({ waiting }) => formatCount(waiting) },
  { label: 'Running', isNumber: true, cell: ({ running }) => formatCount(running) },
  {
    label: 'Failed',
    isNumber: true,
    cell: ({ failed }) => <span className={failed > 0 ? 'text-red' : ''}>{formatCount(failed)}</span>,
  },
  {
    label: 'Waiting since',
    isNumber: true,
    hidden: 'max-sm:hidden',
    cell: ({ waitingSince }) => (waitingSince ? formatMoment(waitingSince) : '–'),
  },
]

interface BillingChecksProps {
  check: MoneyCheck
  alarms: readonly { day: string; broken: number }[]
}

/** The result of the last billing check, and a button for the next one. */
function BillingChecks({ check, alarms }: BillingChecksProps) {
  const start = useStartBillingCheck()
  const { checkedAt, failedAt, isRunning, broken } = check
  const problem = start.error
    ? messageOf(start.error, "We couldn't start the check. Try again.")
    : failedAt &&
      !isRunning &&
      `The check on ${formatMoment(failedAt)} didn't finish. See the server log for the reason.`
  return (
    <Panel
      title="Billing checks"
      aside={
        <>
          {checkedAt && (
            <Badge tone={broken.length === 0 ? 'green' : 'red'}>
              {broken.length === 0 ? 'All passed' : `${formatCount(broken.length)} failed`}
            </Badge>
          )}
          <p className="text-[13px] text-dim" aria-live="polite">
            {isRunning ? 'Checking...' : checkedAt ? `Checked ${formatMoment(checkedAt)}` : 'Not checked yet'}
          </p>
          <Button
            size="row"
            className="ml-auto"
            pending={start.isPending || isRunning}
            pendingLabel="Checking..."
            onClick={() => start.mutate()}
          >
            Check now
          </Button>
        </>
      }
    >
      <p className="mt-1 text-[13px] text-muted">
        Every hour we check that credit balances match their ledgers, each payment grants its credits once,
        and each organization's status matches its best subscription.
      </p>
      {problem && (
        <p role="alert" className="mt-2 text-sm text-red">
          {problem}
        </p>
      )}
      {broken.length > 0 && (
        <ul aria-label="Failed checks" className="mt-2 text-sm">
          {broken.map(({ rule, subject }) => (
            <li key={`${rule} ${subject}`} className="py-1 break-all">
              {rule}: <Id>{subject}</Id>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-4 text-sm">Days with failed checks</h3>
      {alarms.length === 0 ? (
        <p className="mt-1 text-[13px] text-muted">None.</p>
      ) : (
        <ul className="mt-1 text-[13px] text-muted tabular-nums">
          {alarms.map(({ day, broken }) => (
            <li key={day}>
              {formatDay(day)}: {formatCount(broken)}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Id({ children }: { children: string }) {
  return <span className="font-mono text-xs">{children}</span>
}

const NOTE_LABELS: Record<MoneyNote['kind'], string> = {
  late_payment: 'Payment for an erased organization',
  refund_elsewhere: "Refund issued in the payment provider's dashboard",
  refund_failed: 'Failed refund',
  payment_refused: 'Payment that matches no organization',
}

/** Unusual payments that a person should review. */
function PaymentsToReview({ notes }: { notes: readonly MoneyNote[] }) {
  return (
    <Panel title="Payments to review">
      {notes.length === 0 && <p className="mt-1 text-[13px] text-muted">None.</p>}
      <ul className="mt-1 text-sm">
        {notes.map(({ key, kind, at, organization, subject, outcome }) => (
          <li key={key} className="border-t border-line py-2 first:border-t-0">
            <p>
              {NOTE_LABELS[kind]}: {outcome}
            </p>
            <p className="text-[13px] break-all text-muted">
              {formatMoment(at)}, invoice <Id>{subject}</Id>, organization <Id>{organization}</Id>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Resets 2FA for a user who lost both the app and the recovery codes. */
function SecondFactorReset() {
  return (
    <Panel
      title="Reset 2FA"
      text="Turns off two-factor authentication for a user who lost their phone and recovery codes. Verify their identity first: after the reset, they can sign in with just the emailed link."
    >
      <DialogButton
        variant="danger-quiet"
        className="mt-3"
        dialog={(close) => (
          <ActionDialog
            title="Reset 2FA?"
            description="This signs the user out everywhere and emails them."
            verb="Reset 2FA"
            danger
            schema={resetInput}
            defaultValues={{ email: '', reason: '' }}
            send={(body) => call('POST /api/admin/second-factors/reset', { body })}
            successToast={() => ({
              title: '2FA reset',
              description: 'We signed the user out and emailed them.',
            })}
            onClose={close}
          >
            {(form) => <FormField form={form} name="email" label="Account email" required type="email" />}
          </ActionDialog>
        )}
      >
        Reset 2FA
      </DialogButton>
    </Panel>
  )
}
