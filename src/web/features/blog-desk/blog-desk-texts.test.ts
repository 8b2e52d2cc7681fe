import { expect, test } from 'vitest'
import { BLOG_STATUSES } from '#domain/blog/categories.ts'
import { STATUS_TONES, statusActionLabel, statusToastTitle } from './blog-desk-texts.ts'

test('P11 colors badges by status: gray draft, yellow generating, blue ready, green published', () => {
  expect(BLOG_STATUSES.slice(0, 4).map((status) => STATUS_TONES[status])).toEqual([
    'neutral',
    'yellow',
    'blue',
    'green',
  ])
})

test('P11 labels a status change by its effect on the post', () => {
  const publishedPost = { status: 'published', isScheduled: false } as const
  expect(statusActionLabel(publishedPost, 'ready')).toBe('Unpublish')
  expect(statusActionLabel({ ...publishedPost, isScheduled: true }, 'ready')).toBe('Unschedule')
  expect(statusActionLabel({ status: 'draft', isScheduled: false }, 'ready')).toBe('Mark as ready')
  expect(statusActionLabel({ status: 'archived', isScheduled: false }, 'ready')).toBe('Restore as ready')
  expect(statusToastTitle({ ...publishedPost, isScheduled: true })).toBe('Post scheduled')
  expect(statusToastTitle(publishedPost)).toBe('Post published')
})
