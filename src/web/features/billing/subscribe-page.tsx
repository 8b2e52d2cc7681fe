import { useSearchParams } from 'react-router'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { Protected } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { subscribeTarget } from './checkout-parameters.ts'
import { Redirect } from './redirect.tsx'

export const meta = privatePage('Subscribe')

/** Forwards to the checkout. */
export default function SubscribePage() {
  const [query] = useSearchParams()
  const target = subscribeTarget(query, useCurrentUser())
  if (target) return <Redirect to={target} />
  // The account is still loading: the guard shows progress, or the failure with Try again.
  return <Protected>{null}</Protected>
}
