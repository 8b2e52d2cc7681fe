import { urls } from '#web/lib/urls.ts'

/** The URL of a post's editor or preview. */
export function deskPostUrl(id: string, view?: 'preview'): string {
  return `${urls.blogAdmin}/posts/${id}${view ? `?view=${view}` : ''}`
}
