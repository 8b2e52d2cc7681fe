import { afterEach, expect, test, vi } from 'vitest'
import { subscribeToEvents } from './live.ts'

class Stream {
  static readonly CLOSED = 2
  static opened: string[] = []
  readonly readyState = 0
  constructor(address: string) {
    Stream.opened.push(address)
  }
  close(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Stream.opened = []
})

test('a page says for how long it has shown what it read, so that it is told of changes before its stream', () => {
  vi.stubGlobal('EventSource', Stream)
  const now = vi.spyOn(performance, 'now').mockReturnValue(1234.2)
  subscribeToEvents(
    () => {},
    () => {},
  )()
  now.mockReturnValue(90_000_000)
  subscribeToEvents(
    () => {},
    () => {},
  )()
  expect(Stream.opened).toEqual(['/api/events?missed=1235', '/api/events?missed=3600000'])
})
