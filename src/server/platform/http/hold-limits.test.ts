import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { createHoldLimiter, type HoldOwner } from './hold-limits.ts'
import { MAX_CONNECTIONS_PER_NETWORK, OPEN_REQUEST_LIMITS } from './limits.ts'

const holder = (userId: string, organizationId: string, network: string): HoldOwner => ({
  ...{ userId, organizationId, network },
})
/** Each caller is a different user on a different network. */
const stranger = (i: number) => holder(`user ${i}`, `org ${i}`, `10.0.${i >> 8}.${i & 255}`)

function refusalOf(take: () => unknown): AppError | null {
  try {
    take()
    return null
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Number of attempts that succeed. */
const countAccepted = (take: (i: number) => unknown, attempts: number): number =>
  Array.from({ length: attempts }, (_, i) => refusalOf(() => take(i))).filter((refusal) => !refusal).length

describe('Trust 22 requests that callers hold open', () => {
  test.each(['stream', 'long', 'wait'] as const)(
    'are limited by user, organization and network: %s',
    (duration) => {
      const { user, organization, network } = OPEN_REQUEST_LIMITS[duration]
      const hold = createHoldLimiter()
      expect(countAccepted(() => hold(duration, holder('ann', 'one', '192.0.2.1')), 1000)).toBe(user)
      const colleagues = countAccepted(
        (i) => hold(duration, holder(`user ${i}`, 'one', `192.0.3.${i}`)),
        1000,
      )
      expect(colleagues).toBe(organization - user)
      const otherLimiter = createHoldLimiter()
      const neighbors = countAccepted(
        (i) => otherLimiter(duration, holder(`user ${i}`, `org ${i}`, '192.0.2.1')),
        2000,
      )
      expect(neighbors).toBe(network)
      expect(countAccepted(() => otherLimiter(duration, holder('someone', 'else', '192.0.2.2')), 1)).toBe(1)
    },
  )

  test('each kind has its own limit, and a network keeps free connections', () => {
    const hold = createHoldLimiter()
    expect(countAccepted((i) => hold('stream', stranger(i)), 5000)).toBe(OPEN_REQUEST_LIMITS.stream.process)
    expect(countAccepted(() => hold('long', holder('ann', 'one', '192.0.2.1')), 1)).toBe(1)
    const total = Object.values(OPEN_REQUEST_LIMITS).reduce((sum, { network }) => sum + network, 0)
    expect(total).toBeLessThan(MAX_CONNECTIONS_PER_NETWORK)
  })

  test('releases a hold once, after which it can be taken again', () => {
    const hold = createHoldLimiter()
    const ann = holder('ann', 'one', '192.0.2.1')
    const ends = Array.from({ length: OPEN_REQUEST_LIMITS.stream.user }, () => hold('stream', ann))
    expect(countAccepted(() => hold('stream', ann), 5)).toBe(0)
    ends[0]?.()
    ends[0]?.()
    expect(countAccepted(() => hold('stream', ann), 5)).toBe(1)
  })

  test('responds 429 to a caller at its limit and 503 when the process is full, both with Retry-After', () => {
    const hold = createHoldLimiter()
    const ann = holder('ann', 'one', '192.0.2.1')
    countAccepted(() => hold('long', ann), 100)
    expect(refusalOf(() => hold('long', ann))).toMatchObject({ status: 429, retryAfterSeconds: 30 })
    countAccepted((i) => hold('long', stranger(i)), 5000)
    const bo = holder('bo', 'two', '192.0.2.2')
    expect(refusalOf(() => hold('long', bo))).toMatchObject({ status: 503, retryAfterSeconds: 10 })
  })
})
