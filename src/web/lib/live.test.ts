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

test('sends the age of the page so that changes before the stream opened are reported', () => {
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
