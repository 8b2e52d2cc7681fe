import { expect, test } from 'vitest'
import { comparableContact, type MatchableContact } from './comparable-contact.ts'
import { compareContacts } from './duplicate.ts'

test('compares the longest contacts within 20 ms', () => {
  const longestContact = (letter: string): MatchableContact => ({
    firstName: `${letter} `.repeat(50),
    lastName: `${letter}b `.repeat(33),
    email: `${letter.repeat(60)}@${`${letter.repeat(60)}.`.repeat(3)}com`,
    phone: `+1512555014${letter === 'a' ? 7 : 8}`,
    address: `12 ${`${letter}& n `.repeat(39)}`,
    ...{ city: letter.repeat(100), state: letter.repeat(50), zipCode: letter.repeat(16) },
    details: {
      emails: Array.from({ length: 20 }, (_, index) => ({
        email: `${letter.repeat(60)}${index}@example.com`,
        kind: 'other' as const,
      })),
      addresses: Array.from({ length: 10 }, (_, index) => ({
        ...{ city: 'Austin', state: 'TX', zipCode: '78745' },
        kind: 'other' as const,
        address: `${index} ${letter.repeat(190)}`,
      })),
    },
  })
  const [a, b] = [longestContact('a'), longestContact('c')]
  compareContacts(comparableContact(a), comparableContact(b))
  const bestMs = Math.min(
    ...Array.from({ length: 5 }, () => {
      const startUsage = process.cpuUsage()
      compareContacts(comparableContact(a), comparableContact(b))
      const { user, system } = process.cpuUsage(startUsage)
      return (user + system) / 1000
    }),
  )
  expect(bestMs).toBeLessThan(20)
})
