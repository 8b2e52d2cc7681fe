import { afterEach, describe, expect, test, vi } from 'vitest'
import { askAssistant } from './chat-call.ts'

afterEach(() => vi.unstubAllGlobals())

/** The next call is answered so, however the bytes are cut. */
function answering(pieces: string[], type = 'text/event-stream; charset=utf-8', status = 200): void {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'content-type': type } }))
}
async function askAndCollect(): Promise<{ told: string[]; reply: unknown }> {
  const told: string[] = []
  return { reply: await askAssistant('Hello', (soFar) => told.push(soFar)), told }
}
const DONE = 'event: done\ndata: {"reply":"Call Ann.","sources":[]}\n\n'

describe('A22 the answer of the assistant', () => {
  test('is told as it comes, and the whole at its end counts', async () => {
    answering([
      'event: te',
      'xt\ndata: {"text":"Call "}\n\nevent: text\r\ndata: {"text":"Bob."}\r\n\r\n',
      DONE,
    ])
    expect(await askAndCollect()).toEqual({
      told: ['Call ', 'Call Bob.'],
      reply: { reply: 'Call Ann.', sources: [] },
    })
  })

  test('may come in one piece, with nothing but a reply', async () => {
    answering(['{"reply":"Call Ann."}'], 'application/json')
    expect(await askAndCollect()).toEqual({ told: [], reply: { reply: 'Call Ann.', sources: [] } })
  })

  test.each([
    ['breaks off', ['event: text\ndata: {"text":"Call "}\n\n'], undefined, 200],
    ['ends with an error', ['event: error\ndata: {"message":"No"}\n\n'], undefined, 200],
    ['is refused', ['{"message":"Too many","code":"rate_limited"}'], 'application/json', 429],
    ['is a page', ['<html>'], 'text/html', 200],
    ['holds no reply', ['{}'], 'application/json', 200],
    ['is no JSON', ['event: done\ndata: {\n\n'], undefined, 200],
  ])('fails when it %s', async (_, pieces, type, status) => {
    answering(pieces, type, status)
    await expect(askAndCollect()).rejects.toThrow()
  })
})
