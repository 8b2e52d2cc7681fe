import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { EraseOrganization } from '#web/features/data/erase-organization.tsx'
import { DeleteAccount } from '#web/features/profile/delete-account.tsx'
import { LeaveTeam } from '#web/features/team/leave-team.tsx'
import { useBrand } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** A suspended organization gets no live events, so the page polls until the suspension is lifted. */
const POLL_MS = 10_000

/** Replaces every page that a suspended organization can't open; offers support, billing and leaving. */
export function SuspendedPage({ user, organizationId }: { user: CurrentUser; organizationId: string }) {
  const { supportEmail } = useBrand()
  useQuery({ ...currentUserQuery, refetchInterval: POLL_MS })
  return (
    <div className="max-w-3xl px-4 pb-20 sm:px-5">
      <div role="alert">
        <EmptyState
          level={1}
          title="Your organization is suspended"
          description="Your data is safe, but no one in your organization can open or export it until the suspension is lifted. Contact support to find out why."
          actions={
            <>
              <Button asChild variant="primary">
                <a href={`mailto:${supportEmail}`}>Contact Support</a>
              </Button>
              <Button asChild>
                <Link to={urls.contact}>Send a message</Link>
              </Button>
              <Button asChild>
                <Link to={urls.billing}>Billing</Link>
              </Button>
            </>
          }
        />
      </div>
      <div className="grid gap-4">
        {/* The list of owners can't be read here; the server rejects the last owner and says what to do. */}
        <LeaveTeam user={user} organizationId={organizationId} isLastOwner={false} />
        {user.role === 'OWNER' && <EraseOrganization organizationId={organizationId} />}
        <DeleteAccount user={user} />
      </div>
    </div>
  )
}
