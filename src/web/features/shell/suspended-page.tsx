import { useQuery } from '@tanstack/react-query'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { EraseOrganization } from '#web/features/data/erase-organization.tsx'
import { DeleteAccount } from '#web/features/profile/delete-account.tsx'
import { LeaveTeam } from '#web/features/team/leave-team.tsx'
import { useBrand } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** A suspended organization gets no live events, so the page polls until the suspension is lifted. */
const POLL_MS = 10_000

/** Replaces every page that a suspended organization can't open; offers support, billing and leaving the organization. */
export function SuspendedPage() {
  const { role } = useMember()
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
              <ButtonLink variant="primary" href={`mailto:${supportEmail}`}>
                Contact Support
              </ButtonLink>
              <ButtonLink to={urls.contact}>Send a message</ButtonLink>
              <ButtonLink to={urls.billing}>Billing</ButtonLink>
            </>
          }
        />
      </div>
      <div className="grid gap-4">
        {/* The list of owners can't be read here; the server rejects the last owner and says what to do. */}
        <LeaveTeam isLastOwner={false} isSuspended />
        {role === 'OWNER' && <EraseOrganization />}
        <DeleteAccount />
      </div>
    </div>
  )
}
