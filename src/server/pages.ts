import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { createRequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type { PageServices, SharedPageServices } from '#contract/page-services.ts'
import { createPageCache, type RenderedPage } from './page-cache.ts'
import { AppError } from './platform/errors.ts'
import type { Events } from './platform/events.ts'
import { contentSecurityPolicy, newNonce } from './platform/http/app-shell.ts'
import type { RateLimiter } from './platform/http/limits.ts'
import { limitVisits } from './platform/http/visits.ts'
import { PROJECT_ROOT } from './project-root.ts'

/** Renders pages. `assets` is the folder of built scripts and styles, null in development. */
export type Pages = {
  render(request: Request, services: PageServices): Promise<Response>
  assets: string | null
  /** Compiles files on request; only in development. */
  vite: ViteDevServer | null
}

export type PageOptions = {
  services: SharedPageServices
  take: RateLimiter
  events: Pick<Events, 'subscribeInstance'>
  /** Path to redirect a caller to when the page doesn't exist for the public, such as a preview. */
  fallbackForMissing?: (request: FastifyRequest) => Promise<string | null>
}

/** Placeholder origin: pages only see paths, and links take their origin from the configuration. */
const ORIGIN = 'http://page.invalid'
/** Pages opened from emailed links; their URL holds a token that no other site may receive. */
const TOKEN_PAGES_PATTERN =
  /^\/(auth\/verify|invitations\/accept|privacy\/confirm|newsletter\/(confirm|unsubscribe))\/?$/
/** Matches the URL of a built file, as it was sent. */
const ASSET_URL_PATTERN = /^\/assets\/(?!\.)[\w@~+.-]{1,200}(?:\?|$)/
const BUILD_FOLDER = path.join(PROJECT_ROOT, 'build')

/** Loads the built pages, or in development lets Vite compile them on request. */
export async function loadPages({ development }: { development: boolean }): Promise<Pages> {
  // React chooses its build by NODE_ENV at its first import, which therefore happens below. The product's own production
  // mode has already been read.
  if (!development) process.env.NODE_ENV ??= 'production'
  const renderer = (load: () => Promise<ServerBuild>, mode: string): Pages['render'] => {
    let handle: ReturnType<typeof createRequestHandler> | undefined
    return async (request, services) => {
      const { createRequestHandler, RouterContextProvider, pageServicesKey } = entryOf(await load())
      handle ??= createRequestHandler(load, mode)
      const context = new RouterContextProvider()
      context.set(pageServicesKey, services)
      return handle(request, context)
    }
  }
  if (!development) {
    const build = (await import(
      pathToFileURL(path.join(BUILD_FOLDER, 'server/index.js')).href
    )) as ServerBuild
    return {
      render: renderer(async () => build, 'production'),
      assets: path.join(BUILD_FOLDER, 'client'),
      vite: null,
    }
  }
  const { createServer } = await import('vite')
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true } })
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
  return { render: renderer(build, 'development'), assets: null, vite }
}

type PagesEntry = {
  createRequestHandler: typeof createRequestHandler
  RouterContextProvider: typeof RouterContextProvider
  pageServicesKey: RouterContext<PageServices>
}

/** Reads the exports of the pages' entry: the router, and the context key of the services. */
function entryOf(build: ServerBuild): PagesEntry {
  return build.entry.module as unknown as PagesEntry // the framework's type lists only its own exports
}

