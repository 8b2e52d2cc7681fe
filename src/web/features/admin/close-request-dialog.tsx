import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type * as contract from '#contract/privacy-requests.ts'
import type { PrivacyRequest } from '#contract/privacy-requests.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { toast } from '#web/ui/toast.tsx'

const findMatches = route<typeof contract.findPrivacyMatches>(
  'GET',
  '/api/admin/privacy-requests/{id}/matches',
)
const closeRequest = route<typeof contract.closePrivacyRequest>(
  'POST',
  '/api/admin/privacy-requests/{id}/close',
)

const ACTIONS = [
  { value: 'answer', label: 'Answer by mail' },
  { value: 'erase', label: 'Erase the matching contacts everywhere' },
  { value: 'object', label: 'Mark them as not to be contacted everywhere' },
  { value: 'reject', label: 'Reject with a reason' },
] as const
type Action = (typeof ACTIONS)[number]['value']

const FIRST: Record<PrivacyRequest['kind'], Action> = {
  access: 'answer',
  correction: 'answer',
  portability: 'answer',
  erasure: 'erase',
  objection: 'object',
}
const VERBS: Record<Action, string> = {
  answer: 'Send the answer',
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

/** What the operator does about a request: how many contacts match is told in counts alone. */
export function CloseRequestDialog({ request, onClose }: CloseRequestDialogProps) {
  const formId = useId()
  const client = useQueryClient()
  const [action, setAction] = useState<Action>(FIRST[request.kind])
  const [text, setText] = useState('')
  const [byPhone, setByPhone] = useState(false)
  const writes = action === 'answer' || action === 'reject'
  const close = useMutation({
    mutationFn: () =>
      call(closeRequest, { params: { id: request.id }, body: decisionOf(action, { text, byPhone }) }),
    onSuccess: () => {
      toast({ title: 'Request dealt with', description: 'The person is told by mail.' })
      void client.invalidateQueries({ queryKey: ['/api/admin/privacy-requests'] })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!writes || text.trim()) close.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Deal with the request"
      description={`${request.name}, ${request.email}`}
      footer={
        <>
          <Button disabled={close.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={action === 'erase' ? 'danger' : 'primary'}
            disabled={writes && !text.trim()}
            pending={close.isPending}
            pendingLabel="Saving..."
          >
            {VERBS[action]}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-3.5">
        <Field label="What to do">
          <Select
            options={ACTIONS}
            value={action}
            onChange={(event) =>
              setAction(ACTIONS.find(({ value }) => value === event.target.value)?.value ?? 'answer')
            }
          />
        </Field>
        {writes ? (
          <Field label={action === 'answer' ? 'Answer' : 'Reason'} required hint="Mailed as it stands here.">
            <Textarea
              rows={6}
              maxLength={5000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        ) : (
          <>
            {request.phone && (
              <Checkbox
                label={`Also by the phone number ${request.phone}, which is not confirmed`}
                checked={byPhone}
                onChange={(event) => setByPhone(event.target.checked)}
              />
            )}
            <Matches id={request.id} byPhone={byPhone} />
          </>
        )}
        {close.error && (
          <p role="alert" className="text-sm text-red">
            {messageOf(close.error, 'That did not work. Please try again.')}
          </p>
        )}
      </form>
    </Dialog>
  )
}

function Matches({ id, byPhone }: { id: string; byPhone: boolean }) {
  const { data, error } = useQuery({
    ...read(findMatches, { params: { id }, query: { byPhone: byPhone ? '1' : '0' } }),
    queryKey: ['/api/admin/privacy-requests', id, 'matches', { byPhone }],
    queryFn: ({ signal }) =>
      call(findMatches, { params: { id }, query: { byPhone: byPhone ? '1' : '0' }, signal }),
    staleTime: 0,
  })
  if (error) {
    return (
      <p role="alert" className="text-sm text-red">
        {messageOf(error, 'The matches could not be counted.')}
      </p>
    )
  }
  return (
    <div role="status" className="rounded-lg border border-line bg-raised px-3 py-2.5 text-sm">
      {data ? (
        <>
          <p>
            {data.total === 0
              ? 'No contact matches.'
              : `${formatQuantity(data.total, 'contact matches', 'contacts match')} in ${formatQuantity(data.organizations.length, 'organization', 'organizations')}.`}{' '}
            Nobody can add the person again afterwards.
          </p>
          <ul className="mt-1 text-[13px] text-muted">
            {data.organizations.slice(0, 10).map((organization) => (
              <li key={organization.id}>
                {organization.name}: {organization.contacts}
              </li>
            ))}
          </ul>
        </>
      ) : (
        'Counting...'
      )}
    </div>
  )
}
