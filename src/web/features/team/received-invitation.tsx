import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import type { ReceivedInvitation } from '#contract/invitations.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast, toastFailure } from '#web/ui/toast.tsx'
import { useChange } from '#web/ui/use-change.ts'

/** Accepts an invitation with `join`, then opens the contacts. */
function useJoin<V>(join: (input: V) => Promise<CurrentUser>) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: join,
    onSuccess: async (user) => {
      toast({
        title: 'Welcome to the team',
        description: user.firstName
          ? "You can now see your organization's contacts."
          : 'Add your name under Settings, Profile, so teammates know who you are.',
      })
      client.removeQueries({ queryKey: ['/api/invitations'] })
      client.setQueryData(currentUserQuery.queryKey, user)
      await navigate(urls.dashboard)
    },
    onError: toastFailure('Error', 'Failed to accept the invitation'),
  })
}

const useDecline = () =>
  useChange({
    change: (id: string) => call('DELETE /api/invitations/{id}', { params: { id } }),
    successToast: () => ({ title: 'Invitation declined' }),
    failureToast: ["We couldn't decline the invitation", 'Try again.'],
    refreshedKeys: [['/api/invitations']],
  })

/** Pending invitations to the user's address, accepted or declined in one click. */
export function ReceivedInvitations({ className }: { className?: string }) {
  const invitations = useQuery(read('GET /api/invitations'))
  const join = useJoin((id: string) => call('POST /api/invitations/{id}/accept', { params: { id } }))
  const decline = useDecline()
  const isBusy = join.isPending || decline.isPending
  if (!invitations.data || invitations.data.length === 0) return null
  return (
    <section aria-label="Invitations" className={className}>
      {invitations.data.map((invitation) => (
        <Card key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
          <p className="min-w-0 flex-1 basis-64 text-sm wrap-anywhere">
            <InvitationText invitation={invitation} />
          </p>
          <div className="flex gap-2">
            <Button disabled={isBusy} onClick={() => decline.mutate(invitation.id)}>
              Decline<span className="sr-only"> the invitation to {invitation.organizationName}</span>
            </Button>
            <Button
              variant="primary"
              disabled={isBusy}
              pending={join.isPending}
              pendingLabel="Joining..."
              onClick={() => join.mutate(invitation.id)}
            >
              Join<span className="sr-only"> {invitation.organizationName}</span>
            </Button>
          </div>
        </Card>
      ))}
    </section>
  )
}

/** `Ada Okafor invited you to join Oak & Main Realty as a member.` */
export function InvitationText({
  invitation,
}: {
  invitation: Pick<ReceivedInvitation, 'invitedBy' | 'organizationName' | 'role'>
}) {
  const { invitedBy, organizationName, role } = invitation
  return (
    <>
      {invitedBy ? `${invitedBy} invited you to join ` : "You're invited to join "}
      <strong className="font-medium">{organizationName}</strong>
      {role === 'ADMIN' ? ' as an admin.' : ' as a member.'}
    </>
  )
}
