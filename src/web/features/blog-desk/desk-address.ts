import { urls } from '#web/lib/urls.ts'

/** Where a post is edited, or looked at before it is on the site. */
export function deskPostUrl(id: string, view?: 'preview'): string {
  return `${urls.blogAdmin}/posts/${id}${view ? `?view=${view}` : ''}`
}
