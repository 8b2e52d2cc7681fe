import { useState } from 'react'
import { RULE_KINDS, type RuleKind } from '#contract/assignments.ts'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Checkbox, Field, Input, Select, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { KIND_LABELS, useAddRule } from './assignments-queries.ts'

const KIND_OPTIONS = RULE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))

/** Adds an assignment rule. */
export function RuleDialog({ onClose }: { onClose: () => void }) {
  const members = useMembers()
  const add = useAddRule()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<RuleKind>('round_robin')
  const [zipText, setZipText] = useState('')
  const [userIds, setUserIds] = useState<readonly string[]>([])
  const [hours, setHours] = useState('')
  const [fallback, setFallback] = useState('')
  const submit = () =>
    add.mutate(
      {
        name,
        kind,
        zipCodes: kind === 'zip' ? [...new Set(zipText.match(/\d{5}/g) ?? [])] : [],
        userIds: kind === 'pond' ? [] : [...userIds],
        escalateAfterHours: hours.trim() ? Number(hours) : null,
        fallbackUserId: fallback || null,
        isOn: true,
      },
      { onSuccess: onClose },
    )
  return (
    <FormDialog
      title="New assignment rule"
      verb="Add rule"
      pending={add.isPending}
      pendingLabel="Adding..."
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        {add.error && (
          <p role="alert" className="text-sm text-red">
            {messageOf(add.error, "We couldn't add the rule. Please try again.")}
          </p>
        )}
        <Field label="Name" required>
          <Input maxLength={80} value={name} onValue={setName} />
        </Field>
        <Field label="How contacts are assigned">
          <Select value={kind} options={KIND_OPTIONS} onValue={setKind} />
        </Field>
        {kind === 'zip' && (
          <Field label="ZIP codes" hint="Five digits each, separated by spaces or commas">
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
