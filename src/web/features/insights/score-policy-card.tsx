import { useId } from 'react'
import type { ScorePolicySettings } from '#contract/score-policy.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'

import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useScorePolicy, useSetScorePolicy } from './outcomes-queries.ts'

/** Facts the organization excludes from its scores. Owners and admins can change them. */
export function ScorePolicyCard() {
  const { user } = useCurrentUser()
  const organizationId = user?.organizationId ?? null
  const policy = useScorePolicy(organizationId)
  return (
    <Card className="mt-8 max-w-3xl p-4">
      <h2 className="text-base">Scoring settings</h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        Fair housing law protects family status and, in many places, age. You can exclude them; scores become
        less precise. A change rescores all contacts.
      </p>
      {policy.isError && <LoadError query={policy} text="We couldn't load the settings." />}
      {policy.isPending && <Skeleton className="h-24" />}
      {policy.data && organizationId && (
        <Switches
          organizationId={organizationId}
          policy={policy.data}
          canChange={user?.role === 'OWNER' || user?.role === 'ADMIN'}
        />
      )}
    </Card>
  )
}

function Switches(props: { organizationId: string; policy: ScorePolicySettings; canChange: boolean }) {
  const { organizationId, policy, canChange } = props
  const id = useId()
  const change = useSetScorePolicy(organizationId)
  // Shows the choice while it is being saved, and the stored setting again if that fails.
  const shown = change.isPending ? { ...policy, ...change.variables } : policy
  const set = (choice: Partial<ScorePolicySettings>) => {
    if (!change.isPending) change.mutate(choice)
  }
  return (
    <>
      <Checkbox
        label="Exclude family status"
        aria-describedby={`${id}-familial`}
        checked={shown.excludeFamilial}
        disabled={!canChange}
        onChange={(event) => set({ excludeFamilial: event.target.checked })}
      />
      <p id={`${id}-familial`} className="mb-2 ml-8 text-[13px] text-muted">
        Births and children in the household don't affect scores.
      </p>
      <Checkbox
        label="Exclude age"
        aria-describedby={`${id}-age`}
        checked={shown.excludeAge}
        disabled={!canChange}
        onChange={(event) => set({ excludeAge: event.target.checked })}
      />
      <p id={`${id}-age`} className="ml-8 text-[13px] text-muted">
        Age doesn't affect scores: everyone starts from the average of all ages.
      </p>
      {!canChange && <p className="mt-3 text-[13px] text-dim">Only owners and admins can change this.</p>}
    </>
  )
}
