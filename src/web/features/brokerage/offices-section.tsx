import { useState } from 'react'
import type { Brokerage, BrokerageSums, Office } from '#contract/brokerages.ts'
import { formatCount, formatMomentDay, formatPercent, formatQuantity } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { AlertDialog } from '#web/ui/form-dialog.tsx'
import { useRemoveOffice } from './brokerage-queries.ts'

/** Each office with the sums of its contacts, work and credits. */
export function OfficesSection({ brokerage }: { brokerage: Brokerage }) {
  return (
    <section aria-labelledby="offices">
      <h2 id="offices" className="text-base">
        Offices
      </h2>
      <p className="mt-1 text-sm text-muted">
        Activity, moves and credits used are from the last 30 days. Groups of fewer than five contacts show no
        figures.
      </p>
      {brokerage.offices.length === 0 ? (
        <p className="mt-3 text-sm text-muted">No offices yet. Invite the owner of an organization.</p>
      ) : (
        <ul className="mt-3 grid gap-3">
          {brokerage.offices.map((office) => (
            <OfficeCard key={office.id} brokerage={brokerage} office={office} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OfficeCard({ brokerage, office }: { brokerage: Brokerage; office: Office }) {
  const { name, isSuspended, hasPlan, joinedAt, members, seats, seatLimit, credits, creditsUsed } = office
  const seatText =
    seatLimit === null ? formatCount(seats) : `${formatCount(seats)} of ${formatCount(seatLimit)}`
  return (
    <li>
      <Card className="p-4">
        <div className="flex items-start gap-x-3">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="min-w-0 text-sm font-semibold wrap-anywhere">{name}</h3>
            {isSuspended && <Badge tone="red">Suspended</Badge>}
            {brokerage.planUntil && !hasPlan && <Badge>Own plan</Badge>}
            <p className="text-[13px] text-muted">Joined {formatMomentDay(joinedAt)}</p>
          </div>
          {brokerage.role === 'owner' && <RemoveOffice brokerage={brokerage} office={office} />}
        </div>
        <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
          <Figure label="Members" value={formatCount(members)} />
          <Figure label="Seats in use" value={seatText} />
          <Figure label="Credits" value={formatCount(credits)} note={`${formatCount(creditsUsed)} used`} />
          <SumFigures sums={office.sums} />
        </dl>
        {office.teams.length > 0 && (
          <ul className="mt-3 divide-y divide-line/60 border-t border-line/60">
            {office.teams.map((team) => (
              <li key={team.id} className="py-2">
                <h4 className="text-[13px] font-medium wrap-anywhere">
                  Team {team.name}{' '}
                  <span className="font-normal text-muted">
                    {formatQuantity(team.members, 'member', 'members')}
                  </span>
                </h4>
                <dl className="mt-2 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3 lg:grid-cols-6">
                  <SumFigures sums={team.sums} />
                </dl>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </li>
  )
}

/** Coverage of contacts, activity and outcomes. */
function SumFigures({ sums }: { sums: BrokerageSums | null }) {
  if (!sums) return <Figure label="Contacts" value="Fewer than 5" />
  const share = (count: number) => formatPercent(count / sums.contacts)
  return (
    <>
      <Figure
        label="Contacts"
        value={formatCount(sums.contacts)}
        note={`${share(sums.withEmail)} with email, ${share(sums.withPhone)} with phone`}
      />
      <Figure label="Enriched" value={share(sums.enriched)} />
      <Figure
        label="Activities"
        value={formatCount(sums.activities)}
        note={formatQuantity(sums.conversations, 'conversation', 'conversations')}
      />
      <Figure label="Appointments" value={formatCount(sums.appointments)} />
      <Figure label="Agreements" value={formatCount(sums.agreements)} />
      <Figure label="Moves" value={formatCount(sums.moves)} />
    </>
  )
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-[13px] text-muted">{label}</dt>
      <dd className="text-sm font-medium tabular-nums">{value}</dd>
      {note && <dd className="text-[13px] text-dim tabular-nums">{note}</dd>}
    </div>
  )
}

function RemoveOffice({ brokerage, office }: { brokerage: Brokerage; office: Office }) {
  const [isOpen, setIsOpen] = useState(false)
  const remove = useRemoveOffice(brokerage.id)
  return (
    <>
      <Button size="row" variant="danger-quiet" onClick={() => setIsOpen(true)}>
        Remove<span className="sr-only"> {office.name}</span>
      </Button>
      <AlertDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={`Remove ${office.name}?`}
        description="The office keeps its contacts, members and credits. Its plan from the brokerage ends."
        confirmLabel="Remove office"
        pending={remove.isPending}
        pendingLabel="Removing..."
        onConfirm={() => remove.mutate(office, { onSuccess: () => setIsOpen(false) })}
      />
    </>
  )
}
