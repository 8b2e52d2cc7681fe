import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/blog-desk.ts'
import { uploadPicture } from '#contract/blog-pictures.ts'
import { uuid } from '#contract/text.ts'
import { callerOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { apiNotFound } from '#server/platform/http/app-shell.ts'
import type { RateLimiter } from '#server/platform/http/limits.ts'
import { sendPublicFile } from '#server/platform/http/public-file.ts'
import type { Gate } from '#server/platform/http/session.ts'
import { limitVisits } from '#server/platform/http/visits.ts'
import { sendItems } from '#server/platform/page.ts'
import type { BlogDeskService } from './service.ts'

export function blogDeskRoutes(api: Api, service: BlogDeskService): void {
  const { posts, pictures, topics, generation } = service
  api.serve(contract.listDeskPosts, async (call) => sendItems(call, await posts.list(call.query)))
  api.serve(contract.getDeskPost, ({ params }) => posts.get(params.id))
  api.serve(contract.changePost, (call) => posts.change(callerOf(call), call.params.id, call.body))

  api.serve(contract.addPost, (call) => posts.add(callerOf(call), call.body))
  api.serve(contract.convertText, async ({ body }) => ({ html: posts.convert(body) }))
  api.serve(uploadPicture, (call) => pictures.upload(callerOf(call), call.bytes))

  api.serve(contract.listTopics, async (call) => sendItems(call, await topics.list(call.query)))
  api.serve(contract.addTopic, (call) => topics.add(callerOf(call), call.body))
  api.serve(contract.changeTopic, (call) => topics.change(callerOf(call), call.params.id, call.body))

  api.serve(contract.generatePost, async (call) => {
    const result = await generation.generate(callerOf(call), call.body ?? {})
    call.reply.code(result.entry.status === 'completed' ? 200 : 202)
    return result
  })
  api.serve(contract.getGeneration, ({ query }) => generation.describe(query))
  api.serve(contract.changeGeneration, (call) => generation.setWeekly(callerOf(call), call.body.weekly))
  api.serve(contract.retryGeneration, async (call) => {
    const result = await generation.retry(callerOf(call), call.params.id)
    call.reply.code(result.entry.status === 'completed' ? 200 : 202)
    return result
  })
  api.serve(contract.cancelGeneration, (call) => generation.cancel(callerOf(call), call.params.id))
}

const DAY_SECONDS = 24 * 3600

/** Serves pictures of posts: to everyone while a public post contains them, otherwise only to operators. */
export function servePictures(
  app: FastifyInstance,
  { pictures }: BlogDeskService,
  { gate, take }: { gate: Gate; take: RateLimiter },
): void {
  app.get<{ Params: { id: string } }>(
    '/blog/pictures/:id.webp',
    { onRequest: limitVisits(take) },
    async (request, reply) => {
      const { data: id } = uuid.safeParse(request.params.id)
      const picture = id ? await pictures.find(id) : undefined
      if (!picture) return apiNotFound()
      // No code in a picture may run, even if someone opens its URL.
      reply.header('Content-Security-Policy', "default-src 'none'; sandbox")
      if (picture.isPublic) {
        return sendPublicFile(request, reply, {
          body: picture.bytes,
          type: 'image/webp',
          maxAge: DAY_SECONDS,
        })
      }
      if (!(await gate.read(request))?.isPlatformAdmin) return apiNotFound()
      return reply.header('Cache-Control', 'private, no-store').type('image/webp').send(picture.bytes)
    },
  )
}

/**
 * Preview URL for an operator who opens the page of a post that isn't public yet. Null for everyone else, so that they
 * don't learn that it exists.
 */
export function redirectToPreview(gate: Gate, { posts }: BlogDeskService) {
  return async (request: FastifyRequest): Promise<string | null> => {
    const slug = /^\/blog\/([^/?]+)\/?(\?|$)/.exec(request.url)?.[1]
    if (!slug || !(await gate.read(request))?.isPlatformAdmin) return null
    const id = await posts.findIdBySlug(slug)
    return id ? `/blog-admin/posts/${id}?view=preview` : null
  }
}
