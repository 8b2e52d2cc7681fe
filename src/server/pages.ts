import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { AppError } from './platform/errors.ts'
import { contentSecurityPolicy, newNonce } from './platform/http/app-shell.ts'

/** How pages are made, and the folder of their scripts and styles once built. */
export type Pages = {
  render(request: Request): Promise<Response>
  assets: string | null
  /** Compiles what the browser asks for; only in development. */
  vite: ViteDevServer | null
}

/** Pages know paths only; the origin of links comes from the configuration. */
const ORIGIN = 'http://page.invalid'
const BUILD = path.resolve(import.meta.dirname, '../../build')

/** The pages as built, or in development as Vite compiles them when they are asked for. */
export async function loadPages({ development }: { development: boolean }): Promise<Pages> {
  // React picks its build by this at its first import, which is why that import is here; the product's own production
  // mode was read from the environment before.
  if (!development) process.env.NODE_ENV ??= 'production'
  const { createRequestHandler } = await import('react-router')
  if (!development) {
    const build = (await import(pathToFileURL(path.join(BUILD, 'server/index.js')).href)) as ServerBuild
    return {
      render: createRequestHandler(build, 'production'),
      assets: path.join(BUILD, 'client'),
      vite: null,
    }
  }
  const { createServer } = await import('vite')
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true } })
  const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
  return { render: createRequestHandler(build, 'development'), assets: null, vite }
}

/** Serves every address that no other route took by rendering the page for it. */
export async function servePages(app: FastifyInstance, { render, assets, vite }: Pages): Promise<void> {
  if (assets) await serveAssets(app, assets)
  if (vite) await compileOnDemand(app, vite)
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = newNonce()
    const address = URL.parse(request.url, ORIGIN)
    // `//` and its like would name another host.
    if (address?.origin !== ORIGIN) throw new AppError('not_found', 'There is nothing at this address')
    const response = await render(pageRequest(request, reply, address, nonce))
    // Vite's own client is inline and speaks over a socket: the strict policy is for what is built.
    if (!vite) reply.header('Content-Security-Policy', contentSecurityPolicy(nonce))
    reply.header('Cache-Control', 'no-store')
    if (address.pathname === '/auth/verify') reply.header('Referrer-Policy', 'no-referrer')
    return reply.send(response)
  }
  // GET and HEAD together: the automatic HEAD route cannot measure a streamed page.
  app.route({ method: ['GET', 'HEAD'], url: '/*', handler })
}

/** The request as the pages see it; rendering stops when the browser goes away. */
function pageRequest(request: FastifyRequest, reply: FastifyReply, address: URL, nonce: string): Request {
  const aborted = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) aborted.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  headers.set('x-nonce', nonce) // also overwrites one that a client sent
  return new Request(address, { headers, signal: aborted.signal })
}

/** Files under /assets carry a hash of their content in the name; the few others may change. */
async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    cacheControl: false,
    setHeaders(response, file) {
      const hashed = file.startsWith(path.join(root, 'assets'))
      response.header(
        'Cache-Control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
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
