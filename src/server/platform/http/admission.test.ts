import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Admission, createAdmission, type Slot } from './admission.ts'

let admission: Admission
beforeEach(() => {
  vi.useFakeTimers()
  admission = createAdmission({ now: () => Date.now() })
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
    const flood = askMany('flood', 100)
    expect(flood.filter(isIn)).toHaveLength(48)
    expect(isIn(ask('other'))).toBe(true)
  })

  test('who waits comes in when a place is free, and the quieter caller first', () => {
    const first = [...askMany('flood', 48), ...askMany('second', 16)]
    const waiting = ask('flood')
    const quiet = ask('quiet')
    slotOf(first[0]!).finish()
    expect([isIn(waiting), isIn(quiet)]).toEqual([false, true])
    slotOf(first[1]!).finish()
    expect(isIn(waiting)).toBe(true)
  })

  test('a crowd that arrives at once is served within a second', () => {
    const crowd = Array.from({ length: 200 }, (_, i) => ask(`person ${i}`))
    for (let i = 0; i < crowd.length; i += 64) {
      vi.advanceTimersByTime(200)
      for (const asked of crowd.filter(isIn)) slotOf(asked).finish()
    }
    expect(crowd.every(isIn)).toBe(true)
  })

  test('once there has been no room for a second, two wait for each place and the rest is turned away within 50 ms', () => {
    const all = Array.from({ length: 64 }, (_, i) => ask(`person ${i}`))
    ask('late')
    vi.advanceTimersByTime(1100)
    expect(all.every(isIn)).toBe(true)
    const rest = askMany('later', 128 + 10)
    vi.advanceTimersByTime(50)
    expect(rest.filter(isTurnedAway)).toHaveLength(10)
    expect(admission.figures()).toMatchObject({ working: 64, waiting: 128, shed: 11 })
    vi.advanceTimersByTime(1000)
    expect(rest.every(isTurnedAway)).toBe(true)
  })

  test('more than can wait are turned away at once', () => {
    for (let i = 0; i < 64 + 512; i++) ask(`person ${i}`)
    expect(isTurnedAway(ask('one more'))).toBe(true)
  })

  test('a request whose body is on the way, or which only waits for something, keeps nobody out', () => {
    const slow = Array.from({ length: 64 }, (_, i) => ask(`slow ${i}`))
    slotOf(slow[0]!).pause()
    slotOf(slow[1]!).goLong()
    expect(askMany('good', 3).map(isIn)).toEqual([true, true, false])
    slotOf(slow[0]!).resume()
    expect(admission.figures()).toMatchObject({ working: 65, long: 1 })
    for (const asked of slow) slotOf(asked).leave()
    expect(admission.figures()).toMatchObject({ working: 3, waiting: 0, long: 0 })
  })

  test('stuck work gives its place back after five seconds', () => {
    for (let i = 0; i < 64; i++) ask(`stuck ${i}`)
    ask('turned away')
    vi.advanceTimersByTime(5100)
    expect(isTurnedAway(ask('waits first'))).toBe(false)
    vi.advanceTimersByTime(10)
    expect(isIn(ask('comes in'))).toBe(true)
  })
})
