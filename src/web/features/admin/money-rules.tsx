import type { MoneyCheck, MoneyNote } from '#contract/admin.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatCount, formatDay, formatMoment, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { useCheckMoney } from './admin-queries.ts'

interface MoneyRulesProps {
  check: MoneyCheck
  alarms: readonly { day: string; broken: number }[]
}

/** What the last check of the rules about money found, and a button for the next one. */
export function MoneyRules({ check, alarms }: MoneyRulesProps) {
  const ask = useCheckMoney()
  const { checkedAt, failedAt, isRunning, broken } = check
  return (
    <Card role="region" aria-labelledby="money" className="p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="money" className="text-base">
          Rules about money
        </h2>
        {checkedAt && (
          <Badge tone={broken.length === 0 ? 'green' : 'red'}>
            {broken.length === 0 ? 'All hold' : formatQuantity(broken.length, 'is broken', 'are broken')}
          </Badge>
        )}
        <p className="text-[13px] text-dim" aria-live="polite">
          {isRunning
            ? 'A check is on its way.'
            : checkedAt
              ? `Checked ${formatMoment(checkedAt)}`
              : 'Not checked yet'}
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
        Balances are the sums of their ledgers, each payment grants its credits once, each organization stands
        by its best subscription. Checked every hour.
      </p>
      {ask.error && (
        <p role="alert" className="mt-2 text-sm text-red">
          {messageOf(ask.error, 'The check could not be asked for. Please try again.')}
        </p>
      )}
      {failedAt && !isRunning && (
        <p role="alert" className="mt-2 text-sm text-red">
          The check of {formatMoment(failedAt)} came to nothing. The log says why.
        </p>
      )}
      {broken.length > 0 && (
        <ul aria-label="Broken rules" className="mt-2 text-sm">
          {broken.map(({ rule, subject }) => (
            <li key={`${rule} ${subject}`} className="py-1 break-all">
              {rule}: <span className="font-mono text-xs">{subject}</span>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-4 text-sm">Days with a broken rule</h3>
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
  refund_failed: 'Refund that failed',
  payment_refused: 'Payment that fits no organization',
}

/** Payments outside of the usual course, which a person should look at. */
export function MoneyNotes({ notes }: { notes: readonly MoneyNote[] }) {
  return (
    <Card role="region" aria-labelledby="money-notes" className="p-4">
      <h2 id="money-notes" className="text-base">
        Payments that need a look
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
