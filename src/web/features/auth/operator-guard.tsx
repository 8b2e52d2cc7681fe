import type { ReactNode } from 'react'
import { urls } from '#web/lib/urls.ts'
import { Spinner } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState, LoadErrorState } from '#web/ui/states.tsx'
import { useIsAdminQuery } from './auth-queries.ts'

/** Sends operators to the 2FA setup, since the server rejects every console request until 2FA is on. */
export function OperatorGuard({ children }: { children: ReactNode }) {
  const query = useIsAdminQuery()
  if (query.data?.isAdmin) return children
  if (query.data?.needsSecondFactor) {
    return (
      <EmptyState
        title="Set up two-factor authentication first"
        description="Operators need a code from an authenticator app to open this page."
        actions={
          <ButtonLink variant="primary" to={urls.profile}>
            Go to Security
          </ButtonLink>
        }
      />
    )
  }
  if (query.data) return <EmptyState title="Unauthorized" description="Only operators can open this page" />
  if (!query.isError || query.isFetching) return <Spinner label="Loading" className="m-6 size-5" />
  return <LoadErrorState query={query} title="We couldn't check your access" />
}
