import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A sender whose calls end on demand. */
function sender(pause?: () => Promise<void>) {
  const calls: { key: string; ids: string[]; end: () => void; fail: () => void }[] = []
  const send = createBatcher(
    (key: string, ids: string[]) =>
      new Promise((resolve, reject) => {
        calls.push({ key, ids, end: resolve, fail: () => reject(new Error('away')) })
      }),
    { max: 200, ...(pause && { pause }) },
  )
  return { calls, send }
}
const waitForSettled = () => new Promise((resolve) => setImmediate(resolve))

test('sends the first at once and batches later ones by key', async () => {
  const { calls, send } = sender()
  const first = send('a', '1')
  const laterSends = [send('a', '2'), send('a', '3'), send('a', '4')]
  void send('b', '9')
  await waitForSettled()
  expect(calls.map(({ key, ids }) => [key, ids])).toEqual([
    ['a', ['1']],
    ['b', ['9']],
  ])
  calls[0]?.end()
  await first
  await waitForSettled()
  expect(calls[2]).toMatchObject({ key: 'a', ids: ['2', '3', '4'] })
  calls[2]?.end()
  await Promise.all(laterSends)
})

test('rejects the ids of a failed call and continues with the next ones', async () => {
  const { calls, send } = sender()
  const first = expect(send('a', '1')).rejects.toThrow('away')
  const second = send('a', '2')
  await waitForSettled()
  calls[0]?.fail()
  await first
  await waitForSettled()
  calls[1]?.end()
  await second
  void send('a', '3')
  await waitForSettled()
  expect(calls.map(({ ids }) => ids)).toEqual([['1'], ['2'], ['3']])
})

test('limits the ids per call', async () => {
  const { calls, send } = sender()
  for (let i = 0; i < 500; i++) void send('a', String(i))
  for (let i = 0; i < 4; i++) {
    await waitForSettled()
    calls[i]?.end()
  }
  await waitForSettled()
  expect(calls.map(({ ids }) => ids.length)).toEqual([1, 200, 200, 99])
})

test('pauses between the calls of a burst, but not before a single call', async () => {
  const pauses: (() => void)[] = []
  const { calls, send } = sender(() => new Promise((resolve) => pauses.push(resolve)))
  void send('a', '1')
  void send('a', '2')
  await waitForSettled()
  calls[0]?.end()
  await waitForSettled()
  void send('a', '3')
  await waitForSettled()
  expect(calls).toHaveLength(1)
  pauses[0]?.()
  await waitForSettled()
  expect(calls[1]?.ids).toEqual(['2', '3'])
  calls[1]?.end()
  await waitForSettled()
  void send('a', '4')
  await waitForSettled()
  expect(calls[2]?.ids).toEqual(['4'])
  expect(pauses).toHaveLength(1)
})
