import type { MoneyCheck, MoneyNote } from '#contract/admin.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatCount, formatDay, formatMoment } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useCheckMoney } from './admin-queries.ts'

interface MoneyRulesProps {
  check: MoneyCheck
  alarms: readonly { day: string; broken: number }[]
}

/** The result of the last billing check, and a button for the next one. */
export function MoneyRules({ check, alarms }: MoneyRulesProps) {
  const ask = useCheckMoney()
  const { checkedAt, failedAt, isRunning, broken } = check
  return (
    <Card role="region" aria-labelledby="money" className="p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="money" className="text-base">
          Billing checks
        </h2>
        {checkedAt && (
          <Badge tone={broken.length === 0 ? 'green' : 'red'}>
            {broken.length === 0 ? 'All passed' : `${formatCount(broken.length)} failed`}
          </Badge>
        )}
        <p className="text-[13px] text-dim" aria-live="polite">
          {isRunning ? 'Checking...' : checkedAt ? `Checked ${formatMoment(checkedAt)}` : 'Not checked yet'}
        </p>
        <Button
          size="sm"
          className="max-md:h-11 ml-auto"
          pending={ask.isPending || isRunning}
          pendingLabel="Checking..."
          onClick={() => ask.mutate()}
        >
          Check now
        </Button>
      </div>
      <p className="mt-1 text-[13px] text-muted">
        Every hour we check that credit balances match their ledgers, each payment grants its credits once,
        and each organization has the status of its best subscription.
      </p>
      {ask.error && (
        <p role="alert" className="mt-2 text-sm text-red">
          {messageOf(ask.error, "We couldn't start the check. Try again.")}
        </p>
      )}
      {failedAt && !isRunning && (
        <p role="alert" className="mt-2 text-sm text-red">
          The check on {formatMoment(failedAt)} didn't finish. See the server log for the reason.
        </p>
      )}
      {broken.length > 0 && (
        <ul aria-label="Failed checks" className="mt-2 text-sm">
          {broken.map(({ rule, subject }) => (
            <li key={`${rule} ${subject}`} className="py-1 break-all">
              {rule}: <span className="font-mono text-xs">{subject}</span>
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
    </Card>
  )
}

const KINDS: Record<MoneyNote['kind'], string> = {
  late_payment: 'Payment for an erased organization',
  refund_elsewhere: 'Refund made at the payment provider',
  refund_failed: 'Failed refund',
  payment_refused: 'Payment that matches no organization',
}

/** Unusual payments that a person should review. */
export function BillingFindings({ notes }: { notes: readonly MoneyNote[] }) {
  return (
    <Card role="region" aria-labelledby="money-notes" className="p-4">
      <h2 id="money-notes" className="text-base">
        Payments to review
      </h2>
      {notes.length === 0 ? (
        <p className="mt-1 text-[13px] text-muted">None.</p>
      ) : (
        <ul className="mt-1 text-sm">
          {notes.map(({ key, kind, at, organization, subject, outcome }) => (
            <li key={key} className="border-t border-line py-2 first:border-t-0">
              <p>
                {KINDS[kind]}: {outcome}
              </p>
              <p className="text-[13px] break-all text-muted">
                {formatMoment(at)}, invoice <span className="font-mono text-xs">{subject}</span>, organization{' '}
                <span className="font-mono text-xs">{organization}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
