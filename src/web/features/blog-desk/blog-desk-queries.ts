import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContentTopic, DeskPostCard } from '#contract/blog-desk.ts'
import { type CallInput, call, urlOf } from '#web/lib/api.ts'
import { pagesFrom } from '#web/lib/pages.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { toastFailure } from '#web/ui/toast.tsx'
import { useChange } from '#web/ui/use-change.ts'
import type { PostStatus } from './blog-desk-texts.ts'

export type PostChange = CallInput<'PATCH /api/blog/posts/{id}'>['body']
type NewPost = CallInput<'POST /api/blog/posts'>['body']
type NewTopic = CallInput<'POST /api/blog/topics'>['body']
type TopicChange = CallInput<'PATCH /api/blog/topics/{id}'>['body']

/** Pages of posts with a status, or of all posts for null; the last changed first. */
export function postPages(status: PostStatus | null) {
  const query = { status: status ?? undefined }
  const key = [...keyOf('GET /api/blog/admin/posts', { query }), 'pages']
  return pagesFrom<DeskPostCard>(key, urlOf('GET /api/blog/admin/posts', { query }))
}

const TOPICS_KEY = keyOf('GET /api/blog/topics')
export const topicPages = pagesFrom<ContentTopic>([...TOPICS_KEY, {}, 'pages'], '/api/blog/topics')

export const postQuery = (id: string) => read('GET /api/blog/admin/posts/{id}', { params: { id } })

/** Refreshes posts, topics and queue, on the desk and the public pages. */
export function refreshBlog(client: QueryClient, exceptPostId?: string): Promise<unknown> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path, id] }) =>
      String(path).startsWith('/api/blog/') && (!exceptPostId || id !== exceptPostId),
  })
}

export function useChangePost(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PostChange) => call('PATCH /api/blog/posts/{id}', { params: { id }, body }),
    onSuccess: (post) => {
      client.setQueryData(postQuery(id).queryKey, post)
      void refreshBlog(client, id)
    },
  })
}

/** Adds an empty draft. */
export function useAddPost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewPost) => call('POST /api/blog/posts', { body }),
    onSuccess: (post) => {
      client.setQueryData(postQuery(post.id).queryKey, post)
      void refreshBlog(client, post.id)
    },
  })
}

/** An error handler that shows the server's message, or advice to check the connection. */
export const toastLoadFailure = (title: string) => toastFailure(title, 'Check your connection and try again.')

/** Adds a topic; the dialog shows its errors. */
export const useAddTopic = () =>
  useChange({
    change: (body: NewTopic) => call('POST /api/blog/topics', { body }),
    successToast: () => ({ title: 'Topic created', description: 'New content topic has been added' }),
    refreshedKeys: [TOPICS_KEY],
  })

export const useChangeTopic = () =>
  useChange({
    change: ({ id, change }: { id: string; change: TopicChange }) =>
      call('PATCH /api/blog/topics/{id}', { params: { id }, body: change }),
    refreshedKeys: [TOPICS_KEY],
  })
