import { expect, test } from 'vitest'
import { createSampleProviders } from './sample-provider.ts'

const providers = createSampleProviders(() => new Date('2026-11-22T12:00:00Z'))
const genderOf = async (firstName: string, lastName = 'Doe') => {
  // No source knows some identities, so the first known one is used.
  for (let n = 0; n < 20; n += 1) {
    const email = `person${n}@example.com`
    const query = {
      firstName,
      lastName,
      email,
      phone: null,
      address: null,
      city: null,
      state: null,
      zipCode: null,
    }
    const result = await providers.person(query, AbortSignal.timeout(1000))
    if (result.status === 'match') return result.data.demographics.gender
  }
  throw new Error(`nobody is called ${firstName}`)
}

test.each([
  'Jane',
  'Mary',
  'mary ann',
  'ELIZABETH',
  'Ashley',
  'Linda',
  'Siobhán',
  'Sofia',
  'Debbie',
  'Hazel',
])('a sample %s is a woman', async (name) => expect(await genderOf(name)).toBe('F'))

test.each(['John', 'james', 'Robert Lee', 'MICHAEL', 'José', 'Bob', 'Wei', 'Carlos', 'Otis', 'Christian'])(
  'a sample %s is a man',
  async (name) => expect(await genderOf(name)).toBe('M'),
)

test.each(['Taylor', 'Xylander', '李'])('leaves the gender of %s open', async (name) =>
  expect(await genderOf(name)).toBeNull(),
)
