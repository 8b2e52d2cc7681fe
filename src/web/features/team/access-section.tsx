import { type ReactNode, useState } from 'react'
import type { Member } from '#contract/organizations.ts'
import type { MemberSettings } from '#contract/teams.ts'
import { MAX_CONTACT_LIMIT } from '#domain/assignment/limits.ts'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { formatCount, formatQuantity } from '#web/lib/format.ts'
import { parseCount } from '#web/lib/typed-values.ts'
import { cx } from '#web/ui/class-names.ts'
import { Checkbox, Field, Input, Select } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { ACCESS_LABELS, useChangeMemberSettings, useMemberSettings } from './teams-queries.ts'

const ACCESS_OPTIONS = (['own', 'team', 'all'] as const).map((value) => ({
  value,
  label: ACCESS_LABELS[value],
}))

const LIMIT_ERROR = `Enter a whole number from 1 to ${formatCount(MAX_CONTACT_LIMIT)}, or leave it empty`
const COLUMNS = { access: 'Sees', limit: 'Contact limit' } as const
const COLUMN_CLASSES = 'grid-cols-2 md:grid-cols-[minmax(0,1fr)_13rem_8rem_6rem] md:items-center'

/** Which contacts each member sees and may be assigned, for owners and admins. */
export function AccessSection() {
  const settings = useMemberSettings()
  const members = useMembers()
  return (
    <section aria-labelledby="access-heading" className="mt-8">
      <h2 id="access-heading" className="text-base">
        Contact access
      </h2>
      <p className="mt-1 text-sm text-muted">
        Owners and admins see all contacts. Rules stop assigning to members at their limit. Paused members get
        no contacts from rules and can't claim any from the pond.
      </p>
      <Loaded
        isCompact
        query={settings}
        failure="We couldn't load the access"
        pending={<Skeleton className="mt-3 h-24" />}
      >
        {(all) => (
          <div className="mt-3 rounded-lg border border-line bg-surface">
            <div
              aria-hidden
              className={cx(
                'hidden gap-x-4 border-b border-line px-4 py-2 text-xs text-dim md:grid',
                COLUMN_CLASSES,
              )}
            >
              <span>Name</span>
              <span>{COLUMNS.access}</span>
              <span>{COLUMNS.limit}</span>
            </div>
            <ul aria-label="Contact access" className="divide-y divide-line/60">
              {members.flatMap((member) => {
                const own = all.find(({ userId }) => userId === member.id)
                return own ? [<AccessRow key={member.id} member={member} settings={own} />] : []
              })}
            </ul>
          </div>
        )}
      </Loaded>
    </section>
  )
}

function AccessRow({ member, settings }: { member: Member; settings: MemberSettings }) {
  const change = useChangeMemberSettings()
  const [maxText, setMaxText] = useState<string>()
  const shown = { ...settings, ...(change.isPending ? change.variables : {}) }
  const name = memberName(member)
  const { userId } = settings
  const [isMaxWrong, setIsMaxWrong] = useState(false)
  const saveMax = () => {
    if (maxText === undefined) return
    const maxContacts = parseCount(maxText, MAX_CONTACT_LIMIT)
    setIsMaxWrong(maxContacts === undefined)
    if (maxContacts === undefined) return
    change.mutate({ userId, maxContacts })
    setMaxText(undefined)
  }
  return (
    <li className={cx('grid gap-x-4 gap-y-3 px-4 py-3', COLUMN_CLASSES)}>
      <div className="min-w-0 max-md:col-span-2">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        <p className="text-[13px] text-muted tabular-nums">
          Owns {formatQuantity(settings.contacts, 'contact', 'contacts')}
        </p>
      </div>
      <LabeledControl label={COLUMNS.access}>
        {member.role === 'MEMBER' ? (
          <Select
            aria-label={`Contacts that ${name} sees`}
            value={shown.access}
            disabled={change.isPending}
            options={ACCESS_OPTIONS}
            onValue={(access) => change.mutate({ userId, access })}
          />
        ) : (
          <p className="flex min-h-9 items-center text-sm max-md:min-h-11">{ACCESS_LABELS.all}</p>
        )}
      </LabeledControl>
      <LabeledControl label={COLUMNS.limit}>
        <Field hideLabel label={`Contact limit for ${name}`} {...(isMaxWrong && { error: LIMIT_ERROR })}>
          <Input
            inputMode="numeric"
            placeholder="No limit"
            value={maxText ?? String(shown.maxContacts ?? '')}
            onValue={setMaxText}
            onBlur={saveMax}
          />
        </Field>
      </LabeledControl>
      <Checkbox
        className="max-md:min-h-11"
        checked={shown.isPaused}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ userId, isPaused: event.target.checked })}
        label={
          <span className="text-sm">
            Paused<span className="sr-only">: {name}</span>
          </span>
        }
      />
    </li>
  )
}

/** A control with its visible label on phones; on wide screens the header row names the column. */
function LabeledControl({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p aria-hidden className="mb-1 text-[13px] font-medium md:hidden">
        {label}
      </p>
      {children}
    </div>
  )
}
