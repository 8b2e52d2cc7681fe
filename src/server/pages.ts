import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { createRequestHandler, RouterContext, RouterContextProvider, ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import type { PageServices } from '#contract/page-services.ts'
import { createPageCache, type RenderedPage } from './page-cache.ts'
import { AppError } from './platform/errors.ts'
import type { Events } from './platform/events.ts'
import { contentSecurityPolicy, newNonce } from './platform/http/app-shell.ts'
import type { RateLimiter } from './platform/http/limits.ts'
import { countVisit } from './platform/http/visits.ts'
import { PROJECT_ROOT } from './project-root.ts'

/** How pages are made, and the folder of their scripts and styles once built. */
export type Pages = {
  render(request: Request, services: PageServices): Promise<Response>
  assets: string | null
  /** Compiles what the browser asks for; only in development. */
  vite: ViteDevServer | null
}

export type PageOptions = {
  services: PageServices
  take: RateLimiter
  events: Pick<Events, 'subscribeInstance'>
  /** A path to which a caller is led where there is no page for others. */
  fallbackForMissing?: (request: FastifyRequest) => Promise<string | null>
}

/** Pages know paths only; the origin of links comes from the configuration. */
const ORIGIN = 'http://page.invalid'
/** Pages that mailed links open: what stands in their address is told to nobody. */
const TOKEN_PAGES =
  /^\/(auth\/verify|invitations\/accept|privacy\/confirm|newsletter\/(confirm|unsubscribe))\/?$/
/** A file of the build, by the address as it was sent. */
const ASSET = /^\/assets\/(?!\.)[\w@~+.-]{1,200}(?:\?|$)/
const BUILD = path.join(PROJECT_ROOT, 'build')

/** The pages as built, or in development as Vite compiles them when they are asked for. */
export async function loadPages({ development }: { development: boolean }): Promise<Pages> {
  // React picks its build by this at its first import, which is why that import is here; the product's own production
  // mode was read from the environment before.
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
    const build = (await import(pathToFileURL(path.join(BUILD, 'server/index.js')).href)) as ServerBuild
    return {
      render: renderer(async () => build, 'production'),
      assets: path.join(BUILD, 'client'),
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

/** What the pages' own entry hands out: their router, and the key under which they look for the services. */
function entryOf(build: ServerBuild): PagesEntry {
  return build.entry.module as unknown as PagesEntry // its type names only what the framework itself asks for
}

/** Serves every address that no other route took by rendering the page for it. */
export async function servePages(
  app: FastifyInstance,
  { render, assets, vite }: Pages,
  { services, take, events, fallbackForMissing }: PageOptions,
): Promise<void> {
  if (assets) await serveAssets(app, assets, take)
  if (vite) await compileOnDemand(app, vite)
  const cached = createPageCache()
  const stopHearing = events.subscribeInstance(({ type }) => type !== 'generation.changed' && cached.clear())
  app.addHook('onClose', async () => stopHearing())
  // Kept pages get a nonce of their own with each answer. Nobody outside can know what stands for it.
  const placeholder = newNonce()
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = URL.parse(request.url, ORIGIN)
    // `//` and its like would name another host.
    if (address?.origin !== ORIGIN) throw new AppError('not_found', 'There is nothing at this address')
    const page = await cached(address.pathname + address.search, async () => {
      const response = await render(pageRequest(request, reply, address, placeholder), services)
      return { status: response.status, headers: response.headers, html: await response.text() }
    })
    const instead = page.status === 404 ? await fallbackForMissing?.(request) : null
    if (instead) return reply.header('Cache-Control', 'no-store').redirect(instead)
    const nonce = newNonce()
    reply.code(page.status)
    for (const [name, value] of page.headers) reply.header(name, value)
    // Vite's own client is inline and speaks over a socket: the strict policy is for what is built.
    if (!vite) reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
    reply.header('Cache-Control', browserCaching(page))
    if (TOKEN_PAGES.test(address.pathname)) reply.header('Referrer-Policy', 'no-referrer')
    return reply.send(page.html.replaceAll(placeholder, nonce))
  }
  // GET and HEAD together: the automatic HEAD route cannot measure a streamed page.
  app.route({ method: ['GET', 'HEAD'], url: '/*', onRequest: countVisit(take), handler })
}

/** A shared page may be kept by a browser that asks whether it is still good; others are not to be kept at all. */
function browserCaching({ headers }: RenderedPage): string {
  return headers.get('cache-control')?.includes('s-maxage') ? 'no-cache' : 'no-store'
}

/** The request as the pages see it: of its headers, what they read. Rendering stops when the browser goes away. */
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
 * Files under /assets carry a hash of their content in the name; the few others may change. What the build compressed
 * is sent as it is.
 */
async function serveAssets(app: FastifyInstance, root: string, take: RateLimiter): Promise<void> {
  const kept = (caching: string) => ({
    index: false as const,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply: FastifyReply) => {
      reply.header('Cache-Control', caching)
    },
  })
  await app.register(async (scope) => {
    scope.addHook('onRequest', countVisit(take))
    scope.addHook('onRequest', async ({ url }) => {
      // Before anything is looked up: the build gives no other names.
      if (!ASSET.test(url)) throw new AppError('not_found', 'There is nothing at this address')
    })
    await scope.register(fastifyStatic, {
      ...kept('public, max-age=31536000, immutable'),
      root: path.join(root, 'assets'),
      prefix: '/assets/',
    })
  })
  // A route for each of the few others: what is none of them is a page.
  await app.register(async (scope) => {
    scope.addHook('onRequest', countVisit(take))
    await scope.register(fastifyStatic, {
      ...kept('public, max-age=3600'),
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