/** Renders a page for every URL that no other route serves. */
export async function servePages(
  app: FastifyInstance,
  { render, assets, vite }: Pages,
  { services, take, events, fallbackForMissing }: PageOptions,
): Promise<void> {
  if (assets) await serveAssets(app, assets, take)
  if (vite) await compileOnDemand(app, vite)
  const pageCache = createPageCache()
  // Public pages change when a published post does, and events may have been missed after a lost connection.
  const unsubscribe = events.subscribeInstance(
    ({ type }) => type !== 'generation.changed' && pageCache.clear(),
  )
  app.addHook('onClose', async () => unsubscribe())
  // A cached page gets a new nonce with each response; the placeholder is random, so page content can't contain it.
  const placeholder = newNonce()
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = URL.parse(request.url, ORIGIN)
    // A URL such as `//example.com` would name another host.
    if (url?.origin !== ORIGIN) throw new AppError('not_found', 'There is nothing at this address')
    const { origin, organizationId } = request.site
    const page = await pageCache(origin + url.pathname + url.search, async () => {
      const siteServices = { ...services, origin, organizationId }
      const response = await render(pageRequest(request, reply, url, placeholder), siteServices)
      return { status: response.status, headers: response.headers, html: await response.text() }
    })
    const redirectTo = page.status === 404 ? await fallbackForMissing?.(request) : null
    if (redirectTo) return reply.header('Cache-Control', 'no-store').redirect(redirectTo)
    const nonce = newNonce()
    reply.code(page.status)
    for (const [name, value] of page.headers) reply.header(name, value)
    // Vite's client is inline and uses a socket, so the strict policy applies to built pages only.
    if (!vite) reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
    reply.header('Cache-Control', browserCaching(page))
    if (TOKEN_PAGES_PATTERN.test(url.pathname)) reply.header('Referrer-Policy', 'no-referrer')
    return reply.send(page.html.replaceAll(placeholder, nonce))
  }
  // GET and HEAD together: the automatic HEAD route cannot measure a streamed page.
  app.route({ method: ['GET', 'HEAD'], url: '/*', onRequest: limitVisits(take), handler })
}

/** Browsers may store a shared page and revalidate it; they don't store any other page. */
function browserCaching({ headers }: RenderedPage): string {
  return headers.get('cache-control')?.includes('s-maxage') ? 'no-cache' : 'no-store'
}

/** Builds the request for the renderer, with only the headers it reads. Rendering stops when the browser disconnects. */
function pageRequest(request: FastifyRequest, reply: FastifyReply, address: URL, nonce: string): Request {
  const aborted = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) aborted.abort()
  })
  const headers = new Headers({ 'x-nonce': nonce })
  if (request.headers.cookie) headers.set('cookie', request.headers.cookie)
  return new Request(address, { headers, signal: aborted.signal })
}

/**
 * Serves built files. Names under /assets contain a content hash, so browsers may cache them forever; the other files may
 * change. Files the build compressed are sent as they are.
 */
async function serveAssets(app: FastifyInstance, root: string, take: RateLimiter): Promise<void> {
  const fileOptions = (cacheControl: string) => ({
    index: false as const,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply: FastifyReply) => {
      reply.header('Cache-Control', cacheControl)
    },
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', limitVisits(take))
    scope.addHook('onRequest', async ({ url }) => {
      // Rejects names the build never produces before touching the disk.
      if (!ASSET_URL_PATTERN.test(url)) throw new AppError('not_found', 'There is nothing at this address')
    })
    await scope.register(fastifyStatic, {
      ...fileOptions('public, max-age=31536000, immutable'),
      root: path.join(root, 'assets'),
      prefix: '/assets/',
    })
  })
  // One route for each other file, because every other URL is a page.
  await app.register(async (scope) => {
    scope.addHook('onRequest', limitVisits(take))
    await scope.register(fastifyStatic, {
      ...fileOptions('public, max-age=3600'),
      root,
      wildcard: false,
      globIgnore: ['assets/**'],
      decorateReply: false,
    })
  })
}

async function compileOnDemand(app: FastifyInstance, vite: ViteDevServer): Promise<void> {
  const { default: middie } = await import('@fastify/middie')
  await app.register(middie)
  app.use((request, response, next) => {
    if (request.url?.startsWith('/api/') || request.url?.startsWith('/dev/')) next()
    else vite.middlewares(request, response, next)
  })
  app.addHook('onClose', () => vite.close())
}
