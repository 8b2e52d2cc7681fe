import { useQuery } from '@tanstack/react-query'
import type { AssignmentRule, PondContact, RuleKind } from '#contract/assignments.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { useChange } from '#web/ui/use-change.ts'

export const KIND_LABELS: Readonly<Record<RuleKind, string>> = {
  round_robin: 'Take turns',
  zip: 'By ZIP code',
  capacity: 'Most room first',
  pond: 'Shared pond',
}

export function useRules() {
  const { organizationId: id } = useMember()
  return useQuery(read('GET /api/organizations/{id}/assignment-rules', { params: { id } }))
}

type NewRule = CallInput<'POST /api/organizations/{id}/assignment-rules'>['body']

/** Adds a rule; the form shows its errors. */
export const useAddRule = () =>
  useOrganizationChange({
    change: (id, body: NewRule) =>
      call('POST /api/organizations/{id}/assignment-rules', { params: { id }, body }),
    successToast: ({ name }) => ({ title: 'Rule Added', description: `Added the rule ${name}.` }),
  })

type RuleChange = CallInput<'PATCH /api/organizations/{id}/assignment-rules/{ruleId}'>['body']

export const useChangeRule = () =>
  useOrganizationChange({
    change: (id, { ruleId, ...body }: RuleChange & { ruleId: string }) =>
      call('PATCH /api/organizations/{id}/assignment-rules/{ruleId}', { params: { id, ruleId }, body }),
    failureToast: ['Not Saved', "We couldn't save the rule. Please try again."],
  })

/** Saves a rule; the form shows its errors. */
export const useSaveRule = (ruleId: string) =>
  useOrganizationChange({
    change: (id, body: RuleChange) =>
      call('PATCH /api/organizations/{id}/assignment-rules/{ruleId}', { params: { id, ruleId }, body }),
    successToast: ({ name }) => ({ title: 'Rule Saved', description: `Saved the rule ${name}.` }),
  })

export const useDeleteRule = () =>
  useOrganizationChange({
    change: (id, { id: ruleId }: AssignmentRule) =>
      call('DELETE /api/organizations/{id}/assignment-rules/{ruleId}', { params: { id, ruleId } }),
    failureToast: ['Error', "We couldn't delete the rule. Please try again."],
    successToast: ({ name }) => ({ title: 'Rule Deleted', description: `${name} was deleted.` }),
  })

type OwnerChange = CallInput<'PATCH /api/contacts/{id}/owner'>['body']

export const useAssign = () =>
  useChange({
    change: ({ contactId, ...body }: OwnerChange & { contactId: string }) =>
      call('PATCH /api/contacts/{id}/owner', { params: { id: contactId }, body }),
    failureToast: ['Not Saved', "We couldn't assign the contact. Please try again."],
    refreshedKeys: [['/api/contacts'], ['/api/pond']],
  })

export const useClaim = () =>
  useChange({
    change: ({ id }: PondContact) => call('POST /api/pond/{id}/claim', { params: { id } }),
    failureToast: ['Not Claimed', "We couldn't claim the contact. Please try again."],
    successToast: () => ({ title: 'Contact Claimed', description: "It's in your contacts now." }),
    refreshedKeys: [['/api/pond'], ['/api/contacts']],
  })
