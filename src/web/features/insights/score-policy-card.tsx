import { useId } from 'react'
import type { ScorePolicySettings } from '#contract/score-policy.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useScorePolicy, useSetScorePolicy } from './outcomes-queries.ts'

/** What the organization keeps out of its scores; owners and admins change it. */
export function ScorePolicyCard() {
  const { user } = useCurrentUser()
  const organizationId = user?.organizationId ?? null
  const policy = useScorePolicy(organizationId)
  return (
    <Card className="mt-8 max-w-3xl p-4">
      <h2 className="text-base">How scores are made</h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        Family status, and in many places age, must not decide who is offered a home. Scores can leave them
        out; they then know less. After a change all contacts are scored again.
      </p>
      {policy.isError && (
        <div role="alert" className="text-sm">
          <p className="mb-2 text-red">{messageOf(policy.error, 'The settings could not be loaded.')}</p>
          <Button size="sm" onClick={() => void policy.refetch()}>
            Try again
          </Button>
        </div>
      )}
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
  // What was chosen shows at once, and goes back if it is refused.
  const shown = change.isPending ? { ...policy, ...change.variables } : policy
  const set = (choice: Partial<ScorePolicySettings>) => {
    if (!change.isPending) change.mutate(choice)
  }
  return (
    <>
      <Checkbox
        label="Leave out family status"
        aria-describedby={`${id}-familial`}
        checked={shown.excludeFamilial}
        disabled={!canChange}
        onChange={(event) => set({ excludeFamilial: event.target.checked })}
      />
      <p id={`${id}-familial`} className="mb-2 ml-8 text-[13px] text-muted">
        Births and children in the household add nothing to a score.
      </p>
      <Checkbox
        label="Leave out age"
        aria-describedby={`${id}-age`}
        checked={shown.excludeAge}
        disabled={!canChange}
        onChange={(event) => set({ excludeAge: event.target.checked })}
      />
      <p id={`${id}-age`} className="ml-8 text-[13px] text-muted">
        A score does not read how old somebody is: everybody begins at the mean of all ages.
      </p>
      {!canChange && (
        <p className="mt-3 text-[13px] text-dim">Owners and admins of your organization can change this.</p>
      )}
    </>
  )
}
