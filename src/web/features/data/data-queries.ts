import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as exports from '#contract/data-export.ts'

import type * as erasure from '#contract/erasure.ts'
import { call } from '#web/lib/api.ts'

import { keyOf } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toastFailure } from '#web/ui/toast-failure.ts'

const startExport = route<typeof exports.startExport>('POST', '/api/organizations/{id}/exports')
const listExports = route<typeof exports.listExports>('GET', '/api/organizations/{id}/exports')
const listSuppressions = route<typeof erasure.listSuppressions>('GET', '/api/organizations/{id}/suppressions')
const addSuppression = route<typeof erasure.addSuppression>('POST', '/api/organizations/{id}/suppressions')
const checkSuppression = route<typeof erasure.checkSuppression>(
  'POST',
  '/api/organizations/{id}/suppressions/check',
)
const removeSuppression = route<typeof erasure.removeSuppression>(
  'DELETE',
  '/api/organizations/{id}/suppressions/{suppressionId}',
)
const eraseOrganization = route<typeof erasure.eraseOrganization>('POST', '/api/organizations/{id}/erase')

/** An email address or a phone number, as sent to the server. */
export type ContactPoint = { email: string } | { phone: string }
export type RemovalReason = 'mistake' | 'consented' | 'other'

export function exportPages(id: string) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(listExports, { params: { id } }), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listExports, { params: { id }, query: { cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
}

export function suppressionPages(id: string) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(listSuppressions, { params: { id } }), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listSuppressions, { params: { id }, query: { cursor }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  })
}

/** The download URL of an archive. */
export function exportFileUrl(id: string, exportId: string): string {
  return `/api/organizations/${id}/exports/${exportId}/file`
}

export function useStartExport(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(startExport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: exportPages(id).queryKey }),
    onError: toastFailure("We couldn't start the export", 'Check your connection and try again.'),
  })
}

export function useAddSuppression(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ContactPoint) => call(addSuppression, { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: suppressionPages(id).queryKey }),
  })
}

export function useCheckSuppression(id: string) {
  return useMutation({ mutationFn: (body: ContactPoint) => call(checkSuppression, { params: { id }, body }) })
}

export function useRemoveSuppression(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ suppressionId, reason }: { suppressionId: string; reason: RemovalReason }) =>
      call(removeSuppression, { params: { id, suppressionId }, query: { reason } }),
    onSuccess: () => client.invalidateQueries({ queryKey: suppressionPages(id).queryKey }),
  })
}

export function useEraseOrganization(id: string, onErased: () => void) {
  return useMutation({
    mutationFn: (name: string) => call(eraseOrganization, { params: { id }, body: { name } }),
    onSuccess: onErased,
  })
}
