import { Building2 } from 'lucide-react'
import { Link } from 'react-router'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** The empty state for a user without an organization. */
export function NoOrganization() {
  return (
    <EmptyState
      icon={<Building2 />}
      title="No company yet"
      description="Plans and credits belong to a company. Set yours up first."
      actions={
        <Button variant="primary" asChild>
          <Link to={urls.onboarding}>Set up your company</Link>
        </Button>
      }
    />
  )
}
