import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { type ChatEvent, type ChatReply, chat, clearChat, listChat } from '#contract/assistant.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import { startEventStream } from '#server/platform/http/event-stream.ts'
import type { Gate, Session } from '#server/platform/http/session.ts'
import { digest } from '#server/platform/ids.ts'
import type { Caller } from './service/caller.ts'
import type { AssistantService } from './service.ts'

export function assistantRoutes(
  api: Api,
  service: AssistantService,
  { cookies, gate }: { cookies: { read(request: FastifyRequest): string | undefined }; gate: Gate },
): void {
  const callerOf = ({ session, request }: { session: Session; request: FastifyRequest }): Caller => ({
    session,
    sid: digest(cookies.read(request) ?? ''),
    requestId: request.id,
    rereadSession: () => gate.read(request),
  })

  api.serve(chat, async (call) => {
    const { body, request, reply } = call
    const caller = callerOf(call)
    const disconnect = new AbortController()
    reply.raw.once('close', () => disconnect.abort())
    await service.admit(caller)
    const answer = service.answer({ caller, question: body.message, signal: disconnect.signal })
    if (!/\btext\/event-stream\b/.test(request.headers.accept ?? '')) return completeAnswer(answer)
    const response = startEventStream(reply)
    try {
      let sent = ''
      const say = (text: string) => {
        sent += text
        send(response, 'text', { text })
      }
      const completeReply = await completeAnswer(answer, say)
      if (sent === '') say(completeReply.reply)
      send(response, 'done', completeReply)
    } catch (error) {
      if (!disconnect.signal.aborted) request.log.error({ err: error }, 'The assistant could not answer')
      send(response, 'error', {
        message: 'Something went wrong on our side. Please try again.',
        code: 'internal',
        requestId: request.id,
      } satisfies ErrorBody)
    }
    response.end()
    return reply
  })

  api.serve(listChat, async (call) => service.conversation(callerOf(call)))

  api.serve(clearChat, (call) => service.clear(callerOf(call)))
}

/** Reads the stream to its end and returns the final answer; `onText` gets each part. */
async function completeAnswer(
  answer: AsyncGenerator<string, ChatReply>,
  onText: (text: string) => void = () => {},
): Promise<ChatReply> {
  for (;;) {
    const next = await answer.next()
    if (next.done) return next.value
    onText(next.value)
  }
}

function send(response: ServerResponse, event: ChatEvent, data: unknown): void {
  if (!response.destroyed) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
}
