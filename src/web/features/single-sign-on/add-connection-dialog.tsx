import { useState } from 'react'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useCreateConnection } from './single-sign-on-queries.ts'

const KINDS = [
  { value: 'oidc', label: 'OpenID Connect (recommended)' },
  { value: 'saml', label: 'SAML 2.0' },
] as const

/** Adds a connection that is off; its page shows the next steps. */
export function AddConnectionDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'oidc' | 'saml'>('oidc')
  const create = useCreateConnection()
  const errors = fieldErrorsOf(create.error)
  return (
    <FormDialog
      title="Add connection"
      description="You'll get the URLs to enter in your identity provider. The connection stays off until you turn it on."
      verb="Add connection"
      pendingLabel="Adding..."
      pending={create.isPending}
      error={errors.name ? null : create.error}
      onClose={onClose}
      onSubmit={() => create.mutateAsync({ kind, name }).then(onClose)}
    >
      <Field label="Name" required error={errors.name} hint="Such as Okta or Entra ID. Only owners see it.">
        <Input value={name} maxLength={80} autoComplete="off" onValue={setName} />
      </Field>
      <Field
        label="Protocol"
        hint="Okta and Entra ID support both. Google Workspace does too, with SAML for your own domain only."
      >
        <Select value={kind} options={KINDS} onValue={setKind} />
      </Field>
    </FormDialog>
  )
}
