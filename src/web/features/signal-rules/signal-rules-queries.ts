import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { SignalRule } from '#contract/signal-rules.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'

const TYPING_PAUSE_MS = 300

export type RuleDraft = CallInput<'POST /api/organizations/{id}/signal-rules'>['body']
type RuleChange = CallInput<'PATCH /api/organizations/{id}/signal-rules/{ruleId}'>['body']

export function useSignalRules() {
  const { organizationId: id } = useMember()
  return useQuery(read('GET /api/organizations/{id}/signal-rules', { params: { id } }))
}

export function useSignalRuleVersions(ruleId: string) {
  const { organizationId: id } = useMember()
  return useQuery(
    read('GET /api/organizations/{id}/signal-rules/{ruleId}/versions', { params: { id, ruleId } }),
  )
}

/** Errors and protected traits of a rule while it is written; undefined until the first answer. */
export function useRuleCheck(input: {
  name: string
  condition: string
  subtype: string
  reason: string | null
}) {
  const { organizationId: id } = useMember()
  const body = useDebouncedValue(input, TYPING_PAUSE_MS)
  const query = useQuery({
    queryKey: ['signal-rule-check', id, body],
    queryFn: () => call('POST /api/organizations/{id}/signal-rules/check', { params: { id }, body }),
    enabled: body.condition.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const isCurrent = body.condition === input.condition && !query.isPlaceholderData
  return { data: input.condition.trim() === '' ? undefined : query.data, isCurrent }
}

/** Tries a rule on the contacts. The caller shows the outcome. */
export function useDryRun() {
  const { organizationId: id } = useMember()
  return useMutation({
    mutationFn: (body: RuleDraft) =>
      call('POST /api/organizations/{id}/signal-rules/dry-run', { params: { id }, body }),
  })
}

const REFRESHED = [['/api/contacts']] as const

/** Adds a rule; the form shows its errors. */
export const useAddSignalRule = () =>
  useOrganizationChange({
    change: (id, body: RuleDraft) =>
      call('POST /api/organizations/{id}/signal-rules', { params: { id }, body }),
    successToast: ({ name }) => ({ title: 'Rule Added', description: `Added ${name}. It's off.` }),
  })

/** Saves a new version of a rule; the form shows its errors. */
export const useSaveSignalRule = (ruleId: string) =>
  useOrganizationChange({
    change: (id, body: RuleChange) =>
      call('PATCH /api/organizations/{id}/signal-rules/{ruleId}', { params: { id, ruleId }, body }),
    successToast: (_, { name, version }) => ({
      title: 'Rule Saved',
      description: `Saved ${name} as version ${version}.`,
    }),
    refreshedKeys: REFRESHED,
  })

export const useSwitchSignalRule = () =>
  useOrganizationChange({
    change: (id, { ruleId, isOn }: { ruleId: string; isOn: boolean }) =>
      call('PATCH /api/organizations/{id}/signal-rules/{ruleId}', { params: { id, ruleId }, body: { isOn } }),
    successToast: (_, { name, isOn }) => ({
      title: isOn ? 'Rule Switched On' : 'Rule Switched Off',
      description: isOn
        ? `We're checking your contacts with ${name}.`
        : `We're withdrawing the signals of ${name}.`,
    }),
    failureToast: ['Not Saved', "We couldn't save the rule. Please try again."],
    refreshedKeys: REFRESHED,
  })

export const useDeleteSignalRule = () =>
  useOrganizationChange({
    change: (id, { id: ruleId }: SignalRule) =>
      call('DELETE /api/organizations/{id}/signal-rules/{ruleId}', { params: { id, ruleId } }),
    failureToast: ['Error', "We couldn't delete the rule. Please try again."],
    successToast: ({ name }) => ({ title: 'Rule Deleted', description: `${name} was deleted.` }),
    refreshedKeys: REFRESHED,
  })
