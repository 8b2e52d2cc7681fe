import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/brand.ts'
import type { PageBrand } from '#contract/page-services.ts'
import { contextOf } from '#server/platform/context.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import type { Api } from '#server/platform/http/api.ts'
import { apiNotFound } from '#server/platform/http/app-shell.ts'
import type { RateLimiter } from '#server/platform/http/limits.ts'
import type { Gate } from '#server/platform/http/session.ts'
import { limitVisits } from '#server/platform/http/visits.ts'
import type { BrandsService } from './service.ts'

export function brandsRoutes(api: Api, service: BrandsService): void {
  api.serve(contract.getBrand, (call) => service.get(contextOf(call)))
  api.serve(contract.changeBrand, (call) => service.change(contextOf(call), call.body))
  api.serve(contract.uploadLogo, (call) => service.setImage(contextOf(call), 'logo', call.bytes))
  api.serve(contract.removeLogo, (call) => service.removeImage(contextOf(call), 'logo'))
  api.serve(contract.uploadFavicon, (call) => service.setImage(contextOf(call), 'favicon', call.bytes))
  api.serve(contract.removeFavicon, (call) => service.removeImage(contextOf(call), 'favicon'))
  api.serve(contract.setSender, (call) => service.setSender(contextOf(call), call.body.address))
  api.serve(contract.checkSender, (call) => service.checkSender(contextOf(call)))
  api.serve(contract.removeSender, (call) => service.removeSender(contextOf(call)))
}

/** Which organization's brand a request sees. */
export type BrandResolver = {
  /** Of the host alone: the same for everyone who opens it. */
  ofHost(request: FastifyRequest): Promise<PageBrand | null>
  /** Of the host, or else of the signed-in member. */
  ofMember(request: FastifyRequest): Promise<PageBrand | null>
  organizationOf(request: FastifyRequest): Promise<OrganizationId | null>
}

export function createBrandResolver(service: BrandsService, gate: Gate): BrandResolver {
  const organizationOf = async (request: FastifyRequest) =>
    request.site.organizationId ?? (await gate.read(request))?.organizationId ?? null
  return {
    ofHost: (request) => service.brandOf(request.site.organizationId),
    // Without the database the page still says what is wrong.
    ofMember: async (request) =>
      organizationOf(request)
        .then((organizationId) => service.brandOf(organizationId))
        .catch(() => null),
    organizationOf,
  }
}

/** A picture's URL changes with its content. */
const YEAR_SECONDS = 365 * 24 * 3600
/** Size of `public/favicon.svg` for the manifest of the product itself. */
const ANY_SIZE = 'any'
/** The dark theme's page, the first thing an installed app shows. */
const BACKGROUND_COLOR = '#0d0f13'

/** Serves the pictures of the brand that a request sees, and the manifest of the installed app. */
export function serveBrand(
  app: FastifyInstance,
  service: BrandsService,
  { resolver, productName, take }: { resolver: BrandResolver; productName: string; take: RateLimiter },
): void {
  app.get<{ Params: { kind: string; hash: string } }>(
    '/brand/:kind(logo|favicon)-:hash([0-9a-f]{32}).png',
    { onRequest: limitVisits(take) },
    async (request, reply) => {
      const { kind, hash } = request.params
      const organizationId = await resolver.organizationOf(request)
      const bytes =
        organizationId && (await service.findImage(organizationId, kind as contract.ImageKind, hash)) // by the route
      if (!bytes) return apiNotFound()
      return (
        reply
          // No code in a picture may run, even if someone opens its URL.
          .header('Content-Security-Policy', "default-src 'none'; sandbox")
          .header('Cache-Control', `private, max-age=${YEAR_SECONDS}, immutable`)
          .header('Vary', 'Cookie')
          .type('image/png')
          .send(bytes)
      )
    },
  )

  app.get('/manifest.webmanifest', { onRequest: limitVisits(take) }, async (request, reply) => {
    const brand = await resolver.ofMember(request)
    const name = brand?.name ?? productName
    const icon = brand?.favicon
      ? { src: brand.favicon, type: 'image/png', sizes: '192x192' }
      : { src: '/favicon.svg', type: 'image/svg+xml', sizes: ANY_SIZE }
    return reply
      .header('Cache-Control', 'private, no-cache')
      .header('Vary', 'Cookie')
      .type('application/manifest+json')
      .send(
        JSON.stringify({
          name,
          short_name: name,
          start_url: '/dashboard',
          display: 'browser',
          background_color: BACKGROUND_COLOR,
          theme_color: brand?.themeColor ?? BACKGROUND_COLOR,
          icons: [icon],
        }),
      )
  })
}
