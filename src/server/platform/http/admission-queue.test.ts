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

type Asked = { caller: string; answer: Slot | null | 'waits' }

function ask(caller: string): Asked {
  const request: Asked = { caller, answer: 'waits' }
  admission.ask(caller, (slot) => {
    request.answer = slot
  })
  return request
}
const askMany = (caller: string, count: number) => Array.from({ length: count }, () => ask(caller))
const slotOf = ({ answer }: Asked) => answer as Slot
const isIn = ({ answer }: Asked) => answer !== null && answer !== 'waits'
const isTurnedAway = ({ answer }: Asked) => answer === null

describe('Trust 22 admission', () => {
  test('a caller gets three quarters of the slots; another is admitted at once', () => {
    const flood = askMany('flood', 20)
    expect(flood.filter(isIn)).toHaveLength(9)
    expect(isIn(ask('other'))).toBe(true)
  })

  test('the next slot goes to the least busy caller', () => {
    const first = [...askMany('flood', 9), ...askMany('second', 3)]
    const order: string[] = []
    for (const caller of ['flood', 'crowd', 'crowd', 'crowd', 'quiet'])
      admission.ask(caller, (slot) => slot && order.push(caller))
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
    const crowd = Array.from({ length: 200 }, (_, i) => ask(`person ${i}`))
    for (let i = 0; i < crowd.length; i += 12) {
      vi.advanceTimersByTime(25)
      for (const request of crowd.filter(isIn)) slotOf(request).finish()
    }
    expect(crowd.every(isIn)).toBe(true)
  })

  test('sheds the excess of a burst at once, and under lasting overload all but a few', () => {
    const crowd = Array.from({ length: 12 + 480 }, (_, i) => ask(`person ${i}`))
    expect(crowd.filter(isTurnedAway)).toEqual([])
    expect(isTurnedAway(ask('one more'))).toBe(true)
    vi.advanceTimersByTime(1100)
    for (let i = 0; i < 468; i += 12) {
      for (const request of crowd.slice(i, i + 12)) slotOf(request).finish()
      vi.advanceTimersByTime(20)
    }
    for (let i = 0; i < 200; i++) ask(`later ${i}`)
    expect(admission.figures()).toMatchObject({ working: 12, waiting: 128 })
  })

  test('a caller with a short queue displaces one with a long queue', () => {
    const flood = Array.from({ length: 6 }, (_, i) => askMany(`flood ${i}`, 100)).flat()
    const quiet = ask('quiet')
    expect(quiet.answer).toBe('waits')
    expect(flood.filter(isTurnedAway).length).toBe(600 - 12 - 480 + 1)
  })

  test('stuck work loses its slot, so that waiting requests proceed', () => {
    const stuck = Array.from({ length: 12 }, (_, i) => ask(`stuck ${i}`))
    const waiting = ask('waits')
    vi.advanceTimersByTime(3100)
    expect([stuck.every(isIn), isTurnedAway(waiting)]).toEqual([true, true])
    vi.advanceTimersByTime(1850)
    const patient = ask('comes in')
    vi.advanceTimersByTime(100)
    expect(isIn(patient)).toBe(true)
  })

  test('admits nothing while new connections are accepted', () => {
    admission.hold()
    const request = ask('somebody')
    expect(request.answer).toBe('waits')
    admission.goOn()
    expect(isIn(request)).toBe(true)
  })

  test('a request with an arriving body or a long wait holds no slot', () => {
    const slow = Array.from({ length: 12 }, (_, i) => ask(`slow ${i}`))
    slotOf(slow[0]!).pause()
    slotOf(slow[1]!).markLong()
    expect(askMany('good', 3).map(isIn)).toEqual([true, true, false])
    slotOf(slow[0]!).resume()
    expect(admission.figures()).toMatchObject({ working: 13, long: 1 })
    for (const request of slow) slotOf(request).leave()
    expect(admission.figures()).toMatchObject({ working: 3, waiting: 0, long: 0 })
  })
})
