import { useState } from 'react'
import { type Role, SCOPES, type Scope } from '#contract/endpoint.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { parseCount } from '#web/lib/typed-values.ts'
import { Checkbox, Field, Input, Select, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useCreateKey } from './api-keys-queries.ts'
import { NewKey } from './new-key.tsx'
import { SCOPE_TEXTS } from './scope-texts.ts'

const ROLES: readonly { value: Role; label: string }[] = [
  { value: 'MEMBER', label: 'Member' },
  { value: 'ADMIN', label: 'Admin' },
  { value: 'OWNER', label: 'Owner' },
]
const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const
const MAX_DAILY_CREDITS = 100_000

/** Creates a key and shows it once. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const member = useMember()
  const create = useCreateKey()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['contacts:read'])
  const [role, setRole] = useState<Role>('MEMBER')
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]['value']>('90')
  const [networks, setNetworks] = useState('')
  const [credits, setCredits] = useState('')
  const [creditsError, setCreditsError] = useState<string>()
  if (create.data) return <NewKey apiKey={create.data} onClose={onClose} />
  const errors = fieldErrorsOf(create.error)
  const networksError = Object.entries(errors).find(([field]) => field.startsWith('networks'))?.[1]
  const hasFieldErrors = Object.keys(errors).length > 0
  const allowedRoles = ROLES.slice(0, ROLES.findIndex(({ value }) => value === member.role) + 1)
  const submit = () => {
    const dailyCredits = parseDailyCredits(credits)
    setCreditsError(
      dailyCredits === undefined ? 'Enter a whole number up to 100,000, or leave it empty' : undefined,
    )
    if (dailyCredits === undefined) return
    create.mutate({
      ...{ name, role, scopes: [...scopes], dailyCredits },
      days: lifetime === 'never' ? null : Number(lifetime),
      networks: networks.split(/[\s,]+/).filter(Boolean),
    })
  }
  return (
    <FormDialog
      title="Create API key"
      description="The key acts for you: it never sees or changes more than you can."
      verb="Create key"
      pendingLabel="Creating..."
      pending={create.isPending}
      error={hasFieldErrors ? null : create.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid gap-4">
        <Field label="Name" required error={errors.name} hint="The program that uses it, such as CRM sync">
          <Input value={name} maxLength={60} autoComplete="off" onValue={setName} />
        </Field>
        <fieldset aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
          <legend className="text-[13px] font-medium">Permissions</legend>
          <div className="mt-1">
            {SCOPES.map((scope) => (
              <Checkbox
                key={scope}
                className="flex w-full py-1 max-md:min-h-11"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes(target.checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
                }
                label={
                  <span className="block text-sm">
                    <code>{scope}</code>
                    <span className="block text-[13px] leading-5 text-muted">{SCOPE_TEXTS[scope]}</span>
                  </span>
                }
              />
            ))}
          </div>
          {errors.scopes && (
            <p id="scopes-error" className="text-[13px] text-red">
              {errors.scopes}
            </p>
          )}
        </fieldset>
        {allowedRoles.length > 1 && (
          <Field label="Role" hint="The highest role of the key. If yours becomes lower, so does the key's.">
            <Select value={role} options={allowedRoles} onValue={setRole} />
          </Field>
        )}
        <Field label="Expires after">
          <Select value={lifetime} options={LIFETIMES} onValue={setLifetime} />
        </Field>
        <Field
          label="IP ranges"
          error={networksError}
          hint="Such as 203.0.113.0/24, one per line. Leave empty to allow every address."
        >
          <Textarea rows={2} value={networks} onValue={setNetworks} />
        </Field>
        {scopes.includes('enrichment:run') && (
          <Field label="Credits a day" error={creditsError} hint="Leave empty for no limit.">
            <Input inputMode="numeric" value={credits} onValue={setCredits} />
          </Field>
        )}
      </div>
    </FormDialog>
  )
}

/** @returns null for no limit, undefined for another text */
function parseDailyCredits(text: string): number | null | undefined {
  return text.trim() === '0' ? 0 : parseCount(text, MAX_DAILY_CREDITS)
}
