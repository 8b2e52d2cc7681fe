import { useState } from 'react'
import { Link } from 'react-router'
import type { BillingPeriod } from '#contract/billing.ts'
import { ENTERPRISE, PROFESSIONAL } from '#domain/billing/plans.ts'
import { openLogin } from '#web/features/auth/open-login.ts'
import { PeriodToggle } from '#web/features/billing/period-toggle.tsx'
import { PlanCard } from '#web/features/billing/plan-card.tsx'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'

export function Pricing() {
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="mx-auto max-w-4xl scroll-mt-16 pt-4 pb-20 sm:pb-28"
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="pricing-title" className="text-3xl sm:text-4xl">
          Pricing
        </h2>
        <PeriodToggle period={period} onPeriod={setPeriod} />
      </div>
      <div className="mt-8 grid gap-4 md:grid-cols-2">
        <PlanCard
          plan={PROFESSIONAL}
          period={period}
          mark="Most Popular"
          action={
            <Button variant="primary" size="lg" onClick={openLogin}>
              Get Started Now
            </Button>
          }
        />
        <PlanCard
          plan={ENTERPRISE}
          period={period}
          action={
            <Button size="lg" asChild>
              <Link to={urls.contact}>Contact Sales</Link>
            </Button>
          }
        />
      </div>
      <p className="mt-6 text-center text-sm text-muted">
        30-day money-back guarantee · Cancel anytime · Payments go through a card payment provider
      </p>
    </section>
  )
}
