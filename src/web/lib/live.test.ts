import { afterEach, expect, test, vi } from 'vitest'
import { subscribeToEvents } from './live.ts'

class FakeEventSource {
  static readonly CLOSED = 2
  static urls: string[] = []
  readonly readyState = 0
  constructor(url: string) {
    FakeEventSource.urls.push(url)
  }
  close(): void {}
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  FakeEventSource.urls = []
})

test('sends the age of the page so that changes before the stream opened are reported', () => {
  vi.stubGlobal('EventSource', FakeEventSource)
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
  expect(FakeEventSource.urls).toEqual(['/api/events?missed=1235', '/api/events?missed=3600000'])
})
