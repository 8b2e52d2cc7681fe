import { useState } from 'react'
import type { Member } from '#contract/organizations.ts'
import type { MemberSettings } from '#contract/teams.ts'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { Checkbox, Input, Select } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/states.tsx'
import { ACCESS_LABELS, useChangeMemberSettings, useMemberSettings } from './teams-queries.ts'

const ACCESS_OPTIONS = (['own', 'team', 'all'] as const).map((value) => ({
  value,
  label: ACCESS_LABELS[value],
}))

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
        Owners and admins see all contacts. Paused members get no new contacts from rules or the pond.
      </p>
      <Loaded
        isCompact
        query={settings}
        failure="We couldn't load the access"
        pending={<Skeleton className="mt-3 h-24" />}
      >
        {(all) => (
          <ul
            aria-label="Contact access"
            className="mt-3 divide-y divide-line/60 rounded-lg border border-line bg-surface"
          >
            {members.flatMap((member) => {
              const own = all.find(({ userId }) => userId === member.id)
              return own ? [<AccessRow key={member.id} member={member} settings={own} />] : []
            })}
          </ul>
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
  const saveMax = () => {
    if (maxText === undefined) return
    const maxContacts = maxText.trim() === '' ? null : Number(maxText)
    if (maxContacts === null || (Number.isInteger(maxContacts) && maxContacts >= 1 && maxContacts <= 100_000))
      change.mutate({ userId, maxContacts })
    setMaxText(undefined)
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        <p className="text-[13px] text-muted tabular-nums">
          Owns {formatQuantity(settings.contacts, 'contact', 'contacts')}
        </p>
      </div>
      {member.role === 'MEMBER' ? (
        <Select
          aria-label={`Contacts that ${name} sees`}
          className="w-52"
          value={shown.access}
          disabled={change.isPending}
          options={ACCESS_OPTIONS}
          onValue={(access) => change.mutate({ userId, access })}
        />
      ) : (
        <p className="w-52 text-sm">{ACCESS_LABELS.all}</p>
      )}
      <Input
        aria-label={`Most contacts for ${name}`}
        className="w-28"
        inputMode="numeric"
        placeholder="No limit"
        value={maxText ?? String(shown.maxContacts ?? '')}
        onValue={setMaxText}
        onBlur={saveMax}
      />
      <Checkbox
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
