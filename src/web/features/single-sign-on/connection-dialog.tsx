import { useState } from 'react'
import type { Connection } from '#contract/single-sign-on.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Checkbox, Field, Input, Select, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useChangeConnection } from './single-sign-on-queries.ts'

type Values = {
  name: string
  domains: readonly string[]
  addsMembers: boolean
  defaultRole: Connection['defaultRole']
  defaultAccess: Connection['defaultAccess']
  issuer: string
  clientId: string
  clientSecret: string
  metadata: string
  acceptsUnsolicited: boolean
}

interface ConnectionDialogProps {
  connection: Connection
  provenDomains: readonly string[]
  onClose: () => void
}

export const ROLE_OPTIONS = [
  { value: 'MEMBER', label: 'Member' },
  { value: 'ADMIN', label: 'Admin' },
] as const
export const ACCESS_OPTIONS = [
  { value: 'own', label: 'Their own contacts' },
  { value: 'team', label: "Their team's contacts" },
  { value: 'all', label: 'All contacts' },
] as const

/** The settings of one connection. */
export function ConnectionDialog({ connection, provenDomains, onClose }: ConnectionDialogProps) {
  const [values, setValues] = useState<Values>({
    name: connection.name,
    domains: connection.domains.map(({ domain }) => domain),
    addsMembers: connection.addsMembers,
    defaultRole: connection.defaultRole,
    defaultAccess: connection.defaultAccess,
    issuer: connection.issuer,
    clientId: connection.clientId ?? '',
    clientSecret: '',
    metadata: '',
    acceptsUnsolicited: connection.acceptsUnsolicited,
  })
  const set = (changes: Partial<Values>) => setValues({ ...values, ...changes })
  const change = useChangeConnection(connection)
  const errors = fieldErrorsOf(change.error)
  return (
    <FormDialog
      title={`Settings of ${connection.name}`}
      width="lg"
      verb="Save settings"
      pending={change.isPending}
      error={Object.keys(errors).length > 0 ? null : change.error}
      onClose={onClose}
      onSubmit={() => change.mutateAsync(changesOf(connection.kind, values)).then(onClose)}
    >
      <Field label="Name" required error={errors.name}>
        <Input value={values.name} maxLength={80} onValue={(name) => set({ name })} />
      </Field>
      {connection.kind === 'oidc' ? (
        <OidcFields connection={connection} values={values} errors={errors} set={set} />
      ) : (
        <SamlFields values={values} errors={errors} set={set} />
      )}
      <DomainChoice values={values} provenDomains={provenDomains} error={errors.domains} set={set} />
      <Checkbox
        label="Add people automatically when they sign in for the first time"
        checked={values.addsMembers}
        onChange={({ target }) => set({ addsMembers: target.checked })}
      />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <Field label="Role of new members">
          <Select
            value={values.defaultRole}
            options={ROLE_OPTIONS}
            onValue={(defaultRole) => set({ defaultRole })}
          />
        </Field>
        <Field label="New members see">
          <Select
            value={values.defaultAccess}
            options={ACCESS_OPTIONS}
            onValue={(defaultAccess) => set({ defaultAccess })}
          />
        </Field>
      </div>
    </FormDialog>
  )
}

interface FieldsProps {
  values: Values
  errors: Record<string, string>
  set: (changes: Partial<Values>) => void
}

function OidcFields({ connection, values, errors, set }: FieldsProps & { connection: Connection }) {
  return (
    <>
      <Field
        label="Issuer URL"
        error={errors.issuer}
        hint="Okta: https://yourcompany.okta.com. Entra ID: https://login.microsoftonline.com/your-tenant-id/v2.0. Google: https://accounts.google.com."
      >
        <Input value={values.issuer} inputMode="url" onValue={(issuer) => set({ issuer })} />
      </Field>
      <Field label="Client ID" error={errors.clientId}>
        <Input value={values.clientId} autoComplete="off" onValue={(clientId) => set({ clientId })} />
      </Field>
      <Field
        label="Client secret"
        error={errors.clientSecret}
        hint={connection.hasClientSecret ? 'Saved. Leave this empty to keep it.' : undefined}
      >
        <Input
          type="password"
          autoComplete="off"
          value={values.clientSecret}
          onValue={(clientSecret) => set({ clientSecret })}
        />
      </Field>
    </>
  )
}

function SamlFields({ values, errors, set }: FieldsProps) {
  return (
    <>
      <Field
        label="Metadata of your identity provider"
        error={errors.metadata ?? errors.certificates}
        hint="Download the metadata XML there and paste it here. Leave this empty to keep the saved settings."
      >
        <Textarea rows={5} value={values.metadata} onValue={(metadata) => set({ metadata })} />
      </Field>
      <Checkbox
        label="Also accept sign-ins that start in your identity provider's portal"
        checked={values.acceptsUnsolicited}
        onChange={({ target }) => set({ acceptsUnsolicited: target.checked })}
      />
    </>
  )
}

interface DomainChoiceProps {
  values: Values
  provenDomains: readonly string[]
  error: string | undefined
  set: (changes: Partial<Values>) => void
}

function DomainChoice({ values, provenDomains, error, set }: DomainChoiceProps) {
  const all = [...new Set([...provenDomains, ...values.domains])].sort()
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-[13px] font-medium">Email domains</legend>
      {all.length === 0 && (
        <p className="text-[13px] text-dim">Prove an email domain first, under Settings, Domains.</p>
      )}
      {all.map((domain) => (
        <Checkbox
          key={domain}
          label={domain}
          checked={values.domains.includes(domain)}
          onChange={({ target }) =>
            set({
              domains: target.checked
                ? [...values.domains, domain]
                : values.domains.filter((each) => each !== domain),
            })
          }
        />
      ))}
      {error && <p className="text-[13px] text-red">{error}</p>}
    </fieldset>
  )
}

/** Only what this kind of connection has, without empty secrets and files, which keep what is saved. */
function changesOf(kind: Connection['kind'], values: Values) {
  const { name, addsMembers, defaultRole, defaultAccess, issuer, clientId, clientSecret, metadata } = values
  const common = { name, domains: [...values.domains], addsMembers, defaultRole, defaultAccess }
  if (kind === 'saml') {
    const { acceptsUnsolicited } = values
    return { ...common, acceptsUnsolicited, ...(metadata.trim() ? { metadata } : {}) }
  }
  return {
    ...common,
    ...(issuer.trim() ? { issuer: issuer.trim() } : {}),
    ...(clientId.trim() ? { clientId } : {}),
    ...(clientSecret ? { clientSecret } : {}),
  }
}
