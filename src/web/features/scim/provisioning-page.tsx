import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ScimCard } from './scim-card.tsx'

export const meta = privatePage('Provisioning')
export const handle: PageHandle = { needs: 'organization' }

/** Automatic provisioning of members, for owners. Works without an active subscription too. */
export default function ProvisioningPage() {
  const { role } = useMember()
  return (
    <Page title="Provisioning" width="max-w-3xl">
      {role === 'OWNER' ? (
        <div className="mt-3 grid gap-4">
          <ScimCard />
        </div>
      ) : (
        <EmptyState title="For owners only" description="Ask an owner to connect your identity provider." />
      )}
    </Page>
  )
}
