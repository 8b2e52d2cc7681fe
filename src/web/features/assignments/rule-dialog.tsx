import { useState } from 'react'
import { type AssignmentRule, RULE_KINDS, type RuleKind } from '#contract/assignments.ts'
import { MAX_ESCALATION_HOURS } from '#domain/assignment/limits.ts'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { parseCount, parseZipCodes } from '#web/lib/typed-values.ts'
import { Checkbox, Field, Input, Select, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { KIND_LABELS, useAddRule, useSaveRule } from './assignments-queries.ts'

const HOURS_ERROR = `Enter a whole number from 1 to ${MAX_ESCALATION_HOURS}, or leave it empty`
const KIND_OPTIONS = RULE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))

interface RuleDialogProps {
  /** The rule to edit; without one, a new rule is added. */
  rule?: AssignmentRule
  onClose: () => void
}

/** Adds or edits an assignment rule. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const members = useMembers()
  const add = useAddRule()
  const save = useSaveRule(rule?.id ?? '')
  const { isPending, error } = rule ? save : add
  const [name, setName] = useState(rule?.name ?? '')
  const [kind, setKind] = useState<RuleKind>(rule?.kind ?? 'round_robin')
  const [zipText, setZipText] = useState(rule?.zipCodes.join(' ') ?? '')
  const [chosenIds, setUserIds] = useState<readonly string[]>(rule?.userIds ?? [])
  const [hours, setHours] = useState(String(rule?.escalateAfterHours ?? ''))
  const [chosenFallback, setFallback] = useState(rule?.fallbackUserId ?? '')
  // Saving takes former members off the rule.
  const isMember = (userId: string) => members.some(({ id }) => id === userId)
  const userIds = chosenIds.filter(isMember)
  const fallback = isMember(chosenFallback) ? chosenFallback : ''
  const [showsErrors, setShowsErrors] = useState(false)
  const zipCodes = kind === 'zip' ? parseZipCodes(zipText) : []
  const escalateAfterHours = parseCount(hours, MAX_ESCALATION_HOURS)
  const submit = () => {
    setShowsErrors(true)
    if (zipCodes === undefined || escalateAfterHours === undefined) return
    const body = {
      ...{ name, zipCodes, escalateAfterHours },
      userIds: kind === 'pond' ? [] : [...userIds],
      fallbackUserId: fallback || null,
    }
    if (rule) save.mutate(body, { onSuccess: onClose })
    else add.mutate({ ...body, kind, isOn: true }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title={rule ? 'Edit assignment rule' : 'New assignment rule'}
      verb={rule ? 'Save' : 'Add rule'}
      pending={isPending}
      pendingLabel={rule ? 'Saving...' : 'Adding...'}
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
          <Input maxLength={80} value={name} onValue={setName} />
        </Field>
        <Field label="How contacts are assigned">
          <Select value={kind} options={KIND_OPTIONS} disabled={rule !== undefined} onValue={setKind} />
        </Field>
        {kind === 'zip' && (
          <Field
            label="ZIP codes"
            hint="Five digits each, separated by spaces or commas"
            {...(showsErrors && !zipCodes && { error: 'Enter ZIP codes of five digits only' })}
          >
            <Textarea rows={3} value={zipText} onValue={setZipText} />
          </Field>
        )}
        {kind !== 'pond' && (
          <fieldset>
            <legend className="text-[13px] font-medium">Members</legend>
            <div className="mt-1 max-h-56 overflow-y-auto">
              {members.map(({ id, ...member }) => (
                <Checkbox
                  key={id}
                  className="flex w-full py-1 max-md:min-h-11"
                  checked={userIds.includes(id)}
                  onChange={(event) =>
                    setUserIds(
                      event.target.checked ? [...userIds, id] : userIds.filter((each) => each !== id),
                    )
                  }
                  label={<span className="text-sm">{memberName(member)}</span>}
                />
              ))}
            </div>
          </fieldset>
        )}
        <Field
          label="Time limit in business hours"
          hint="We reassign the contact if the owner hasn't reached out, or no one has claimed it, by then. Leave empty for no limit."
          {...(showsErrors && escalateAfterHours === undefined && { error: HOURS_ERROR })}
        >
          <Input inputMode="numeric" value={hours} onValue={setHours} />
        </Field>
        <Field label="Fallback member" hint="Gets the contact if no member of the rule can take it">
          <Select
            placeholder="None"
            value={fallback}
            options={members.map((member) => ({ value: member.id, label: memberName(member) }))}
            onValue={setFallback}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
