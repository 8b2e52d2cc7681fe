import type { Brokerage, BrokerageInvitation, BrokerageInvitationInput } from '#contract/brokerages.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { useChange } from '#web/ui/use-change.ts'

export const brokerageQuery = (id: string) => read('GET /api/brokerages/{id}', { params: { id } })
export const complianceQuery = (id: string) => read('GET /api/brokerages/{id}/compliance', { params: { id } })
export const invitationsQuery = (id: string) =>
  read('GET /api/brokerages/{id}/invitations', { params: { id } })
export const movePages = (id: string) => cursorPages('GET /api/brokerages/{id}/moves', { params: { id } })
export const receivedQuery = read('GET /api/brokerage-invitations')
export const ownBrokerageQuery = (organizationId: string) =>
  read('GET /api/organizations/{id}/brokerage', { params: { id: organizationId } })

const BROKERAGES = ['/api/brokerages'] as const

type ChangeRoute =
  | 'PATCH /api/brokerages/{id}'
  | 'POST /api/brokerages/{id}/credits'
  | 'POST /api/brokerages/{id}/seats'
  | 'POST /api/brokerages/{id}/transfer'

/** A change of a brokerage by its owner. Refreshes everything about it. */
export const useBrokerageChange = <R extends ChangeRoute>(route: R, id: string, done: string) =>
  useChange({
    change: (body: CallInput<R>['body']) =>
      call<ChangeRoute>(route, { params: { id }, body } as CallInput<ChangeRoute>),
    successToast: () => ({ title: done }),
    refreshedKeys: [BROKERAGES],
  })

export const useInvite = (id: string) =>
  useChange({
    change: (body: BrokerageInvitationInput) =>
      call('POST /api/brokerages/{id}/invitations', { params: { id }, body }),
    successToast: ({ email }) => ({ title: 'Invitation sent', description: email }),
    refreshedKeys: [BROKERAGES],
  })

export const useRevoke = (id: string) =>
  useChange({
    change: ({ id: invitationId }: BrokerageInvitation) =>
      call('DELETE /api/brokerages/{id}/invitations/{invitationId}', { params: { id, invitationId } }),
    successToast: ({ email }) => ({ title: 'Invitation revoked', description: email }),
    failureToast: ["We couldn't revoke the invitation", 'Try again.'],
    refreshedKeys: [BROKERAGES],
  })

export const useRemoveOffice = (id: string) =>
  useChange({
    change: ({ id: officeId }: Brokerage['offices'][number]) =>
      call('DELETE /api/brokerages/{id}/offices/{officeId}', { params: { id, officeId } }),
    successToast: ({ name }) => ({ title: 'Office removed', description: name }),
    failureToast: ["We couldn't remove the office", 'Try again.'],
    refreshedKeys: [BROKERAGES],
  })

export const useRemoveSupervisor = (id: string) =>
  useChange({
    change: ({ userId }: Brokerage['supervisors'][number]) =>
      call('DELETE /api/brokerages/{id}/supervisors/{userId}', { params: { id, userId } }),
    successToast: ({ name }) => ({ title: 'Supervising broker removed', description: name }),
    failureToast: ["We couldn't remove the supervising broker", 'Try again.'],
    refreshedKeys: [BROKERAGES],
  })

const ANSWERED_KEYS = [
  receivedQuery.queryKey,
  BROKERAGES,
  ['/api/organizations'],
  ['/api/auth/organizations'],
]

export const useAcceptInvitation = () =>
  useChange({
    change: (id: string) => call('POST /api/brokerage-invitations/{id}/accept', { params: { id } }),
    successToast: () => ({ title: 'Invitation accepted' }),
    failureToast: ["We couldn't accept the invitation", 'Try again.'],
    refreshedKeys: ANSWERED_KEYS,
  })

export const useDeclineInvitation = () =>
  useChange({
    change: (id: string) => call('DELETE /api/brokerage-invitations/{id}', { params: { id } }),
    successToast: () => ({ title: 'Invitation declined' }),
    failureToast: ["We couldn't decline the invitation", 'Try again.'],
    refreshedKeys: ANSWERED_KEYS,
  })

export const useLeaveBrokerage = (organizationId: string) =>
  useChange({
    change: () => call('POST /api/organizations/{id}/brokerage/leave', { params: { id: organizationId } }),
    successToast: () => ({ title: 'You left the brokerage' }),
    failureToast: ["We couldn't leave the brokerage", 'Try again.'],
    refreshedKeys: [['/api/organizations'], BROKERAGES],
  })
