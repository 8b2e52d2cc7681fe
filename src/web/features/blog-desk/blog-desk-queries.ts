import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as contract from '#contract/blog-desk.ts'
import type { ContentTopic, DeskPost, DeskPostCard } from '#contract/blog-desk.ts'
import type { SentBody } from '#contract/endpoint.ts'
import { call, urlOf } from '#web/lib/api.ts'

import { pagesFrom } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'
import type { PostStatus } from './blog-desk-texts.ts'

const listPosts = route<typeof contract.listDeskPosts>('GET', '/api/blog/admin/posts')
const getPost = route<typeof contract.getDeskPost>('GET', '/api/blog/admin/posts/{id}')
const changePost = route<typeof contract.changePost>('PATCH', '/api/blog/posts/{id}')
const listTopics = route<typeof contract.listTopics>('GET', '/api/blog/topics')
const addTopic = route<typeof contract.addTopic>('POST', '/api/blog/topics')
const changeTopic = route<typeof contract.changeTopic>('PATCH', '/api/blog/topics/{id}')

const POSTS = '/api/blog/admin/posts'
const PUBLIC_POSTS = '/api/blog/posts'
const TOPICS = '/api/blog/topics'
export const QUEUE = '/api/blog/generation'

export type PostChange = SentBody<typeof changePost>
type NewTopic = SentBody<typeof addTopic>
type TopicChange = SentBody<typeof changeTopic>

/** Pages of posts, the last changed first; of all statuses where it is null. */
export function postPages(status: PostStatus | null) {
  const query = { status: status ?? undefined }
  return pagesFrom<DeskPostCard>([POSTS, query, 'pages'], urlOf(listPosts, { query }))
}

export const topicPages = pagesFrom<ContentTopic>([TOPICS, {}, 'pages'], listTopics.path)

export const postQuery = (id: string) => read(getPost, { params: { id } })

/** Refreshes posts, topics and queue, on the desk and the public pages. */
export function refreshBlog(client: QueryClient): Promise<unknown> {
  return Promise.all(
    [POSTS, PUBLIC_POSTS, TOPICS, QUEUE].map((path) => client.invalidateQueries({ queryKey: [path] })),
  )
}

export function useChangePost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: PostChange }) =>
      call(changePost, { params: { id }, body: change }),
    onSuccess: (post: DeskPost) => {
      client.setQueryData(postQuery(post.id).queryKey, post)
      const keys = [POSTS, PUBLIC_POSTS]
      void client.invalidateQueries({
        predicate: ({ queryKey: [path, id] }) => keys.includes(String(path)) && id !== post.id,
      })
    },
  })
}

/** Publishes a post now. */
export function usePublishNow() {
  const change = useChangePost()
  return {
    pendingId: change.isPending ? change.variables.id : null,
    publish: (id: string) =>
      change.mutate(
        { id, change: { status: 'published', publishedAt: new Date().toISOString() } },
        {
          onSuccess: () => toast({ title: 'Post published', description: 'Blog post is now live' }),
          onError: toastLoadFailure('Not published'),
        },
      ),
  }
}

/** An error handler that shows the server's message, or advice to check the connection. */
export const toastLoadFailure = (title: string) => toastFailure(title, 'Check your connection and try again.')

/** Adds a topic; the dialog shows its errors. */
export function useAddTopic() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewTopic) => call(addTopic, { body }),
    onSuccess: () => {
      toast({ title: 'Topic created', description: 'New content topic has been added' })
      void client.invalidateQueries({ queryKey: [TOPICS] })
    },
  })
}

export function useChangeTopic() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: TopicChange }) =>
      call(changeTopic, { params: { id }, body: change }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [TOPICS] }),
  })
}
