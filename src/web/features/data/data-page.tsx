import { Navigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { Protected } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EraseOrganization } from './erase-organization.tsx'
import { ExportSection } from './export-section.tsx'
import { SuppressionSection } from './suppression-section.tsx'

export const meta = privatePage('Your data')

/** Export, suppression list and erasure. Works without an active subscription too. */
export default function DataPage() {
  return (
    <Protected>
      {(user) =>
        user.organizationId ? (
          <DataScreen user={user} organizationId={user.organizationId} />
        ) : (
          <Navigate to={urls.onboarding} replace />
        )
      }
    </Protected>
  )
}

function DataScreen({ user, organizationId }: { user: CurrentUser; organizationId: string }) {
  return (
    <section aria-labelledby="data-heading" className="max-w-5xl px-4 pt-4 pb-20 sm:px-5">
      <h1 id="data-heading" className="text-xl">
        Your data
      </h1>
      {user.role === 'MEMBER' ? (
        <EmptyState
          title="For owners and admins only"
          description="Ask an owner or admin to export or erase your organization's data."
        />
      ) : (
        <div className="mt-4 grid gap-4">
          <ExportSection organizationId={organizationId} />
          <SuppressionSection organizationId={organizationId} />
          {user.role === 'OWNER' && <EraseOrganization organizationId={organizationId} />}
        </div>
      )}
    </section>
  )
}
