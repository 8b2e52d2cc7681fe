import { Navigate, useSearchParams } from 'react-router'
import { ChatHost } from '#web/features/assistant/chat-host.tsx'
import { LogoutLink } from '#web/features/auth/logout-link.tsx'
import { Protected, useUser } from '#web/features/auth/protected.tsx'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { ReceivedInvitations } from '#web/features/team/received-invitation.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { BrandLink } from '#web/site/brand-link.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/states.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { PlanStep } from './plan-step.tsx'
import { ProfileStep } from './profile-step.tsx'

export const meta = privatePage('Set up your account')

export default function OnboardingPage() {
  return (
    <Protected pending={<Frame step={null} />}>
      <Onboarding />
      <ChatHost />
    </Protected>
  )
}

/** Keeps the step in the URL, so that the back button leads from the plans to the profile. */
function Onboarding() {
  const user = useUser()
  const [query, setQuery] = useSearchParams()
  const subscription = useSubscription(user.organizationId)
  const organization = subscription.data?.organization
  if (organization?.subscriptionStatus === 'active' || user.isSuspended)
    return <Navigate to={urls.dashboard} replace />
  if (user.organizationId && subscription.isPending && !subscription.isError) return <Frame step={null} />
  if (!user.organizationId || query.get('step') === 'profile') {
    return (
      <Frame step={1}>
        {!user.organizationId && <ReceivedInvitations />}
        <ProfileStep companyName={organization?.name ?? ''} onSaved={() => setQuery({})} />
      </Frame>
    )
  }
  return (
    <Frame step={2} unnumbered={organization?.subscriptionStatus === 'past_due'}>
      <PlanStep subscription={subscription} />
    </Frame>
  )
}

interface FrameProps {
  /** Null while loading. */
  step: 1 | 2 | null
  /** True for a customer with an unpaid invoice, who isn't being set up. */
  unnumbered?: boolean
  children?: React.ReactNode
}

function Frame({ step, unnumbered, children }: FrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center gap-2 border-b border-line px-4 py-1 sm:px-6">
        <BrandLink className="mr-auto" />
        <ThemeToggle />
        <LogoutLink className="grid min-h-11 place-items-center px-2 text-sm text-muted hover:text-text">
          Log out
        </LogoutLink>
      </header>
      <main
        className={cx('mx-auto w-full flex-1 px-4 py-10 sm:py-16', step === 1 ? 'max-w-136' : 'max-w-3xl')}
        aria-busy={step === null}
      >
        {step ? (
          <>
            {!unnumbered && <p className="mb-3 text-sm text-muted">Step {step} of 2</p>}
            {children}
            {!unnumbered && (
              <p className="mt-8 text-sm text-muted">
                Not ready yet?{' '}
                <a
                  href={urls.sample}
                  className="inline-flex min-h-11 items-center underline underline-offset-2 hover:text-text"
                >
                  Look around first
                </a>
              </p>
            )}
          </>
        ) : (
          <div className="grid gap-4">
            <Skeleton className="h-8 w-64" />
            <Skeleton className="h-72 w-full" />
          </div>
        )}
      </main>
    </div>
  )
}
