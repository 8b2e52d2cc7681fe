import { useId } from 'react'
import type { ScorePolicySettings } from '#contract/score-policy.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { Panel } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { useScorePolicy, useSetScorePolicy } from './outcomes-queries.ts'

const EXCLUSIONS = [
  {
    key: 'excludeFamilial',
    label: 'Exclude familial status',
    text: "Births and children in the household don't affect scores.",
  },
  {
    key: 'excludeAge',
    label: 'Exclude age',
    text: "Age doesn't affect scores. Everyone starts from the average across all ages.",
  },
] as const

/** Facts the organization excludes from its scores. Owners and admins can change them. */
export function ScorePolicyCard() {
  const { user } = useCurrentUser()
  const organizationId = user?.organizationId ?? null
  const query = useScorePolicy(organizationId)
  return (
    <Panel
      title="Scoring settings"
      text="Fair housing law protects familial status and, in many places, age. You can exclude either one, but scores become less precise. Any change rescores all contacts."
      className="mt-8 max-w-3xl"
    >
      <Loaded
        query={query}
        failure="We couldn't load the settings"
        isCompact
        pending={<Skeleton className="mt-3 h-24" />}
      >
        {(policy) =>
          organizationId && (
            <Switches
              organizationId={organizationId}
              policy={policy}
              canChange={user?.role === 'OWNER' || user?.role === 'ADMIN'}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

function Switches(props: { organizationId: string; policy: ScorePolicySettings; canChange: boolean }) {
  const { organizationId, policy, canChange } = props
  const id = useId()
  const change = useSetScorePolicy(organizationId)
  // Shows the choice while it is being saved, and the stored setting again if that fails.
  const currentPolicy = change.isPending ? { ...policy, ...change.variables } : policy
  return (
    <div className="mt-3 grid gap-2">
      {EXCLUSIONS.map(({ key, label, text }) => (
        <div key={key}>
          <Checkbox
            label={label}
            aria-describedby={`${id}-${key}`}
            checked={currentPolicy[key]}
            disabled={!canChange}
            onChange={(event) => {
              if (!change.isPending) change.mutate({ [key]: event.target.checked })
            }}
          />
          <p id={`${id}-${key}`} className="ml-8 text-[13px] text-muted">
            {text}
          </p>
        </div>
      ))}
      {!canChange && <p className="mt-1 text-[13px] text-dim">Only owners and admins can change this.</p>}
    </div>
  )
}
