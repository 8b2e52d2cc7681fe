import { ENTERPRISE, PROFESSIONAL } from '#domain/billing/plans.ts'
import { PeriodToggle } from '#web/features/billing/period-toggle.tsx'
import { PlanCard } from '#web/features/billing/plan-card.tsx'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'

/** The plans for sale. CSS shows the monthly or yearly price, so the toggle needs no script. */
export function Pricing({ moneyBackDays }: { moneyBackDays: number }) {
  return (
    <section
      id="pricing"
      aria-labelledby="pricing-title"
      className="scroll-mt-16 border-t border-line py-20 sm:py-28"
    >
      <div className="group/plans mx-auto max-w-4xl">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h2 id="pricing-title" className="text-3xl sm:text-4xl">
            Pricing
          </h2>
          <PeriodToggle />
        </div>
        <div className="mt-8 grid gap-4 md:grid-cols-2">
          <PlanCard
            plan={PROFESSIONAL}
            mark="Most Popular"
            action={
              <Button variant="primary" size="lg" data-action="open-login">
                Get Started Now
              </Button>
            }
          />
          <PlanCard
            plan={ENTERPRISE}
            action={
              <Button size="lg" asChild>
                <a href={urls.contact}>Contact Sales</a>
              </Button>
            }
          />
        </div>
        <ul className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm text-muted">
          <li>{moneyBackDays}-day money-back guarantee</li>
          <li>Cancel anytime</li>
          <li>Payments go through a card payment provider</li>
        </ul>
        <p className="mt-8 text-center text-muted">
          Want to look around first?{' '}
          <a href={urls.freeSignup} className="text-text underline underline-offset-4 hover:text-accent">
            Start with a free account
          </a>
        </p>
      </div>
    </section>
  )
}
