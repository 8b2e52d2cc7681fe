import { afterEach, describe, expect, test, vi } from 'vitest'
import { askAssistant } from './chat-call.ts'

afterEach(() => vi.unstubAllGlobals())

/** Stubs the next reply, streamed in these pieces. */
function stubReply(pieces: string[], type = 'text/event-stream; charset=utf-8', status = 200): void {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'content-type': type } }))
}
async function askAndCollect(): Promise<{ texts: string[]; reply: unknown }> {
  const texts: string[] = []
  return { reply: await askAssistant('Hello', (partialReply) => texts.push(partialReply)), texts }
}
const DONE = 'event: done\ndata: {"reply":"Call Ann.","sources":[]}\n\n'

describe("A22 the assistant's answer", () => {
  test('streams partial text and returns the final reply', async () => {
    stubReply([
      'event: te',
      'xt\ndata: {"text":"Call "}\n\nevent: text\r\ndata: {"text":"Bob."}\r\n\r\n',
      DONE,
    ])
    expect(await askAndCollect()).toEqual({
      texts: ['Call ', 'Call Bob.'],
      reply: { reply: 'Call Ann.', sources: [] },
    })
  })

  test('accepts a plain JSON reply', async () => {
    stubReply(['{"reply":"Call Ann."}'], 'application/json')
    expect(await askAndCollect()).toEqual({ texts: [], reply: { reply: 'Call Ann.', sources: [] } })
  })

  test.each([
    ['breaks off', ['event: text\ndata: {"text":"Call "}\n\n'], undefined, 200],
    ['ends with an error', ['event: error\ndata: {"message":"No"}\n\n'], undefined, 200],
    ['is rejected', ['{"message":"Too many","code":"rate_limited"}'], 'application/json', 429],
    ['is an HTML page', ['<html>'], 'text/html', 200],
    ['has no reply', ['{}'], 'application/json', 200],
    ['is not JSON', ['event: done\ndata: {\n\n'], undefined, 200],
  ])('fails when it %s', async (_, pieces, type, status) => {
    stubReply(pieces, type, status)
    await expect(askAndCollect()).rejects.toThrow()
  })
})
