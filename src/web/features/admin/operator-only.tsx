import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useIsAdminQuery } from '#web/features/auth/auth-queries.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Spares others the refused calls; who is an operator, the server decides at each of them. */
export function OperatorOnly({ children }: { children: ReactNode }) {
  const { data, isError, isFetching, refetch } = useIsAdminQuery()
  if (data?.isAdmin) return children
  if (data?.needsSecondFactor) return <SecondFactorFirst />
  if (data) {
    return (
      <EmptyState title="Unauthorized" description="Only the operator of this instance may open this page" />
    )
  }
  if (!isError || isFetching) return <Spinner label="Loading" className="m-6 size-5" />
  return (
    <EmptyState
      title="We could not check who operates this instance"
      description="Check your connection and try again."
      actions={<Button onClick={() => void refetch()}>Try again</Button>}
    />
  )
}

/** Led to where it is set up: the server refuses every call of the console until then. */
function SecondFactorFirst() {
  return (
    <EmptyState
      title="Set up a second factor first"
      description="This page opens to operators who sign in with a code of an authenticator app, too."
      actions={
        <Button asChild variant="primary">
          <Link to={urls.profile}>Go to Security</Link>
        </Button>
      }
    />
  )
}
