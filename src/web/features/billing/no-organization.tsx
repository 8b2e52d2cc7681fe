import { Building2 } from 'lucide-react'
import { Link } from 'react-router'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Stands where an organization's data would: there is none yet. */
export function NoOrganization() {
  return (
    <EmptyState
      icon={<Building2 />}
      title="You have no company yet"
      description="Plans and credits belong to a company. Name yours first."
      actions={
        <Button variant="primary" asChild>
          <Link to={urls.onboarding}>Set up your company</Link>
        </Button>
      }
    />
  )
}
