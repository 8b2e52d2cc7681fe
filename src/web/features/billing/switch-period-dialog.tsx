import type { BillingPeriod, PeriodQuote } from '#contract/billing.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatCents, formatMomentDay } from '#web/lib/format.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { usePeriodQuote, useSwitchPeriod } from './billing-queries.ts'

interface SwitchPeriodDialogProps {
  period: BillingPeriod
  organizationId: string
  onClose: () => void
}

/** Confirms a switch between monthly and yearly billing at today's price. */
export function SwitchPeriodDialog({ period, organizationId, onClose }: SwitchPeriodDialogProps) {
  const quote = usePeriodQuote(organizationId)
  const change = useSwitchPeriod(organizationId)
  const quoted = quote.data
  return (
    <AlertDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Switch to ${period} billing?`}
      description="The new period starts today. The unused part of your current period counts toward it."
      cancelLabel={`Keep ${period === 'yearly' ? 'monthly' : 'yearly'}`}
      confirmLabel={quoted ? `Switch and pay ${formatCents(quoted.dueCents)}` : 'Switch'}
      pendingLabel="Switching..."
      pending={change.isPending || !quoted}
      destructive={false}
      onConfirm={() => quoted && change.mutate({ period, at: quoted.at }, { onSuccess: onClose })}
    >
      {quoted && <QuoteLines quote={quoted} period={period} />}
      {quote.isPending && <Skeleton className="mt-4 h-24" />}
      {quote.isError && (
        <p role="alert" className="mt-4 text-sm text-red">
          {messageOf(quote.error, "We couldn't get the price. Close this and try again.")}
        </p>
      )}
    </AlertDialog>
  )
}

function QuoteLines({ quote, period }: { quote: PeriodQuote; period: BillingPeriod }) {
  const { priceCents, creditCents, dueCents, periodEnd } = quote
  // Credit beyond the price carries over to the next invoices.
  const left = creditCents - priceCents
  return (
    <>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5 text-sm tabular-nums">
        <dt className="text-muted">Professional, {period}</dt>
        <dd className="text-right">{formatCents(priceCents)}</dd>
        <dt className="text-muted">Credit for unused time</dt>
        <dd className="text-right">−{formatCents(creditCents)}</dd>
        <dt className="border-t border-line pt-1.5 font-medium">Due today</dt>
        <dd className="border-t border-line pt-1.5 text-right font-medium">{formatCents(dueCents)}</dd>
      </dl>
      <p className="mt-3 text-[13px] text-muted">
        {left > 0 && `The remaining ${formatCents(left)} pays for your next periods. `}
        Your plan renews on {formatMomentDay(periodEnd)}.
      </p>
    </>
  )
}
