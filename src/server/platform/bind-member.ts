import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Reads items on behalf of the member who calls this. A stream asks for its later items when its reader has room, outside of
 * the request's handler, and would see the whole organization otherwise.
 */
export function bindMember<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  // The body of a generator starts with its first read, which is too late.
  return readWithin(AsyncLocalStorage.snapshot(), items)
}

async function* readWithin<T>(run: <R>(work: () => R) => R, items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (;;) {
      const result = await run(() => iterator.next())
      if (result.done) return
      yield result.value
    }
  } finally {
    await run(() => iterator.return?.())
  }
}
