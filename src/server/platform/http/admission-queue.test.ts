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
  const asked: Asked = { caller, answer: 'waits' }
  admission.ask(caller, (slot) => {
    asked.answer = slot
  })
  return asked
}
const askMany = (caller: string, count: number) => Array.from({ length: count }, () => ask(caller))
const slotOf = ({ answer }: Asked) => answer as Slot
const isIn = ({ answer }: Asked) => answer !== null && answer !== 'waits'
const isTurnedAway = ({ answer }: Asked) => answer === null

describe('Trust 22 admission', () => {
  test('a caller gets three quarters of the places; somebody else comes in at once', () => {
    const flood = askMany('flood', 20)
    expect(flood.filter(isIn)).toHaveLength(6)
    expect(isIn(ask('other'))).toBe(true)
  })

  test('the next place is for the caller who has and had least, waits for least, and came first', () => {
    const first = [...askMany('flood', 6), ...askMany('second', 2)]
    const order: string[] = []
    for (const caller of ['flood', 'crowd', 'crowd', 'crowd', 'quiet'])
      admission.ask(caller, (slot) => slot && order.push(caller))
    for (const asked of first.slice(0, 5)) slotOf(asked).finish()
    expect(order).toEqual(['quiet', 'crowd', 'crowd', 'crowd', 'flood'])
  })

  test('who has much going on has a turn too, however many quiet callers come', () => {
    const servedAt = (time: number) => {
      const queue = createFairQueue<string>()
      queue.add('busy', { since: 0, item: 'busy' })
      queue.add('quiet', { since: time, item: 'quiet' })
      return queue.next((caller) => (caller === 'busy' ? 10 : 0), time)?.item
    }
    expect([servedAt(400), servedAt(600)]).toEqual(['quiet', 'busy'])
  })

  test('a crowd that arrives at once is served within a second', () => {
    const crowd = Array.from({ length: 200 }, (_, i) => ask(`person ${i}`))
    for (let i = 0; i < crowd.length; i += 8) {
      vi.advanceTimersByTime(25)
      for (const asked of crowd.filter(isIn)) slotOf(asked).finish()
    }
    expect(crowd.every(isIn)).toBe(true)
  })

  test('of a crowd that cannot be served in time the rest is turned away at once, and after a second all but a few', () => {
    const crowd = Array.from({ length: 8 + 320 }, (_, i) => ask(`person ${i}`))
    expect(crowd.filter(isTurnedAway)).toEqual([])
    expect(isTurnedAway(ask('one more'))).toBe(true)
    vi.advanceTimersByTime(1100)
    for (let i = 0; i < 312; i += 8) {
      for (const asked of crowd.slice(i, i + 8)) slotOf(asked).finish()
      vi.advanceTimersByTime(20)
    }
    for (let i = 0; i < 200; i++) ask(`later ${i}`)
    expect(admission.figures()).toMatchObject({ working: 8, waiting: 128 })
  })

  test('who waits for little takes the turn of who waits for much, who is turned away', () => {
    const flood = Array.from({ length: 4 }, (_, i) => askMany(`flood ${i}`, 100)).flat()
    const quiet = ask('quiet')
    expect(quiet.answer).toBe('waits')
    expect(flood.filter(isTurnedAway).length).toBe(400 - 8 - 320 + 1)
  })

  test('who was let wait is not kept waiting for ever by work that is stuck, which gives its place back', () => {
    const stuck = Array.from({ length: 8 }, (_, i) => ask(`stuck ${i}`))
    const waiting = ask('waits')
    vi.advanceTimersByTime(3100)
    expect([stuck.every(isIn), isTurnedAway(waiting)]).toEqual([true, true])
    vi.advanceTimersByTime(1850)
    const patient = ask('comes in')
    vi.advanceTimersByTime(100)
    expect(isIn(patient)).toBe(true)
  })

  test('there are more places while work waits for something else than this process', () => {
    for (let round = 0; round < 50; round++) {
      const some = Array.from({ length: 12 }, (_, i) => ask(`person ${round} ${i}`))
      vi.advanceTimersByTime(400)
      for (const asked of some.filter(isIn)) slotOf(asked).finish()
    }
    expect(admission.figures().places).toBeGreaterThan(8)
  })

  test('nobody is let in while new connections are taken', () => {
    admission.hold()
    const asked = ask('somebody')
    expect(asked.answer).toBe('waits')
    admission.goOn()
    expect(isIn(asked)).toBe(true)
  })

  test('a request whose body is on the way, or which only waits for something, keeps nobody out', () => {
    const slow = Array.from({ length: 8 }, (_, i) => ask(`slow ${i}`))
    slotOf(slow[0]!).pause()
    slotOf(slow[1]!).markLong()
    expect(askMany('good', 3).map(isIn)).toEqual([true, true, false])
    slotOf(slow[0]!).resume()
    expect(admission.figures()).toMatchObject({ working: 9, long: 1 })
    for (const asked of slow) slotOf(asked).leave()
    expect(admission.figures()).toMatchObject({ working: 3, waiting: 0, long: 0 })
  })
})
