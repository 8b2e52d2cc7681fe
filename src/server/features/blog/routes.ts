import type { FastifyInstance } from 'fastify'
import { getBlogPost, listBlogPosts } from '#contract/blog.ts'
import { documentNames } from '#server/platform/content/documents.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import { apiNotFound } from '#server/platform/http/app-shell.ts'
import type { RateLimiter } from '#server/platform/http/limits.ts'
import { sendPublicFile } from '#server/platform/http/public-file.ts'
import { limitVisits } from '#server/platform/http/visits.ts'
import { sendItems } from '#server/platform/page.ts'
import { robotsOf, sitemapOf } from './service/site-files.ts'
import type { BlogService } from './service.ts'

export function blogRoutes(api: Api, service: BlogService): void {
  api.serve(listBlogPosts, async (call) => sendItems(call, await service.browse(call.query)))

  api.serve(getBlogPost, async ({ params }) => {
    const page = await service.post(params.slug)
    if (!page) throw notFound('Post')
    return page.post
  })
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/**
 * Files of the site besides its pages: feed, sitemap, robots.txt, security.txt and link pictures. URLs in them come from
 * `appUrl`, never from a request.
 */
export function serveSiteFiles(
  app: FastifyInstance,
  service: BlogService,
  { appUrl, take }: { appUrl: string; take: RateLimiter },
): void {
  const documents = documentNames()
  const routeOptions = { onRequest: limitVisits(take) }

  app.get('/blog/feed.xml', routeOptions, async (request, reply) => {
    const { body, updatedAt } = await service.renderFeed()
    const type = 'application/atom+xml; charset=utf-8'
    return sendPublicFile(request, reply, { body, type, maxAge: HOUR_SECONDS / 4, lastModified: updatedAt })
  })

  app.get('/sitemap.xml', routeOptions, async (request, reply) => {
    const body = sitemapOf(appUrl, { documents, posts: await service.listSitemapEntries() })
    return sendPublicFile(request, reply, {
      body,
      type: 'application/xml; charset=utf-8',
      maxAge: HOUR_SECONDS,
    })
  })

  app.get('/robots.txt', routeOptions, async (request, reply) =>
    sendPublicFile(request, reply, {
      body: request.site.organizationId === null ? robotsOf(appUrl) : 'User-agent: *\nDisallow: /\n',
      type: 'text/plain; charset=utf-8',
      maxAge: HOUR_SECONDS,
    }),
  )

  app.get('/.well-known/security.txt', routeOptions, async (request, reply) =>
    sendPublicFile(request, reply, {
      body: service.securityText(),
      type: 'text/plain; charset=utf-8',
      maxAge: DAY_SECONDS,
    }),
  )

  // Other sites show these pictures beside links to our pages.
  const pictureFile = (body: Buffer) => ({ body, type: 'image/png', maxAge: DAY_SECONDS })
  app.get('/card.png', routeOptions, async (request, reply) => {
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return sendPublicFile(request, reply, pictureFile(await service.siteCard()))
  })

  app.get<{ Params: { slug: string } }>('/blog/:slug/card.png', routeOptions, async (request, reply) => {
    const card = await service.card(request.params.slug)
    if (!card) return apiNotFound()
    reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return sendPublicFile(request, reply, pictureFile(card))
  })
}
