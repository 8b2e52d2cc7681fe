import { type PageHandle, useMember } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { EraseOrganization } from './erase-organization.tsx'
import { ExportSection } from './export-section.tsx'
import { OutreachLogSection } from './outreach-log-section.tsx'
import { SuppressionSection } from './suppression-section.tsx'

export const meta = privatePage('Your data')
export const handle: PageHandle = { needs: 'organization' }

/** Export, suppression list and erasure. Works without an active subscription too. */
export default function DataPage() {
  const { role } = useMember()
  return (
    <Page title="Your data">
      {role === 'MEMBER' ? (
        <EmptyState
          title="For owners and admins only"
          description="Ask an owner or admin to export your data or delete your organization."
        />
      ) : (
        <div className="mt-3 grid gap-4">
          <ExportSection />
          {role === 'OWNER' && <OutreachLogSection />}
          <SuppressionSection />
          {role === 'OWNER' && <EraseOrganization />}
        </div>
      )}
    </Page>
  )
}
