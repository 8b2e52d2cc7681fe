import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/toast.tsx'

const TYPING_PAUSE_MS = 300

type Offer = { id: string; isForced: boolean }

/** The single sign-on of the typed address's domain, whether or not an account exists; null if there is none. */
export function useSingleSignOnOffer(email: string): Offer | null {
  const typedDomain = domainOf(email)
  const domain = useDebouncedValue(typedDomain, TYPING_PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['/api/auth/sso/find', domain],
    queryFn: ({ signal }) => call('POST /api/auth/sso/find', { body: { domain }, signal }),
    enabled: domain !== '',
    retry: false,
    staleTime: 60_000,
  })
  return (domain === typedDomain && data?.connection) || null
}

/** Domain of an address that looks complete, otherwise empty. */
function domainOf(email: string): string {
  return /^[^@\s]+@([^@\s]+\.[^@\s.]{2,})$/.exec(email.trim().toLowerCase())?.[1] ?? ''
}

/** Starts a single sign-on and leads to the identity provider. */
export function useStartSingleSignOn(connectionId: string) {
  return useMutation({
    mutationFn: (email?: string) =>
      call('POST /api/auth/sso/{connectionId}/start', { params: { connectionId }, body: { email } }),
    onSuccess: ({ location }) => window.location.assign(location),
    onError: toastFailure('Error', "We couldn't start single sign-on. Please try again."),
  })
}

export function SingleSignOnOffer({ offer, email }: { offer: Offer; email: string }) {
  const start = useStartSingleSignOn(offer.id)
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {offer.isForced
          ? 'Your organization requires single sign-on.'
          : 'Your organization offers single sign-on.'}
      </p>
      <Button
        variant="primary"
        pending={start.isPending || start.isSuccess}
        pendingLabel="Continuing..."
        onClick={() => start.mutate(email)}
      >
        Continue with single sign-on
      </Button>
    </>
  )
}
