import { useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import type { ReceivedBrokerageInvitation } from '#contract/brokerages.ts'
import { useUser } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { formatMomentDay } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Loaded, Skeletons } from '#web/ui/loaded.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { receivedQuery, useAcceptInvitation, useDeclineInvitation } from './brokerage-queries.ts'

export const meta = privatePage('Brokerage invitations')

const OFFER_TEXTS: Record<ReceivedBrokerageInvitation['kind'], (office: string) => string> = {
  office: () =>
    "The organization you're working in joins this brokerage. The brokerage sees totals for your contacts, work and credits, and each member's opt-out figures. Only people who are members of your organization see its contacts.",
  new_office: (office) => `Open ${office} as a new office of this brokerage and become its owner.`,
  supervisor: () =>
    "Become a supervising broker. You'll see totals and compliance figures for its offices, but no contacts.",
}

/** Invitations of brokerages to the user's own address. */
export default function ReceivedInvitationsPage() {
  const { email } = useUser()
  return (
    <Page title="Brokerage invitations">
      <Loaded
        query={useQuery(receivedQuery)}
        failure="We couldn't load your invitations"
        pending={<Skeletons label="Loading invitations" className="mt-4" rows={['h-28']} />}
      >
        {(invitations) =>
          invitations.length === 0 ? (
            <EmptyState
              icon={<MailOpen />}
              title="No invitations"
              description={`There are no open invitations to ${email}.`}
            />
          ) : (
            <ul className="mt-4 grid gap-3">
              {invitations.map((invitation) => (
                <InvitationCard key={invitation.id} invitation={invitation} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

function InvitationCard({ invitation }: { invitation: ReceivedBrokerageInvitation }) {
  const { id, kind, brokerageName, officeName, expiresAt } = invitation
  const accept = useAcceptInvitation()
  const decline = useDeclineInvitation()
  const isBusy = accept.isPending || decline.isPending
  return (
    <li>
      <Card className="p-4">
        <h2 className="text-base wrap-anywhere">{brokerageName}</h2>
        <p className="mt-1 max-w-2xl text-sm text-muted wrap-anywhere">
          {OFFER_TEXTS[kind](officeName ?? '')}
        </p>
        <p className="mt-1 text-[13px] text-dim">Expires {formatMomentDay(expiresAt)}</p>
        <div className="mt-3 flex flex-wrap gap-2 max-sm:*:flex-1">
          <Button
            variant="primary"
            disabled={isBusy}
            pending={accept.isPending}
            onClick={() => accept.mutate(id)}
          >
            Accept<span className="sr-only"> the invitation of {brokerageName}</span>
          </Button>
          <Button disabled={isBusy} onClick={() => decline.mutate(id)}>
            Decline<span className="sr-only"> the invitation of {brokerageName}</span>
          </Button>
        </div>
      </Card>
    </li>
  )
}
