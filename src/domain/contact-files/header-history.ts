import { type HeaderWords, NOTHING, type Reading } from './header-reading.ts'

export function assignedAgent(words: HeaderWords): Reading[] | null {
  if (!words.has('assigned')) return null
  return words.has('date', 'otherPerson', 'email', 'phone')
    ? NOTHING
    : [{ field: 'assignedTo', rank: 10, person: 'self' }]
}

export function closing(words: HeaderWords): Reading[] | null {
  const { has } = words
  const reading = { field: 'lastClosingOn', needs: ['date'], person: 'self' } as const
  if (has('anniversary'))
    return has('home', 'closing', 'sale', 'property') ? [{ ...reading, rank: 60 }] : NOTHING
  const isClosing = has('closing') || (has('sale') && has('date', 'last'))
  return isClosing ? [{ ...reading, rank: has('last') ? 40 : 50 }] : null
}

export function lastContact(words: HeaderWords): Reading[] | null {
  const { has } = words
  const reading = { field: 'lastContactOn', needs: ['date'], person: 'self' } as const
  const isLast =
    has('last') && has('touch', 'contact', 'call', 'text', 'email', 'phone') && !has('name', 'first')
  if (isLast) return [{ ...reading, rank: has('contact') ? 30 : has('touch') ? 40 : 60 }]
  return has('touch') && has('date') ? [{ ...reading, rank: 70 }] : null
}

export function createdOn(words: HeaderWords): Reading[] | null {
  const { has } = words
  if (!has('created') || has('source')) return null
  if (has('deal', 'closing')) return NOTHING
  return [{ field: 'createdOn', needs: ['date'], person: 'self', rank: has('date') ? 40 : 50 }]
}
