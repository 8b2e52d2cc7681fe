import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TransferSource } from '#contract/contact-transfers.ts'
import { ownOrganizationsQuery } from '#web/features/shell/switch-organization.ts'
import { call } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { Checkbox, Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useRefreshTransfers } from './transfer-queries.ts'

const NEW = 'new'

/** Takes the contacts of one's origin to another organization, after a confirmation, because it can't be undone. */
export function TransferDialog({ source, onClose }: { source: TransferSource; onClose: () => void }) {
  const organizations = useQuery(ownOrganizationsQuery).data ?? []
  const others = organizations.filter(({ id }) => id !== source.organizationId)
  const options = [
    ...others.map(({ id, name }) => ({ value: id, label: name })),
    { value: NEW, label: 'A new organization...' },
  ]
  const [chosen, setChosen] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [isConfirmed, setIsConfirmed] = useState(false)
  const target = chosen ?? options[0]?.value ?? NEW
  const isNew = target === NEW
  const refresh = useRefreshTransfers()
  const contactsText = formatQuantity(source.contacts, 'contact', 'contacts')
  const start = useMutation({
    mutationFn: () =>
      call('POST /api/profile/contact-transfers', {
        body: { from: source.organizationId, ...(isNew ? { newOrganization: name } : { to: target }) },
      }),
    onSuccess: async () => {
      onClose()
      toast({ title: 'Taking Your Contacts', description: 'You see the progress under Profile.' })
      await refresh()
    },
  })
  return (
    <FormDialog
      title={`Take ${contactsText} along`}
      description={`The contacts you brought to ${source.name} leave it, with their notes, tags, activities, consents, milestones and your tasks. Tasks of colleagues are deleted. Scores, signals and what data providers found stay behind. Opt-outs count on both sides.`}
      verb="Take contacts"
      danger
      pending={start.isPending}
      pendingLabel="Starting..."
      disabled={!isConfirmed || (isNew && name.trim() === '')}
      error={fieldErrorsOf(start.error).to ?? start.error}
      onClose={onClose}
      onSubmit={() => start.mutateAsync()}
    >
      <Field label="To">
        <Select options={options} value={target} onValue={setChosen} />
      </Field>
      {isNew && (
        <Field label="Name of the new organization" required>
          <Input maxLength={200} value={name} onValue={setName} autoComplete="organization" />
        </Field>
      )}
      <Checkbox
        label="I understand that this can’t be undone"
        checked={isConfirmed}
        onChange={(event) => setIsConfirmed(event.target.checked)}
      />
    </FormDialog>
  )
}
