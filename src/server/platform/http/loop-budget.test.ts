import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoopBudget } from './loop-budget.ts'

test('Trust 22 spreads long responses over several turns, so that requests are shed in between', async () => {
  let time = 0
  const turnstile = createLoopBudget({ now: () => time })
  const done: number[] = []
  const write = (id: number) => {
    time += 5
    done.push(id)
  }
  for (let id = 1; id <= 5; id++) turnstile.run(() => write(id))
  expect(done).toEqual([1, 2])
  await yieldToEventLoop()
  expect(done).toEqual([1, 2, 3, 4])
  turnstile.hold()
  await yieldToEventLoop()
  expect(done).toEqual([1, 2, 3, 4])
  turnstile.goOn()
  expect(done).toEqual([1, 2, 3, 4, 5])
})
