import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/playbooks.ts'
import type { Playbook, PlaybookSuggestion } from '#contract/playbooks.ts'
import { CONTACTS_KEY } from '#web/features/contacts/contacts-queries.ts'
import { call } from '#web/lib/api.ts'

import { formatQuantity } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'

const listPlaybooks = route<typeof contract.listPlaybooks>('GET', '/api/playbooks')
const applyPlaybook = route<typeof contract.applyPlaybook>('POST', '/api/playbooks/{id}/apply')
const suggestPlaybooks = route<typeof contract.suggestPlaybooks>(
  'GET',
  '/api/contacts/{id}/playbook-suggestions',
)

export const playbookTemplates = read(listPlaybooks, { query: { templatesOnly: 'true' } })

/** The playbooks that fit a contact's active signals. */
export function suggestedPlaybooks(contactId: string) {
  return read(suggestPlaybooks, { params: { id: contactId } })
}

const DAY_MS = 86_400_000

/** The date of a step, counted from the first one: `2026-03-06`. */
export function stepDay(
  { playbook, timing }: Pick<PlaybookSuggestion, 'playbook' | 'timing'>,
  { offsetDays }: Pick<Playbook['steps'][number], 'offsetDays'>,
): string {
  const first = Math.min(...playbook.steps.map((step) => step.offsetDays))
  return new Date(Date.parse(timing.firstStepOn) + (offsetDays - first) * DAY_MS).toISOString().slice(0, 10)
}

/** The playbook's duration in weeks, rounded up; null without an estimate. */
export function estimatedWeeks({ estimatedDuration }: Pick<Playbook, 'estimatedDuration'>): number | null {
  return estimatedDuration === null ? null : Math.ceil(estimatedDuration / 7)
}

export function useApplyPlaybook(onApplied: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ playbook, contactIds }: { playbook: Playbook; contactIds: string[] }) =>
      call(applyPlaybook, { params: { id: playbook.id }, body: { contactIds } }),
    onSuccess: ({ created, skipped }) => {
      onApplied()
      const left = formatQuantity(skipped, 'person', 'people')
      toast({
        title: `${formatQuantity(created, 'task', 'tasks')} added`,
        description:
          skipped > 0
            ? `Skipped ${left} who already have these tasks, are marked do not contact, or have their home listed.`
            : 'Find them under Tasks and on each contact.',
      })
      void client.invalidateQueries({ queryKey: CONTACTS_KEY })
      void client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith('/api/tasks'),
      })
    },
    onError: toastFailure('Error', "We couldn't apply the playbook. Try again."),
  })
}
