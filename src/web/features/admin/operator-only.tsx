import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsAdminQuery } from '#web/features/auth/auth-queries.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Shows its children to operators. Only avoids useless calls: the server checks every one. */
export function OperatorOnly({ children }: { children: ReactNode }) {
  const { data, error, isError, isFetching, refetch } = useIsAdminQuery()
  if (data?.isAdmin) return children
  if (data?.needsSecondFactor) return <SecondFactorFirst />
  if (data) return <EmptyState title="Unauthorized" description="Only operators can open this page" />
  if (!isError || isFetching) return <Spinner label="Loading" className="m-6 size-5" />
  return <LoadErrorState query={{ error, refetch }} title="We couldn't check your access" />
}

/** Leads to the 2FA setup, since the server refuses every call of the console until it is on. */
function SecondFactorFirst() {
  return (
    <EmptyState
      title="Set up two-factor authentication first"
      description="Operators need a code from an authenticator app to open this page."
      actions={
        <Button asChild variant="primary">
          <Link to={urls.profile}>Go to Security</Link>
        </Button>
      }
    />
  )
}
