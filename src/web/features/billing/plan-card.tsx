import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BillingPeriod } from '#contract/billing.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/class-names.ts'

interface PlanCardProps {
  plan: {
    name: string
    description: string
    features: readonly string[]
    monthlyPrice?: number
    yearlyPrice?: number
  }
  /** Leave out to follow the `PeriodToggle` in the same `group/plans` by CSS alone. */
  period?: BillingPeriod
  /** A badge such as "Most Popular". */
  badge?: string

  action: ReactNode
  level?: 2 | 3
}

/** One plan with its price, features and button. */
export function PlanCard({ plan, period, badge, action, level = 3 }: PlanCardProps) {
  const Heading = `h${level}` as const
  return (
    <Card className={cx('flex flex-col gap-6 p-6', badge && 'border-line-strong')}>
      <div>
        <div className="flex min-h-7 items-center justify-between gap-3">
          <Heading className="text-lg">{plan.name}</Heading>
          {badge && <Badge tone="blue">{badge}</Badge>}
        </div>
        <p className="mt-1 text-sm text-muted md:min-h-10">{plan.description}</p>
      </div>
      <Price plan={plan} period={period} />
      {action}
      <ul className="grid gap-2.5 border-t border-line pt-6 text-sm">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-green" />
            {feature}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Price({ plan, period }: Pick<PlanCardProps, 'plan' | 'period'>) {
  const price = period === 'yearly' ? plan.yearlyPrice : plan.monthlyPrice
  if (price === undefined) {
    return (
      <p className="flex min-h-10 items-baseline gap-2">
        <span className="text-3xl font-semibold tracking-tight">Custom price</span>
      </p>
    )
  }
  if (period) return <Amount price={price} period={period} />
  return (
    <>
      <Amount price={price} period="monthly" className="group-has-[[value=yearly]:checked]/plans:hidden" />
      <Amount
        price={plan.yearlyPrice}
        period="yearly"
        className="group-not-has-[[value=yearly]:checked]/plans:hidden"
      />
    </>
  )
}

interface AmountProps {
  price: number | undefined
  period: BillingPeriod
  className?: string
}

function Amount({ price, period, className }: AmountProps) {
  return (
    <p className={cx('flex min-h-10 items-baseline gap-1.5', className)}>
      <span className="text-4xl font-semibold tracking-tight tabular-nums">${price}</span>
      <span className="text-sm text-muted">{period === 'yearly' ? 'per year' : 'per month'}</span>
    </p>
  )
}
