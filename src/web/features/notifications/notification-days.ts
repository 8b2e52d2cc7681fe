/** The part of a list that is from today, in the reader's own time zone, and the part from before. */
export function splitByDay<T extends { createdAt: string }>(
  items: readonly T[],
  now: Date,
): { today: T[]; earlier: T[] } {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const isToday = ({ createdAt }: T) => Date.parse(createdAt) >= midnight
  return { today: items.filter(isToday), earlier: items.filter((item) => !isToday(item)) }
}

/** What the bell says of itself: its badge, and its name for screen readers. */
export function unreadTexts(unread: number): { badge: string | null; name: string } {
  if (unread === 0) return { badge: null, name: 'Notifications' }
  const count = unread > 99 ? '99+' : String(unread)
  return { badge: count, name: `Notifications, ${count} unread` }
}
