import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as contract from '#contract/privacy-requests.ts'
import type { PrivacyRequest } from '#contract/privacy-requests.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { joinPresent } from '#web/lib/format.ts'
import { route } from '#web/lib/route.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RequestMatches } from './request-matches.tsx'

const closeRequest = route<typeof contract.closePrivacyRequest>(
  'POST',
  '/api/admin/privacy-requests/{id}/close',
)

const ACTIONS = [
  { value: 'answer', label: 'Answer by email' },
  { value: 'erase', label: 'Erase all matches' },
  { value: 'object', label: 'Mark matching contacts do not contact' },
  { value: 'reject', label: 'Reject with a reason' },
] as const
type Action = (typeof ACTIONS)[number]['value']

const DEFAULT_ACTIONS: Record<PrivacyRequest['kind'], Action> = {
  access: 'answer',
  correction: 'answer',
  portability: 'answer',
  erasure: 'erase',
  objection: 'object',
}
const SUBMIT_LABELS: Record<Action, string> = {
  answer: 'Send answer',
  erase: 'Erase everywhere',
  object: 'Mark everywhere',
  reject: 'Reject',
}

function decisionOf(action: Action, { text, byPhone }: { text: string; byPhone: boolean }) {
  if (action === 'answer') return { action, text }
  if (action === 'reject') return { action, reason: text }
  return { action, byPhone }
}

interface CloseRequestDialogProps {
  request: PrivacyRequest
  onClose: () => void
}

/** Resolves a privacy request. Shows matching contacts as counts only. */
export function CloseRequestDialog({ request, onClose }: CloseRequestDialogProps) {
  const client = useQueryClient()
  const [action, setAction] = useState<Action>(DEFAULT_ACTIONS[request.kind])
  const [text, setText] = useState('')
  const [byPhone, setByPhone] = useState(false)
  const writes = action === 'answer' || action === 'reject'
  const close = useMutation({
    mutationFn: () =>
      call(closeRequest, { params: { id: request.id }, body: decisionOf(action, { text, byPhone }) }),
    onSuccess: () => {
      toast({ title: 'Request resolved', description: 'We emailed the person.' })
      void client.invalidateQueries({ queryKey: ['/api/admin/privacy-requests'] })
      onClose()
    },
  })
  const submit = () => {
    if (!writes || text.trim()) close.mutate()
  }
  return (
    <FormDialog
      title="Resolve request"
      description={joinPresent([request.name, request.email], ', ')}
      verb={SUBMIT_LABELS[action]}
      danger={action === 'erase'}
      disabled={writes && !text.trim()}
      pending={close.isPending}
      pendingLabel="Saving..."
      refusal={close.error ? messageOf(close.error, "That didn't work. Try again.") : undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Action">
        <Select
          options={ACTIONS}
          value={action}
          onChange={(event) =>
            setAction(ACTIONS.find(({ value }) => value === event.target.value)?.value ?? 'answer')
          }
        />
      </Field>
      {writes ? (
        <Field label={action === 'answer' ? 'Answer' : 'Reason'} required hint="We email this text as is.">
          <Textarea
            rows={6}
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      ) : (
        request.phone && (
          <Checkbox
            label={`Also match the unconfirmed phone number ${request.phone}`}
            checked={byPhone}
            onChange={(event) => setByPhone(event.target.checked)}
          />
        )
      )}
      {action !== 'reject' && <RequestMatches id={request.id} byPhone={!writes && byPhone} action={action} />}
    </FormDialog>
  )
}
