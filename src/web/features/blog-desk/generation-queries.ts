import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Generated, Generation, QueueEntry } from '#contract/blog-desk.ts'
import { newRequestId } from '#web/features/admin/admin-queries.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { toast, toastError } from '#web/ui/toast.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { refreshBlog, toastLoadFailure } from './blog-desk-queries.ts'
import { isOpen } from './blog-desk-texts.ts'

/** The server's page limit. */
const MAX_ENTRIES = 100
const POLL_MS = 3_000
const QUEUE_KEY = keyOf('GET /api/blog/generation')

/** The queue, polled only while a generation is open and the window is visible. */
export const generationQuery = queryOptions<Generation>({
  ...read('GET /api/blog/generation', { query: { limit: MAX_ENTRIES } }),
  refetchInterval: ({ state }) => (state.data && state.data.open > 0 ? POLL_MS : false),
})

/** The topic or prompt to generate a post from; the next topic if empty. */
type GenerationCommand = Omit<NonNullable<CallInput<'POST /api/blog/generate'>['body']>, 'requestId'>

/** Open generations that this window started: a toast shows their outcome when they finish. */
const startedIds = new Set<string>()

function toastOutcome({ status, error }: Pick<QueueEntry, 'status' | 'error'>): void {
  if (status === 'completed')
    toast({ title: 'Blog post generated', description: 'New blog post has been created successfully' })
  else if (status === 'failed' || error)
    toastError('Generation failed', error ?? "We couldn't write the post.")
}

/** Shows the outcome of a started generation, now or when it is finished. */
function toastStarted(client: QueryClient, { entry }: Generated): void {
  void refreshBlog(client)
  if (isOpen(entry.status)) startedIds.add(entry.id)
  if (isOpen(entry.status) && !entry.error)
    toast({ title: 'Generation started', description: 'The post will appear here in a moment.' })
  else toastOutcome(entry)
}

/** The generation queue. Shows a toast for each finished generation of this window and refreshes the lists. */
export function useGeneration() {
  const client = useQueryClient()
  const query = useQuery(generationQuery)
  const previousStatuses = useRef<ReadonlyMap<string, QueueEntry['status']>>(new Map())
  const entries = query.data?.items
  useEffect(() => {
    if (!entries) return
    const finished = entries.filter(
      ({ id, status }) => !isOpen(status) && isOpen(previousStatuses.current.get(id)),
    )
    previousStatuses.current = new Map(entries.map(({ id, status }) => [id, status]))
    if (finished.length > 0) void refreshBlog(client)
    for (const entry of finished) if (startedIds.delete(entry.id)) toastOutcome(entry)
  }, [entries, client])
  return query
}

const GENERATE_MUTATION = { mutationKey: ['generate a post'] }

/** Starts one generation at a time. A retry after a lost connection reuses the request id, so it runs once. */
export function useGenerate() {
  const client = useQueryClient()
  const requestId = useRef<string>(undefined)
  const { mutateAsync, isPending, variables } = useMutation({
    ...GENERATE_MUTATION,
    mutationFn: (command: GenerationCommand) => {
      requestId.current ??= newRequestId()
      return call('POST /api/blog/generate', { body: { ...command, requestId: requestId.current } })
    },
    onSuccess: (generated) => {
      requestId.current = undefined
      toastStarted(client, generated)
    },
    onError: (error) => {
      if (error instanceof ApiError) requestId.current = undefined
      toastLoadFailure('Generation failed')(error)
      // The queue may list the failed generation.
      void refreshBlog(client)
    },
  })

  /** @returns null for a double click */
  const startOnce = async (command: GenerationCommand): Promise<Generated | null> =>
    client.isMutating(GENERATE_MUTATION) > 0 ? null : mutateAsync(command)
  return {
    startOnce,
    // `onError` above shows the failure.
    start: (command: GenerationCommand) => void startOnce(command).catch(() => {}),
    isPending,
    variables,
  }
}

export function useRetryGeneration(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/blog/generation/{id}/retry', { params: { id } }),
    onSuccess: (generated) => toastStarted(client, generated),
    onError: (error) => {
      toastLoadFailure('Generation failed')(error)
      void refreshBlog(client)
    },
  })
}

export function useCancelGeneration(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/blog/generation/{id}/cancel', { params: { id } }),
    onError: toastLoadFailure("Couldn't remove it from the queue"),
    onSettled: () => refreshBlog(client),
  })
}

export const useSetWeekly = () =>
  useChange({
    change: (weekly: boolean) => call('PATCH /api/blog/generation', { body: { weekly } }),
    failureToast: ["Couldn't save the setting", 'Check your connection and try again.'],
    refreshedKeys: [QUEUE_KEY],
  })
