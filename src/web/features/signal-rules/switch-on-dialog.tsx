import { useEffect, useRef } from 'react'
import type { SignalRule } from '#contract/signal-rules.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Skeletons } from '#web/ui/loaded.tsx'
import { DryRunResult } from './dry-run-result.tsx'
import { useDryRun, useSwitchSignalRule } from './signal-rules-queries.ts'

/** Shows which contacts match before a rule is switched on. */
export function SwitchOnDialog({ rule, onClose }: { rule: SignalRule; onClose: () => void }) {
  const trial = useDryRun()
  const change = useSwitchSignalRule()
  const hasStarted = useRef(false)
  const { name, condition, category, subtype, dateFrom, confidence, reason } = rule
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    trial.mutate({ name, condition, category, subtype, dateFrom, confidence, reason })
  })
  return (
    <FormDialog
      title={`Switch on ${name}?`}
      description={
        rule.traits.length > 0
          ? 'These contacts change their place in your list. The rule has no effect on scores, filters, Today, exports or messages.'
          : 'These contacts get a signal and a new score. We check your contacts again when they change and every night.'
      }
      width="lg"
      verb="Switch on"
      pending={change.isPending}
      pendingLabel="Switching on..."
      disabled={!trial.data}
      error={trial.error && messageOf(trial.error, "We couldn't try the rule. Please try again.")}
      onClose={onClose}
      onSubmit={() => change.mutate({ ruleId: rule.id, isOn: true }, { onSuccess: onClose })}
    >
      <div aria-live="polite">
        {trial.data ? (
          <DryRunResult result={trial.data} />
        ) : (
          !trial.error && <Skeletons label="Trying the rule" className="gap-2" rows={['h-6', 'h-16']} />
        )}
      </div>
    </FormDialog>
  )
}
