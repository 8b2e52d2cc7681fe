import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Navigate, useSearchParams } from 'react-router'
import { type Profile, profile } from '#contract/auth.ts'
import { ChatHost } from '#web/features/assistant/chat-host.tsx'
import { LogoutLink } from '#web/features/auth/logout-link.tsx'
import { Protected, useUser } from '#web/features/auth/protected.tsx'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { useSaveNames } from '#web/features/profile/use-save-names.ts'
import { ReceivedInvitations } from '#web/features/team/received-invitation.tsx'
import { call } from '#web/lib/api.ts'
import { privatePage } from '#web/lib/brand.ts'
import { urls } from '#web/lib/urls.ts'
import { BrandLink } from '#web/site/brand-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { FormField } from '#web/ui/form-field.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { PlanStep } from './plan-step.tsx'

export const meta = privatePage('Set up your account')

export default function OnboardingPage() {
  return (
    <Protected pending={<Frame step={null} />}>
      <Onboarding />
      <ChatHost />
    </Protected>
  )
}

/** Keeps the step in the URL, so that the back button returns from the plans to the profile. */
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
        {!user.organizationId && <ReceivedInvitations className="mb-8 grid gap-3" />}
        <ProfileStep companyName={organization?.name ?? ''} onSaved={() => setQuery({})} />
      </Frame>
    )
  }
  return (
    <Frame step={2} hidesStep={organization?.subscriptionStatus === 'past_due'}>
      <PlanStep subscription={subscription} />
    </Frame>
  )
}

interface FrameProps {
  /** Null while loading. */
  step: 1 | 2 | null
  /** True for a customer with an unpaid invoice, who isn't setting up an account. */
  hidesStep?: boolean
  children?: React.ReactNode
}

function Frame({ step, hidesStep, children }: FrameProps) {
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
            {!hidesStep && <p className="mb-3 text-sm text-muted">Step {step} of 2</p>}
            {children}
            {!hidesStep && (
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

interface ProfileStepProps {
  /** The name of the user's organization, if there is one. */
  companyName: string
  onSaved: () => void
}

/** Step 1: the user's name and company. */
function ProfileStep({ companyName, onSaved }: ProfileStepProps) {
  const user = useUser()
  const form = useForm<Profile>({
    resolver: zodResolver(profile),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '', companyName },
  })
  const save = useSaveNames(form, { save: (body) => call('POST /api/profile/complete', { body }), onSaved })
  const canRename = !user.organizationId || user.role !== 'MEMBER'
  return (
    <>
      <h1 className="text-2xl">Tell us about you</h1>
      <p className="mt-1 text-muted">
        Your database stays yours. Teammates you invite will share it. Working alone? Use your own name as the
        company.
      </p>
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
        className="mt-8 grid max-w-lg gap-5 sm:grid-cols-2"
      >
        <FormField form={form} name="firstName" label="First Name" required autoComplete="given-name" />
        <FormField form={form} name="lastName" label="Last Name" required autoComplete="family-name" />
        <FormField
          form={form}
          name="companyName"
          label="Company Name"
          required
          hint={canRename ? undefined : 'Only an owner or admin of the company can change its name.'}
          className="sm:col-span-2"
          autoComplete="organization"
          readOnly={!canRename}
        />
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          pendingLabel="Saving..."
          className="sm:col-span-2 sm:justify-self-start"
        >
          Continue
        </Button>
      </form>
    </>
  )
}
