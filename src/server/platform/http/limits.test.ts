import { expect, test } from 'vitest'
import { getInstance } from '#contract/instance.ts'
import { AppError } from '../errors.ts'
import { createApi } from './api.ts'
import { createAppShell } from './app-shell.ts'
import { createRateLimiter, type RateLimitClass } from './limits.ts'

function limiterAt(start = 1_000_000) {
  const clock = { time: start }
  const take = createRateLimiter(() => clock.time)
  /** Number of simultaneous calls that are let through. */
  const countAccepted = (rate: RateLimitClass, caller: string, calls: number) =>
    Array.from({ length: calls }, () => refusalOf(() => take(rate, caller))).filter((error) => !error).length
  return { clock, take, accepted: countAccepted }
}

function refusalOf(call: () => void): AppError | null {
  try {
    call()
    return null
  } catch (error) {
    return error as AppError
  }
}

test.each([
  ['read', 400],
  ['write', 100],
  ['heavy', 20],
  ['public-form', 10],
] as const)(
  '%s calls: a burst of %i passes, the next one is refused with the seconds to wait',
  (rate, burst) => {
    const { take, accepted } = limiterAt()
    expect(accepted(rate, 'ann', burst + 50)).toBe(burst)
    const refusal = refusalOf(() => take(rate, 'ann'))
    expect(refusal).toBeInstanceOf(AppError)
    expect(refusal).toMatchObject({ code: 'rate_limited', status: 429 })
    expect(refusal!.retryAfterSeconds).toBeGreaterThanOrEqual(1)
  },
)

test('Trust 22 an organization has a shared limit, independent of others', () => {
  const { accepted } = limiterAt()
  expect(accepted('organization-write', 'flood', 600)).toBe(500)
  expect(accepted('organization-write', 'other', 10)).toBe(10)
  expect(accepted('organization-heavy', 'flood', 100)).toBe(60)
})

test('a caller passes again exactly after the stated wait', () => {
  const { clock, take, accepted } = limiterAt()
  accepted('heavy', 'ann', 20)
  const { retryAfterSeconds } = refusalOf(() => take('heavy', 'ann'))!
  clock.time += retryAfterSeconds! * 1000 - 1
  expect(accepted('heavy', 'ann', 1)).toBe(0)
  clock.time += 1
  expect(accepted('heavy', 'ann', 2)).toBe(1)
})

test('a long pause refills the burst and no more', () => {
  const { clock, accepted } = limiterAt()
  accepted('write', 'ann', 100)
  clock.time += 3_600_000
  expect(accepted('write', 'ann', 500)).toBe(100)
})

test('callers and classes are counted separately', () => {
  const { accepted } = limiterAt()
  accepted('write', 'ann', 100)
  expect(accepted('write', 'bo', 1)).toBe(1)
  expect(accepted('read', 'ann', 1)).toBe(1)
  expect(accepted('write', 'ann', 1)).toBe(0)
})

test('classes without a limit never refuse', () => {
  expect(limiterAt().accepted('none', 'ann', 5000)).toBe(5000)
})

test('evicting idle callers does not reset an active one', () => {
  const { take, accepted } = limiterAt()
  accepted('heavy', 'ann', 20)
  for (let i = 0; i < 60_000; i++) {
    take('heavy', `caller ${i}`)
    if (i % 10_000 === 0) accepted('heavy', 'ann', 1)
  }
  expect(accepted('heavy', 'ann', 1)).toBe(0)
})

test('Trust 22 answers 429 with Retry-After over HTTP', async () => {
  const shell = await createAppShell({ appUrl: 'http://localhost:3000', logLevel: 'silent', bodyLimit: 1024 })
  const api = createApi(
    shell,
    { read: async () => null, findCached: () => null },
    createRateLimiter(() => 0),
  )
  api.serve({ ...getInstance, rate: 'public-form' }, async () => ({
    name: '',
    supportEmail: '',
    sampleData: true,
    testPayments: true,
    moneyBackDays: 30,
    outbox: true,
  }))
  const call = (remoteAddress: string) => shell.inject({ url: getInstance.path, remoteAddress })
  for (let i = 0; i < 10; i++) expect((await call('192.0.2.1')).statusCode).toBe(200)
  const refusal = await call('192.0.2.1')
  expect(refusal.statusCode).toBe(429)
  expect(refusal.headers['retry-after']).toBe('20')
  expect(refusal.json()).toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining('Too many requests'),
  })
  expect((await call('192.0.2.2')).statusCode).toBe(200)
  await shell.close()
})
