import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { SentBody } from '#contract/endpoint.ts'
import type {
  createWebhookEndpoint,
  resendWebhookDeliveries,
  updateWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from '#contract/v1/webhooks.ts'
import { call } from '#web/lib/api.ts'
import { useChange } from '#web/ui/use-change.ts'

const KEY = ['/api/v1/webhook-endpoints']
const refreshedKeys = [KEY]
/** More than an organization can have. */
const MAX_SHOWN = 200
const LOG_PAGE = 25
/** While deliveries are on their way. */
const WAITING_REFRESH_MS = 2000
/** Answers of receivers turn webhooks off. */
const LIST_REFRESH_MS = 5000

export const useWebhooks = (enabled: boolean) =>
  useQuery(
    queryOptions({
      queryKey: KEY,
      queryFn: ({ signal }) => call('GET /api/v1/webhook-endpoints', { query: { limit: MAX_SHOWN }, signal }),
      enabled,
      refetchInterval: LIST_REFRESH_MS,
    }),
  )

/** The log of an endpoint, newest first. */
export const useDeliveries = (id: string, state: WebhookDelivery['state'] | undefined) =>
  useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: [...KEY, id, 'deliveries', state],
      queryFn: ({ pageParam, signal }) =>
        call('GET /api/v1/webhook-endpoints/{id}/deliveries', {
          params: { id },
          query: { limit: LOG_PAGE, ...(state && { state }), ...(pageParam && { cursor: pageParam }) },
          signal,
        }),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some((page) => page.data.some((delivery) => delivery.state === 'waiting'))
          ? WAITING_REFRESH_MS
          : false,
    }),
  )

export const useAddWebhook = () =>
  useChange({
    change: (body: SentBody<typeof createWebhookEndpoint>) =>
      call('POST /api/v1/webhook-endpoints', { body }),
    refreshedKeys,
  })

export const useEditWebhook = (id: string) =>
  useChange({
    change: (body: SentBody<typeof updateWebhookEndpoint>) =>
      call('PATCH /api/v1/webhook-endpoints/{id}', { params: { id }, body }),
    refreshedKeys,
  })

export const useSwitchWebhook = ({ id }: WebhookEndpoint) =>
  useChange({
    change: (isEnabled: boolean) =>
      call('PATCH /api/v1/webhook-endpoints/{id}', { params: { id }, body: { isEnabled } }),
    successToast: (isEnabled) => ({
      title: isEnabled ? 'Webhook Turned On' : 'Webhook Turned Off',
      description: isEnabled ? 'It receives new events.' : 'It receives no more events.',
    }),
    failureToast: ['Error', "We couldn't change the webhook. Try again."],
    refreshedKeys,
  })

export const useDeleteWebhook = ({ id }: WebhookEndpoint) =>
  useChange({
    change: () => call('DELETE /api/v1/webhook-endpoints/{id}', { params: { id } }),
    successToast: () => ({ title: 'Webhook Deleted', description: 'It receives no more events.' }),
    failureToast: ['Error', "We couldn't delete the webhook. Try again."],
    refreshedKeys,
  })

export const useRotateSecret = ({ id }: WebhookEndpoint) =>
  useChange({
    change: () => call('POST /api/v1/webhook-endpoints/{id}/rotate-secret', { params: { id } }),
    failureToast: ['Error', "We couldn't replace the secret. Try again."],
    refreshedKeys,
  })

export const useSendTest = ({ id }: WebhookEndpoint) =>
  useChange({
    change: () => call('POST /api/v1/webhook-endpoints/{id}/test', { params: { id } }),
    successToast: () => ({ title: 'Test Event Sent', description: 'The log shows the answer in a moment.' }),
    failureToast: ['Error', "We couldn't send the test event. Try again."],
    refreshedKeys,
  })

export const useResend = (id: string) =>
  useChange({
    change: (body: SentBody<typeof resendWebhookDeliveries>) =>
      call('POST /api/v1/webhook-endpoints/{id}/resend', { params: { id }, body }),
    successToast: (_, { queued }) => ({
      title: 'Sending Again',
      description: queued === 1 ? '1 delivery is on its way.' : `${queued} deliveries are on their way.`,
    }),
    failureToast: ['Error', "We couldn't send it again. Try again."],
    refreshedKeys,
  })

export const useReplay = (id: string) =>
  useChange({
    change: (after: string) =>
      call('POST /api/v1/webhook-endpoints/{id}/replay', { params: { id }, body: { after } }),
    successToast: (_, { queued }) => ({
      title: 'Replaying Events',
      description: queued === 1 ? '1 event is on its way.' : `${queued} events are on their way.`,
    }),
    failureToast: ['Error', "We couldn't replay the events. Try again."],
    refreshedKeys,
  })
