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
import { QUEUE, refreshBlog, toastFailure } from './blog-desk-queries.ts'
import { isOpen } from './blog-desk-texts.ts'

const generatePost = route<typeof contract.generatePost>('POST', '/api/blog/generate')
const getGeneration = route<typeof contract.getGeneration>('GET', QUEUE)
const changeGeneration = route<typeof contract.changeGeneration>('PATCH', QUEUE)
const retryGeneration = route<typeof contract.retryGeneration>('POST', '/api/blog/generation/{id}/retry')
const cancelGeneration = route<typeof contract.cancelGeneration>('POST', '/api/blog/generation/{id}/cancel')

/** As many entries as one answer holds. */
const MAX_ENTRIES = 100
const POLL_MS = 3_000

/** Asked again only while something waits or runs, and only by a window that somebody looks at. */
const generationQuery = queryOptions<Generation>({
  ...read(getGeneration, { query: { limit: MAX_ENTRIES } }),
  refetchInterval: ({ state }) => (state.data && state.data.open > 0 ? POLL_MS : false),
})

/** What a post is to be written from: the next topic where nothing is said. */
type GenerationCommand = Omit<NonNullable<SentBody<typeof generatePost>>, 'requestId'>

function toastGenerated(): void {
  toast({
    title: 'Blog post generated',
    description: 'New blog post has been created successfully',
  })
}

function toastFailed(message: string): void {
  toast({ title: 'Generation failed', description: message, variant: 'destructive' })
}

/** The queue; says how those that this page waits for came out, and refreshes the lists when one ends. */
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
      if (status === 'failed') toastFailed(error ?? 'The post could not be written.')
    }
  }, [entries, client])

  /** Tells what became of a wish; one that goes on is told of at its end. */
  const tell = ({ entry }: Generated): void => {
    void refreshBlog(client)
    if (entry.status === 'completed') toastGenerated()
    else if (entry.error) toastFailed(entry.error)
    else toast({ title: 'Generation started', description: 'It takes a moment. The post appears here.' })
    if (isOpen(entry.status)) awaited.current.add(entry.id)
  }
  return { query, tell }
}

/** One wish at a time. Sent again after a lost connection it is still the same wish. */
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
      toastFailure('Generation failed', error)
      // A failed one may stand in the queue.
      void refreshBlog(client)
    },
  })

  /** @returns null for a second click that comes before the page shows that the first is under way */
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
    // A refusal was told of above.
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
      toastFailure('Generation failed', error)
      void refreshBlog(client)
    },
  })
}

export function useCancelGeneration() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(cancelGeneration, { params: { id } }),
    onError: (error) => toastFailure('Not taken away', error),
    onSettled: () => refreshBlog(client),
  })
}

export function useSetWeekly() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (weekly: boolean) => call(changeGeneration, { body: { weekly } }),
    onError: (error) => toastFailure('Not changed', error),
    onSettled: () => client.invalidateQueries({ queryKey: [QUEUE] }),
  })
}
