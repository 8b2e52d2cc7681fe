import { expect, test } from 'vitest'
import { splitByDay, unreadTexts } from './notifications-queries.ts'

test('A04 splits notifications at midnight', () => {
  const now = new Date(2026, 2, 10, 15, 0)
  const notificationAt = (day: number, hour: number) => ({
    createdAt: new Date(2026, 2, day, hour).toISOString(),
  })
  const items = [notificationAt(10, 14), notificationAt(10, 0), notificationAt(9, 23), notificationAt(1, 12)]
  expect(splitByDay(items, now)).toEqual({ today: items.slice(0, 2), earlier: items.slice(2) })
})

test('A04 caps the unread count at 99+', () => {
  expect(unreadTexts(0)).toEqual({ badge: null, name: 'Notifications' })
  expect(unreadTexts(3)).toEqual({ badge: '3', name: 'Notifications, 3 unread' })
  expect(unreadTexts(100)).toEqual({ badge: '99+', name: 'Notifications, 99+ unread' })
})
