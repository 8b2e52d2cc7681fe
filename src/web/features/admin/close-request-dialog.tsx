import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PrivacyMatches, PrivacyRequest } from '#contract/privacy-requests.ts'
import { call } from '#web/lib/api.ts'
import { formatQuantity, joinPresent } from '#web/lib/format.ts'
import { cursorPages, itemsOf } from '#web/lib/pages.ts'
import { Checkbox, Field, Select, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ShowMore } from '#web/ui/states.tsx'
import { useChange } from '#web/ui/use-change.ts'

/** The ways to resolve a request, with their effect on the matches. */
const ACTIONS = {
  answer: {
    label: 'Reply by email',
    verb: 'Send reply',
    effect:
      'Contact form messages are in the Messages tab. Each organization handles requests about its own contacts.',
  },
  erase: {
    label: 'Erase all matches',
    verb: 'Erase all matches',
    effect: 'This permanently deletes all matches and blocks the person from being added again.',
  },
  object: {
    label: 'Mark all matches as do not contact',
    verb: 'Mark do not contact',
    effect:
      'This marks all matching contacts as do not contact, unsubscribes the person from the newsletter and blocks them from being added again.',
  },
  reject: { label: 'Reject with a reason', verb: 'Reject', effect: null },
} as const
type Action = keyof typeof ACTIONS
const ACTION_OPTIONS = (Object.keys(ACTIONS) as Action[]).map((value) => ({
  value,
  label: ACTIONS[value].label,
}))

const DEFAULT_ACTIONS: Record<PrivacyRequest['kind'], Action> = {
  access: 'answer',
  correction: 'answer',
  portability: 'answer',
  erasure: 'erase',
  objection: 'object',
}

function decisionOf(action: Action, { text, byPhone }: { text: string; byPhone: boolean }) {
  if (action === 'answer') return { action, text }
  if (action === 'reject') return { action, reason: text }
  return { action, byPhone }
}

/** Resolves a privacy request. Shows matching contacts as counts only. */
export function CloseRequestDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const [action, setAction] = useState<Action>(DEFAULT_ACTIONS[request.kind])
  const [text, setText] = useState('')
  const [byPhone, setByPhone] = useState(false)
  const hasText = action === 'answer' || action === 'reject'
  const close = useChange({
    change: () =>
      call('POST /api/admin/privacy-requests/{id}/close', {
        params: { id: request.id },
        body: decisionOf(action, { text, byPhone }),
      }),
    successToast: () => ({ title: 'Request resolved', description: 'We emailed the person.' }),
    refreshedKeys: [['/api/admin/privacy-requests']],
  })
  return (
    <FormDialog
      title="Resolve request"
      description={joinPresent([request.name, request.email], ', ')}
      verb={ACTIONS[action].verb}
      danger={action === 'erase'}
      disabled={hasText && !text.trim()}
      pending={close.isPending}
      error={close.error}
      onClose={onClose}
      onSubmit={() => close.mutate(undefined, { onSuccess: onClose })}
    >
      <Field label="Action">
        <Select options={ACTION_OPTIONS} value={action} onValue={setAction} />
      </Field>
      {hasText ? (
        <Field
          label={action === 'answer' ? 'Reply' : 'Reason'}
          required
          hint="We'll email this text as written."
        >
          <Textarea rows={6} maxLength={5000} value={text} onValue={setText} />
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
      {action !== 'reject' && (
        <RequestMatches id={request.id} byPhone={!hasText && byPhone} action={action} />
      )}
    </FormDialog>
  )
}

/** A count with its noun; null for zero. */
const countText = (count: number, noun: string) =>
  count > 0 ? formatQuantity(count, noun, `${noun}s`) : null

function matchesText({
  contacts,
  importRows,
  invitations,
}: PrivacyMatches['items'][number] | PrivacyMatches['totals']) {
  return joinPresent([
    countText(contacts, 'contact'),
    countText(importRows, 'skipped row'),
    countText(invitations, 'invitation'),
  ])
}

function platformText({ messages, newsletter, requests, account }: PrivacyMatches['elsewhere']): string {
  return joinPresent([
    countText(messages, 'contact form message'),
    newsletter > 0 ? 'newsletter subscription' : null,
    countText(requests, 'other privacy request'),
    account ? 'user account' : null,
  ])
}

/** Counts of the data stored about a requester, and the effect of the chosen action. */
function RequestMatches({ id, byPhone, action }: { id: string; byPhone: boolean; action: Action }) {
  const list = useInfiniteQuery({
    ...cursorPages('GET /api/admin/privacy-requests/{id}/matches', {
      params: { id },
      query: { byPhone: byPhone ? '1' : '0' },
    }),
    staleTime: 0,
  })
  const [first] = list.data?.pages ?? []
  if (!first) {
    return (
      <Loaded
        isCompact
        query={list}
        failure="We couldn't count the matches"
        pending={<Note>Counting...</Note>}
      >
        {() => null}
      </Loaded>
    )
  }
  const { totals, elsewhere } = first
  const matches = matchesText(totals)
  const platform = platformText(elsewhere)
  return (
    <Note>
      <p>
        {matches
          ? `Found ${matches} in ${formatQuantity(totals.organizations, 'organization', 'organizations')}.`
          : 'Not found in any organization.'}
        {platform && ` On the platform: ${platform}.`}
      </p>
      <p className="mt-1 text-muted">{ACTIONS[action].effect}</p>
      {elsewhere.account && action === 'erase' && (
        <p className="mt-1 text-muted">We don't delete the user account. Only the user can.</p>
      )}
      {elsewhere.requests > 0 && action === 'erase' && (
        <p className="mt-1 text-muted">Other open requests from this person stay open.</p>
      )}
      {totals.organizations > 0 && (
        <ul
          aria-label="Organizations"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs keyboard focus
          tabIndex={0}
          className="mt-2 max-h-40 overflow-y-auto text-[13px] text-muted"
        >
          {itemsOf(list.data).map((organization) => (
            <li key={organization.id} className="wrap-anywhere">
              {organization.name}: {matchesText(organization)}
            </li>
          ))}
        </ul>
      )}
      <ShowMore list={list} size="row" className="mt-2" />
    </Note>
  )
}

function Note({ children }: { children: React.ReactNode }) {
  return (
    <div role="status" className="rounded-lg border border-line bg-raised px-3 py-2.5 text-sm">
      {children}
    </div>
  )
}
