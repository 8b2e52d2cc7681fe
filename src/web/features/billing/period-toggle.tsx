import { useId } from 'react'
import type { BillingPeriod } from '#contract/billing.ts'
import { PROFESSIONAL, yearlySavingPercent } from '#domain/billing/plans.ts'

const PERIODS: ReadonlyArray<{ value: BillingPeriod; label: string }> = [
  { value: 'monthly', label: 'Monthly' },
  { value: 'yearly', label: 'Yearly' },
]

interface PeriodToggleProps {
  /** The controlled value. Pages without a script leave it out, and the radio buttons start at monthly. */
  period?: BillingPeriod
  onPeriod?: (period: BillingPeriod) => void
}

/** The choice between monthly and yearly billing, with the yearly saving. */
export function PeriodToggle({ period, onPeriod }: PeriodToggleProps) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap items-center gap-3">
      <legend className="sr-only">Billing period</legend>
      <span className="inline-flex rounded-lg border border-line-strong bg-surface p-0.5">
        {PERIODS.map(({ value, label }) => (
          <label
            key={value}
            className={
              'cursor-pointer rounded-md px-4 py-1.5 text-sm font-medium text-muted transition-colors max-md:py-2.5 ' +
              'has-checked:bg-line has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent'
            }
          >
            <input
              type="radio"
              name={name}
              value={value}
              {...(period
                ? { checked: period === value, onChange: () => onPeriod?.(value) }
                : { defaultChecked: value === 'monthly' })}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </span>
      <span className="text-sm font-medium text-green">Save about {yearlySavingPercent(PROFESSIONAL)}%</span>
    </fieldset>
  )
}
