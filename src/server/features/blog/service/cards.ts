import type { CardSubject } from './draw-card.ts'

/** Cached cards, about 40 KiB each; the least recently used is dropped first. */
const MAX_CACHED_CARDS = 300

/**
 * Draws each card of a brand once and one at a time, because drawing takes a processor for a quarter of a second. The
 * drawing code is loaded with the first card.
 */
export function createCards(brandName: string): (subject: Omit<CardSubject, 'brandName'>) => Promise<Buffer> {
  const cards = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  const draw = (subject: CardSubject): Promise<Buffer> => {
    const drawn = last.then(async () => (await import('./draw-card.ts')).drawCard(subject))
    last = drawn.catch(() => {}) // the caller gets the error from `drawn`
    return drawn
  }
  return ({ title, label }) => {
    const key = JSON.stringify([title, label])
    const card = cards.get(key) ?? draw({ title, label, brandName })
    cards.delete(key)
    cards.set(key, card)
    if (cards.size > MAX_CACHED_CARDS) cards.delete(cards.keys().next().value ?? '')
    card.catch(() => cards.delete(key))
    return card
  }
}
