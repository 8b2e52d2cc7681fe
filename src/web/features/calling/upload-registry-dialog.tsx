import { useState } from 'react'
import type { RegistryUpload } from '#contract/call-permission.ts'
import { MAX_REGISTRY_AGE_DAYS } from '#domain/compliance/call-permission.ts'
import { US_STATES } from '#domain/identity/address.ts'
import { localToday } from '#web/features/tasks/task-rules.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useUploadRegistryFile } from './registry-queries.ts'

const REGISTRIES = [
  { value: 'national', label: 'National Do Not Call Registry' },
  ...US_STATES.map(({ code, name }) => ({ value: code, label: `${name} (state list)` })),
]

const LISTS = [
  { value: 'full', label: 'Full list: replaces these area codes' },
  { value: 'changes', label: 'Change list: updates the last full list' },
] as const

interface UploadRegistryDialogProps {
  onClose: () => void
  onUploaded: (result: RegistryUpload) => void
}

/** Uploads a do-not-call file. */
export function UploadRegistryDialog({ onClose, onUploaded }: UploadRegistryDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [registry, setRegistry] = useState('national')
  const [list, setList] = useState<'full' | 'changes'>('full')
  const [asOf, setAsOf] = useState(localToday)
  const upload = useUploadRegistryFile()
  const { asOf: dateError } = fieldErrorsOf(upload.error)
  const submit = async () => {
    if (!file) return setIsMissing(true)
    onUploaded(await upload.mutateAsync({ file, query: { registry, list, asOf: asOf || undefined } }))
    onClose()
  }
  return (
    <FormDialog
      title="Upload a do-not-call file"
      description="Choose the file as you downloaded it from the registry: text, XML or ZIP, up to 40 area codes and 256 MB."
      verb="Upload"
      pending={upload.isPending}
      pendingLabel="Uploading..."
      error={dateError ? null : upload.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="File" required error={isMissing && !file ? 'Choose a file' : undefined}>
        <Input
          type="file"
          accept=".txt,.csv,.xml,.zip"
          className="py-1.5 file:mr-3 file:rounded-md file:bg-raised file:px-2 file:text-[13px] max-md:py-2.5"
          onChange={({ target }) => setFile(target.files?.[0] ?? null)}
        />
      </Field>
      <Field label="Registry">
        <Select value={registry} options={REGISTRIES} onValue={setRegistry} />
      </Field>
      <Field label="List">
        <Select value={list} options={LISTS} onValue={setList} />
      </Field>
      <Field
        label="Date of the file"
        error={dateError}
        hint={`The day you downloaded it. A file is valid for ${MAX_REGISTRY_AGE_DAYS} days.`}
      >
        <Input type="date" value={asOf} onValue={setAsOf} />
      </Field>
    </FormDialog>
  )
}
