import { useState } from 'react'
import type { SignalRule, SignalRuleCheck } from '#contract/signal-rules.ts'
import { SUBTYPES, type Subtype } from '#domain/score/parameters.ts'
import { RULE_LIMITS } from '#domain/signal-rules/limits.ts'
import { FIRST_MATCH } from '#domain/signal-rules/variables.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { ConditionField } from './condition-field.tsx'
import { DryRunResult } from './dry-run-result.tsx'
import { DATE_OPTIONS, EVENT_GROUPS, traitsText } from './rule-texts.ts'
import {
  type RuleDraft,
  useAddSignalRule,
  useDryRun,
  useRuleCheck,
  useSaveSignalRule,
} from './signal-rules-queries.ts'

const DEFAULT_CONFIDENCE = 0.3

/** Values of the form, the draft that they make, and its check. */
function useRuleForm(rule: SignalRule | undefined) {
  const [name, setName] = useState(rule?.name ?? '')
  const [condition, setCondition] = useState(rule?.condition ?? '')
  const [subtype, setSubtype] = useState<Subtype>((rule?.subtype as Subtype) ?? 'downsizing.state')
  const [dateFrom, setDateFrom] = useState(rule?.dateFrom ?? FIRST_MATCH)
  const [percent, setPercent] = useState(String(Math.round((rule?.confidence ?? DEFAULT_CONFIDENCE) * 100)))
  const [reasonText, setReason] = useState(rule?.reason ?? '')
  const reason = reasonText.trim() || null
  const { data, isCurrent } = useRuleCheck({ name, condition, subtype, reason })
  const { traits, errors } = data ?? NO_FINDINGS
  const draft: RuleDraft = {
    ...{ name, condition, subtype, dateFrom, confidence: Number(percent) / 100 },
    category: SUBTYPES[subtype].category,
    reason: traits.length > 0 ? reason : null,
  }
  return {
    ...{ draft, traits, errors, percent, reasonText },
    ...{ setName, setCondition, setSubtype, setDateFrom, setPercent, setReason },
    isBlocked: !isCurrent || errors.length > 0 || condition.trim() === '',
  }
}

const NO_FINDINGS: SignalRuleCheck = { errors: [], traits: [] }

interface RuleDialogProps {
  /** The rule to edit; without one, a new rule is added. */
  rule?: SignalRule
  onClose: () => void
}

/** Adds or edits a signal rule, checks it while it is written, and tries it on the contacts. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const add = useAddSignalRule()
  const save = useSaveSignalRule(rule?.id ?? '')
  const { isPending, error } = rule ? save : add
  const form = useRuleForm(rule)
  const { draft, traits } = form
  const submit = () => {
    if (rule) save.mutate(draft, { onSuccess: onClose })
    else add.mutate(draft, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={rule ? 'Edit signal rule' : 'New signal rule'}
      description="A contact that meets the condition gets a signal. A new rule starts switched off."
      width="lg"
      verb={rule ? 'Save rule' : 'Add rule'}
      pending={isPending}
      pendingLabel={rule ? 'Saving...' : 'Adding...'}
      disabled={form.isBlocked}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        {error && (
          <p role="alert" className="text-sm text-red">
            {messageOf(error, "We couldn't save the rule. Please try again.")}
          </p>
        )}
        <Field label="Name" required>
          <Input maxLength={RULE_LIMITS.maxNameLength} value={draft.name} onValue={form.setName} />
        </Field>
        <ConditionField value={draft.condition} onValue={form.setCondition} errors={form.errors} />
        {traits.length > 0 && (
          <Field
            label="Reason"
            required
            hint={`This rule is about ${traitsText(traits)}. We log your reason. The rule changes the order of your contact list, but never scores, filters, Today, exports or messages.`}
          >
            <Textarea
              rows={2}
              maxLength={RULE_LIMITS.maxReasonLength}
              value={form.reasonText}
              onValue={form.setReason}
            />
          </Field>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Event">
            <Select value={draft.subtype as Subtype} groups={EVENT_GROUPS} onValue={form.setSubtype} />
          </Field>
          <Field label="Date of the event">
            <Select value={draft.dateFrom} options={DATE_OPTIONS} onValue={form.setDateFrom} />
          </Field>
        </div>
        <Field label="Confidence in percent" hint="How often it turns out to be true: 5 to 60">
          <Input inputMode="numeric" className="max-w-32" value={form.percent} onValue={form.setPercent} />
        </Field>
        <Trial draft={draft} isBlocked={form.isBlocked} />
      </div>
    </FormDialog>
  )
}

/** Tries the draft on the contacts without saving it. */
function Trial({ draft, isBlocked }: { draft: RuleDraft; isBlocked: boolean }) {
  const trial = useDryRun()
  return (
    <div className="grid justify-items-start gap-3">
      <Button
        pending={trial.isPending}
        pendingLabel="Trying..."
        disabled={isBlocked}
        onClick={() => trial.mutate(draft)}
      >
        Try on my contacts
      </Button>
      <div aria-live="polite" className="w-full">
        {trial.error && (
          <p className="text-sm text-red">
            {messageOf(trial.error, "We couldn't try the rule. Please try again.")}
          </p>
        )}
        {trial.data && !trial.isPending && (
          <div ref={scrollTo}>
            <DryRunResult result={trial.data} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Shows a result that appears below the visible part of the dialog. */
function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
