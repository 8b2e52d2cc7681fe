import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Playbook, PlaybookSuggestion } from '#contract/playbooks.ts'
import { CONTACTS_KEY } from '#web/features/contacts/contacts-queries.ts'
import { call } from '#web/lib/api.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'

export const playbookTemplates = read('GET /api/playbooks', { query: { templatesOnly: 'true' } })

/** The playbooks that fit a contact's active signals. */
export function suggestedPlaybooks(contactId: string) {
  return read('GET /api/contacts/{id}/playbook-suggestions', { params: { id: contactId } })
}

const DAY_MS = 86_400_000

/** The date of a step, counted from the first one: `2026-03-06`. */
export function stepDay(
  { playbook, timing }: Pick<PlaybookSuggestion, 'playbook' | 'timing'>,
  { offsetDays }: Pick<Playbook['steps'][number], 'offsetDays'>,
): string {
  const firstOffset = Math.min(...playbook.steps.map((step) => step.offsetDays))
  return new Date(Date.parse(timing.firstStepOn) + (offsetDays - firstOffset) * DAY_MS)
    .toISOString()
    .slice(0, 10)
}

/** The playbook's duration in weeks, rounded up; null without an estimate. */
export function estimatedWeeks({ estimatedDuration }: Pick<Playbook, 'estimatedDuration'>): number | null {
  return estimatedDuration === null ? null : Math.ceil(estimatedDuration / 7)
}

export function useApplyPlaybook(onApplied: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ playbook, contactIds }: { playbook: Playbook; contactIds: string[] }) =>
      call('POST /api/playbooks/{id}/apply', { params: { id: playbook.id }, body: { contactIds } }),
    onSuccess: ({ created, skipped }) => {
      onApplied()
      const skippedText = formatQuantity(skipped, 'person', 'people')
      toast({
        title: `${formatQuantity(created, 'task', 'tasks')} added`,
        description:
          skipped > 0
            ? `Skipped ${skippedText} who already have these tasks, are marked as do not contact, or have their home listed.`
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
