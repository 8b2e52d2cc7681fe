import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/blog-desk.ts'
import type { Api } from '#server/platform/http/api.ts'
import { actorOf, type Gate, type Session } from '#server/platform/http/session.ts'
import type { BlogDeskService } from './service.ts'

export function blogDeskRoutes(api: Api, { posts, topics, generation }: BlogDeskService): void {
  api.serve(contract.listDeskPosts, async ({ query, reply }) => {
    const { posts: found, total, next } = await posts.list(query)
    setPageHeaders(
      reply,
      '/api/blog/admin/posts',
      { total, next },
      { limit: query.limit, status: query.status },
    )
    return found
  })
  api.serve(contract.getDeskPost, ({ params }) => posts.get(params.id))
  api.serve(contract.changePost, (call) => posts.change(callerOf(call), call.params.id, call.body))

  api.serve(contract.listTopics, async ({ query, reply }) => {
    const { topics: found, total, next } = await topics.list(query)
    setPageHeaders(reply, '/api/blog/topics', { total, next }, { limit: query.limit })
    return found
  })
  api.serve(contract.addTopic, async (call) => {
    const added = await topics.add(callerOf(call), call.body)
    call.reply.code(201)
    return added
  })
  api.serve(contract.changeTopic, (call) => topics.change(callerOf(call), call.params.id, call.body))

  api.serve(contract.generatePost, async (call) => {
    const { generated, isOver } = await generation.generate(callerOf(call), call.body ?? {})
    call.reply.code(isOver ? 200 : 202)
    return generated
  })
  api.serve(contract.getGeneration, ({ query }) => generation.describe(query))
  api.serve(contract.changeGeneration, (call) => generation.setWeekly(callerOf(call), call.body.weekly))
  api.serve(contract.retryGeneration, async (call) => {
    const { generated, isOver } = await generation.retry(callerOf(call), call.params.id)
    call.reply.code(isOver ? 200 : 202)
    return generated
  })
  api.serve(contract.cancelGeneration, (call) => generation.cancel(callerOf(call), call.params.id))
}

/**
 * Preview URL for an operator who opens the page of a post that isn't public yet. Null for everyone else, so that they
 * don't learn that it exists.
 */
export function redirectToPreview(gate: Gate, { posts }: BlogDeskService) {
  return async (request: FastifyRequest): Promise<string | null> => {
    const slug = /^\/blog\/([^/?]+)\/?(\?|$)/.exec(request.url)?.[1]
    if (!slug || !(await gate.read(request))?.isPlatformAdmin) return null
    const id = await posts.idOf(slug)
    return id ? `/blog-admin/posts/${id}?view=preview` : null
  }
}

function callerOf({ session, request }: { session: Session; request: { id: string } }) {
  return { actor: actorOf(session), requestId: request.id }
}

function setPageHeaders(
  reply: FastifyReply,
  path: string,
  page: { total: number; next: string | null },
  query: Record<string, string | number | undefined>,
): void {
  reply.header('X-Total-Count', page.total)
  if (!page.next) return
  const given = Object.entries({ ...query, cursor: page.next }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  reply.header('Link', `<${path}?${new URLSearchParams(given)}>; rel="next"`)
}
