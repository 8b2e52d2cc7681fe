import { type FollowUpBossConnection, SYNC_KINDS } from '#contract/follow-up-boss.ts'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, Field, Select } from '#web/ui/form.tsx'
import { useChangeConnection } from './follow-up-boss-queries.ts'
import { DIRECTION_OPTIONS, KIND_LABELS } from './follow-up-boss-texts.ts'

/** Directions of each kind, and the switch that lets scores leave. */
export function DirectionsCard({ connection }: { connection: FollowUpBossConnection }) {
  const { directions, sharesInsights } = connection
  const change = useChangeConnection()
  return (
    <Card className="grid gap-3 p-4">
      <h2 className="text-sm font-medium">What syncs</h2>
      <div className="grid gap-3 sm:grid-cols-2">
        {SYNC_KINDS.map((kind) => (
          <Field key={kind} label={KIND_LABELS[kind]}>
            <Select
              value={directions[kind]}
              options={DIRECTION_OPTIONS}
              disabled={change.isPending}
              onValue={(direction) => change.mutate({ directions: { ...directions, [kind]: direction } })}
            />
          </Field>
        ))}
      </div>
      <p className="text-[13px] text-muted">
        Do not contact, opt-outs and wrong numbers of people on both sides always go both ways, even if
        contacts are off, and the stricter side wins. To lift one, pause the sync, lift it on both sides, and
        resume.
      </p>
      <Checkbox
        label="Send scores, signals and their reasons to Follow Up Boss"
        checked={sharesInsights}
        disabled={change.isPending}
        onChange={() => change.mutate({ sharesInsights: !sharesInsights })}
      />
      <p className="text-[13px] text-muted">
        Off unless you turn it on. Everyone who sees the contact in Follow Up Boss can then see why they may
        move. Signal and playbook tasks are sent too. Turning it off leaves what was sent.
      </p>
    </Card>
  )
}
