import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as contract from '#contract/blog-desk.ts'
import type { Generated, Generation, QueueEntry } from '#contract/blog-desk.ts'
import type { SentBody } from '#contract/endpoint.ts'
import { newRequestId } from '#web/features/admin/admin-queries.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { QUEUE, refreshBlog, toastLoadFailure } from './blog-desk-queries.ts'
import { isOpen } from './blog-desk-texts.ts'

const generatePost = route<typeof contract.generatePost>('POST', '/api/blog/generate')
const getGeneration = route<typeof contract.getGeneration>('GET', QUEUE)
const changeGeneration = route<typeof contract.changeGeneration>('PATCH', QUEUE)
const retryGeneration = route<typeof contract.retryGeneration>('POST', '/api/blog/generation/{id}/retry')
const cancelGeneration = route<typeof contract.cancelGeneration>('POST', '/api/blog/generation/{id}/cancel')

/** The server's page limit. */
const MAX_ENTRIES = 100
const POLL_MS = 3_000

/** The queue, polled only while a generation is open and the window is visible. */
const generationQuery = queryOptions<Generation>({
  ...read(getGeneration, { query: { limit: MAX_ENTRIES } }),
  refetchInterval: ({ state }) => (state.data && state.data.open > 0 ? POLL_MS : false),
})

/** The topic or prompt to generate a post from; the next topic if empty. */
type GenerationCommand = Omit<NonNullable<SentBody<typeof generatePost>>, 'requestId'>

function toastGenerated(): void {
  toast({ title: 'Blog post generated', description: 'New blog post has been created successfully' })
}

function toastFailed(message: string): void {
  toast({ title: 'Generation failed', description: message, variant: 'destructive' })
}

/** The generation queue. Shows a toast for each finished generation of this page and refreshes the lists. */
export function useGeneration() {
  const client = useQueryClient()
  const query = useQuery(generationQuery)
  const awaited = useRef(new Set<string>())
  const before = useRef<ReadonlyMap<string, QueueEntry['status']>>(new Map())
  const entries = query.data?.entries
  useEffect(() => {
    if (!entries) return
    const finished = entries.filter(({ id, status }) => !isOpen(status) && isOpen(before.current.get(id)))
    before.current = new Map(entries.map(({ id, status }) => [id, status]))
    if (finished.length > 0) void refreshBlog(client)
    for (const { id, status, error } of finished) {
      if (!awaited.current.delete(id)) continue
      if (status === 'completed') toastGenerated()
      if (status === 'failed') toastFailed(error ?? "We couldn't write the post.")
    }
  }, [entries, client])

  /** Shows the outcome of a generation now, or when it is finished. */
  const tell = ({ entry }: Generated): void => {
    void refreshBlog(client)
    if (entry.status === 'completed') toastGenerated()
    else if (entry.error) toastFailed(entry.error)
    else toast({ title: 'Generation started', description: 'The post will appear here in a moment.' })
    if (isOpen(entry.status)) awaited.current.add(entry.id)
  }
  return { query, tell }
}

/** Starts one generation at a time. A retry after a lost connection reuses the request id, so it runs once. */
export function useGenerate(tell: (generated: Generated) => void) {
  const client = useQueryClient()
  const requestId = useRef<string>(undefined)
  const isSubmitting = useRef(false)
  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: (command: GenerationCommand) => {
      requestId.current ??= newRequestId()
      return call(generatePost, { body: { ...command, requestId: requestId.current } })
    },
    onSuccess: (generated) => {
      requestId.current = undefined
      tell(generated)
    },
    onError: (error) => {
      if (error instanceof ApiError) requestId.current = undefined
      toastLoadFailure('Generation failed')(error)
      // The queue may list the failed generation.
      void refreshBlog(client)
    },
  })

  /** @returns null for a double click */
  const ask = async (command: GenerationCommand): Promise<Generated | null> => {
    if (isSubmitting.current) return null
    isSubmitting.current = true
    try {
      return await mutateAsync(command)
    } finally {
      isSubmitting.current = false
    }
  }
  return {
    ask,
    // `onError` above shows the failure.
    start: (command: GenerationCommand) => void ask(command).catch(() => {}),
    isPending,
    variables,
  }
}

export function useRetryGeneration(tell: (generated: Generated) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(retryGeneration, { params: { id } }),
    onSuccess: tell,
    onError: (error) => {
      toastLoadFailure('Generation failed')(error)
      void refreshBlog(client)
    },
  })
}

export function useCancelGeneration() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(cancelGeneration, { params: { id } }),
    onError: toastLoadFailure('Not removed'),
    onSettled: () => refreshBlog(client),
  })
}

export function useSetWeekly() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (weekly: boolean) => call(changeGeneration, { body: { weekly } }),
    onError: toastLoadFailure('Not changed'),
    onSettled: () => client.invalidateQueries({ queryKey: [QUEUE] }),
  })
}
