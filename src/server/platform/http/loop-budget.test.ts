import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoopBudget } from './loop-budget.ts'

test('Trust 22 spreads long responses over several turns, so that requests are shed in between', async () => {
  let time = 0
  const budget = createLoopBudget({ now: () => time })
  const written: number[] = []
  const write = (id: number) => {
    time += 5
    written.push(id)
  }
  for (let id = 1; id <= 5; id++) budget.run(() => write(id))
  expect(written).toEqual([1, 2])
  await yieldToEventLoop()
  expect(written).toEqual([1, 2, 3, 4])
  budget.pause()
  await yieldToEventLoop()
  expect(written).toEqual([1, 2, 3, 4])
  budget.resume()
  expect(written).toEqual([1, 2, 3, 4, 5])
})
