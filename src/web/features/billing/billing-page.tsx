import type { CurrentUser } from '#contract/auth.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { CreditsSection } from '#web/features/credits/credits-section.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useBilling } from './billing-queries.ts'
import { InvoicesSection } from './invoices-section.tsx'
import { NoOrganization } from './no-organization.tsx'
import { PlanSection } from './plan-section.tsx'
import { TestPaymentsNote } from './test-payments-note.tsx'

export const meta = privatePage('Billing')

/** Plan, credits and invoices of the organization. Only owners can change them. */
export default function BillingPage() {
  const { user } = useCurrentUser()
  return (
    <section aria-labelledby="billing-heading" className="max-w-5xl px-4 pt-4 pb-20 sm:px-5">
      <div className="mb-4 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <h1 id="billing-heading" className="text-xl">
          Billing
        </h1>
        <TestPaymentsNote />
      </div>
      {user?.organizationId ? (
        <BillingSections user={user} organizationId={user.organizationId} />
      ) : (
        user && <NoOrganization />
      )}
    </section>
  )
}

function BillingSections({ user, organizationId }: { user: CurrentUser; organizationId: string }) {
  const billing = useBilling(organizationId)
  const owner = user.role === 'OWNER'
  if (billing.isPending) return <BillingSkeleton />
  if (!billing.data) return <LoadErrorState query={billing} title="Failed to fetch subscription" />
  return (
    <div className="grid gap-6">
      <PlanSection billing={billing.data} organizationId={organizationId} owner={owner} />
      <CreditsSection
        credits={billing.data.credits}
        organizationId={organizationId}
        usable={billing.data.status === 'active'}
      />
      {owner && <InvoicesSection organizationId={organizationId} />}
    </div>
  )
}

function BillingSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Loading billing" className="grid gap-6">
      <Skeleton className="h-52" />
      <Skeleton className="h-80" />
      <Skeleton className="h-48" />
    </div>
  )
}
