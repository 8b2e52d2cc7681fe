import { expect, test } from 'vitest'
import { BLOG_STATUSES } from '#domain/blog/categories.ts'
import { doneTitleOf, localTimeOf, STATUS_TONES, verbOf } from './blog-desk-texts.ts'

test('P11 badges are gray for draft, yellow for generating, blue for ready, green for published', () => {
  expect(BLOG_STATUSES.slice(0, 4).map((status) => STATUS_TONES[status])).toEqual([
    'neutral',
    'yellow',
    'blue',
    'green',
  ])
})

test('P11 a way out of a state is called by what it does to the post', () => {
  const live = { status: 'published', isScheduled: false } as const
  expect(verbOf(live, 'ready')).toBe('Unpublish')
  expect(verbOf({ ...live, isScheduled: true }, 'ready')).toBe('Unschedule')
  expect(verbOf({ status: 'draft', isScheduled: false }, 'ready')).toBe('Mark as ready')
  expect(verbOf({ status: 'archived', isScheduled: false }, 'ready')).toBe('Restore as ready')
  expect(doneTitleOf({ ...live, isScheduled: true })).toBe('Post scheduled')
  expect(doneTitleOf(live)).toBe('Post published')
})

test('P11 the time field begins with a moment as the clock on the wall shows it', () => {
  const moment = new Date(2027, 0, 5, 9, 30, 40)
  expect(localTimeOf(moment)).toBe('2027-01-05T09:30')
  expect(new Date(localTimeOf(moment)).getTime()).toBe(moment.getTime() - 40_000)
})
