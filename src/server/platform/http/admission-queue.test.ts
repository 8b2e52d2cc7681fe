import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AdmissionQueue, createAdmissionQueue, type Slot } from './admission-queue.ts'
import { createFairQueue } from './fair-queue.ts'

let admission: AdmissionQueue
beforeEach(() => {
  vi.useFakeTimers()
  admission = createAdmissionQueue({ now: () => Date.now() })
})
afterEach(() => {
  admission.stop()
  vi.useRealTimers()
})

type QueuedRequest = { caller: string; slot: Slot | null | 'waits' }

function enqueue(caller: string): QueuedRequest {
  const request: QueuedRequest = { caller, slot: 'waits' }
  admission.requestSlot(caller, (slot) => {
    request.slot = slot
  })
  return request
}
const enqueueMany = (caller: string, count: number) => Array.from({ length: count }, () => enqueue(caller))
const slotOf = ({ slot }: QueuedRequest) => slot as Slot
const isAdmitted = ({ slot }: QueuedRequest) => slot !== null && slot !== 'waits'
const isShed = ({ slot }: QueuedRequest) => slot === null

describe('Trust 22 admission', () => {
  test('a caller gets three quarters of the slots; another is admitted at once', () => {
    const floodRequests = enqueueMany('flood', 20)
    expect(floodRequests.filter(isAdmitted)).toHaveLength(9)
    expect(isAdmitted(enqueue('other'))).toBe(true)
  })

  test('the next slot goes to the least busy caller', () => {
    const first = [...enqueueMany('flood', 9), ...enqueueMany('second', 3)]
    const order: string[] = []
    for (const caller of ['flood', 'crowd', 'crowd', 'crowd', 'quiet'])
      admission.requestSlot(caller, (slot) => slot && order.push(caller))
    for (const request of first.slice(0, 5)) slotOf(request).finish()
    expect(order).toEqual(['quiet', 'crowd', 'crowd', 'crowd', 'flood'])
  })

  test('a busy caller does not starve behind quiet callers', () => {
    const servedAt = (time: number) => {
      const queue = createFairQueue<string>()
      queue.add('busy', { since: 0, item: 'busy' })
      queue.add('quiet', { since: time, item: 'quiet' })
      return queue.next((caller) => (caller === 'busy' ? 10 : 0), time)?.item
    }
    expect([servedAt(400), servedAt(600)]).toEqual(['quiet', 'busy'])
  })

  test('a burst is served within a second', () => {
    const requests = Array.from({ length: 200 }, (_, i) => enqueue(`person ${i}`))
    for (let i = 0; i < requests.length; i += 12) {
      vi.advanceTimersByTime(25)
      for (const request of requests.filter(isAdmitted)) slotOf(request).finish()
    }
    expect(requests.every(isAdmitted)).toBe(true)
  })

  test('sheds the excess of a burst at once, and most requests under lasting overload', () => {
    const requests = Array.from({ length: 12 + 480 }, (_, i) => enqueue(`person ${i}`))
    expect(requests.filter(isShed)).toEqual([])
    expect(isShed(enqueue('one more'))).toBe(true)
    vi.advanceTimersByTime(1100)
    for (let i = 0; i < 468; i += 12) {
      for (const request of requests.slice(i, i + 12)) slotOf(request).finish()
      vi.advanceTimersByTime(20)
    }
    for (let i = 0; i < 200; i++) enqueue(`later ${i}`)
    expect(admission.stats()).toMatchObject({ working: 12, waiting: 128 })
  })

  test('a caller with a short queue displaces one with a long queue', () => {
    const floodRequests = Array.from({ length: 6 }, (_, i) => enqueueMany(`flood ${i}`, 100)).flat()
    const quietRequest = enqueue('quiet')
    expect(quietRequest.slot).toBe('waits')
    expect(floodRequests.filter(isShed).length).toBe(600 - 12 - 480 + 1)
  })

  test('takes the slot of stuck work, so that waiting requests proceed', () => {
    const stuckRequests = Array.from({ length: 12 }, (_, i) => enqueue(`stuck ${i}`))
    const waiting = enqueue('waits')
    vi.advanceTimersByTime(3100)
    expect([stuckRequests.every(isAdmitted), isShed(waiting)]).toEqual([true, true])
    vi.advanceTimersByTime(1850)
    const waitingRequest = enqueue('comes in')
    vi.advanceTimersByTime(100)
    expect(isAdmitted(waitingRequest)).toBe(true)
  })

  test('admits nothing while new connections are accepted', () => {
    admission.pause()
    const request = enqueue('someone')
    expect(request.slot).toBe('waits')
    admission.resume()
    expect(isAdmitted(request)).toBe(true)
  })

  test('a request with an arriving body or a long wait holds no slot', () => {
    const slowRequests = Array.from({ length: 12 }, (_, i) => enqueue(`slow ${i}`))
    slotOf(slowRequests[0]!).pause()
    slotOf(slowRequests[1]!).markLong()
    expect(enqueueMany('good', 3).map(isAdmitted)).toEqual([true, true, false])
    slotOf(slowRequests[0]!).resume()
    expect(admission.stats()).toMatchObject({ working: 13, long: 1 })
    for (const request of slowRequests) slotOf(request).release()
    expect(admission.stats()).toMatchObject({ working: 3, waiting: 0, long: 0 })
  })
})
