import { Navigate } from 'react-router'
import { Protected } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { TeamScreen } from './team-screen.tsx'

export const meta = privatePage('Team')

/** Members, roles and invitations. Works without an active subscription too. */
export default function TeamPage() {
  return (
    <Protected>
      {(user) =>
        user.organizationId ? (
          <TeamScreen user={user} organizationId={user.organizationId} />
        ) : (
          <Navigate to={urls.onboarding} replace />
        )
      }
    </Protected>
  )
}
