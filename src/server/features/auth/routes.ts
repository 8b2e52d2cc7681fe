import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/auth.ts'
import { endSession, endSessions, listSessions } from '#contract/profile.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import type { Gate, Session } from '#server/platform/http/session.ts'
import { newSecret } from '#server/platform/ids.ts'
import { sendItems } from '#server/platform/page.ts'
import { LINK_MINUTES } from './limits.ts'
import type { AuthService } from './service.ts'

const SESSION_COOKIE_SECONDS = 30 * 24 * 3600
/** Readable by scripts and not secret: public pages use it to decide whether to ask for the user. */
const SIGNED_IN_HINT = 'signed_in'
const PENDING_COOKIE_SECONDS = 10 * 60
const SECRET_PATTERN = /^[\w-]{43}$/

/** Names and attributes of the cookies: `__Host-` binds the session to this host wherever https is used. */
export function createSessionCookies(appUrl: string) {
  const secure = appUrl.startsWith('https:')
  const sessionCookie = secure ? '__Host-sid' : 'sid'
  const browserCookie = secure ? '__Host-link' : 'link'
  const attributes = { path: '/', sameSite: 'lax', secure } as const
  const readBrowser = (request: FastifyRequest): string | undefined => request.cookies[browserCookie]
  const browserSecretOf = (request: FastifyRequest): string => {
    const cookie = readBrowser(request)
    return cookie && SECRET_PATTERN.test(cookie) ? cookie : newSecret()
  }
  return {
    /** The secret of a browser that requested a link recently. */
    readBrowser,
    /** That secret, or a new one, before the browser is marked with it. */
    browserSecretOf,
    /** Marks the browser so that it is recognized when it returns to a sign-in. @returns its secret */
    markBrowser(request: FastifyRequest, reply: FastifyReply, secret = browserSecretOf(request)): string {
      reply.setCookie(browserCookie, secret, { ...attributes, httpOnly: true, maxAge: LINK_MINUTES * 60 })
      return secret
    },
    read: (request: FastifyRequest): string | undefined => request.cookies[sessionCookie],
    /** The hint of a sign-in that waits for its code leads to the code page. */
    set(reply: FastifyReply, sid: string, isAwaitingCode = false) {
      const maxAge = isAwaitingCode ? PENDING_COOKIE_SECONDS : SESSION_COOKIE_SECONDS
      reply.setCookie(sessionCookie, sid, { ...attributes, httpOnly: true, maxAge })
      reply.setCookie(SIGNED_IN_HINT, isAwaitingCode ? 'code' : '1', { ...attributes, maxAge })
    },
    /** A signed-in caller with the session in use. */
    signedInUserOf: ({ session, request }: { session: Session; request: FastifyRequest }) => ({
      session,
      sid: request.cookies[sessionCookie] ?? '',
      requestId: request.id,
    }),
    clear(reply: FastifyReply) {
      reply.clearCookie(sessionCookie, { ...attributes, httpOnly: true })
      reply.clearCookie(SIGNED_IN_HINT, attributes)
    },
  }
}
export type SessionCookies = ReturnType<typeof createSessionCookies>

/** A session on the site that the request reached; an organization's own domain knows its members only, and no operators. */
function sessionOn({ organizationId }: RequestSite, session: Session | null): Session | null {
  if (!session || organizationId === null) return session
  if (session.organizationId !== organizationId) return null
  const { needsSecondFactor: _, ...member } = session
  return { ...member, isPlatformAdmin: false }
}

/**
 * Reads the caller of each request from the session cookie. A sign-in that waits for its code is not a session: where one
 * is required, the error says what is missing.
 */
export function createSessionGate(service: AuthService, cookies: SessionCookies): Gate {
  return {
    async read(request) {
      const sid = cookies.read(request)
      const session = sessionOn(request.site, await service.sessionOf(sid, request.site.organizationId))
      const { endpoint } = request.routeOptions.config
      if (!session && sid && endpoint && endpoint.access !== 'public' && (await service.pendingSignInOf(sid)))
        throw new AppError('code_needed', 'Enter the code of your authenticator app to finish signing in')
      return session
    },
    findCached(request) {
      const cached = service.cachedSession(cookies.read(request))
      const session = sessionOn(request.site, cached?.session ?? null)
      return cached && session && { ...cached, session }
    },
  }
}

export function authRoutes(api: Api, service: AuthService, cookies: SessionCookies): void {
  api.serve(contract.getCurrentUser, ({ session }) => service.currentUser(session))

  api.serve(contract.getIsAdmin, async ({ session }) => ({
    isAdmin: session.isPlatformAdmin,
    ...(session.needsSecondFactor ? { needsSecondFactor: true as const } : {}),
  }))

  api.serve(contract.requestMagicLink, async ({ body, request, reply }) => {
    await service.requestLink(body.email, {
      ip: request.ip,
      browser: isBrowser(request) ? cookies.markBrowser(request, reply) : null,
      site: request.site,
    })
    return { ok: true as const }
  })

  linkRoutes(api, service, cookies)

  api.serve(contract.logout, async ({ request, reply }) => {
    // Another site's page may link here but can't sign people out.
    const site = request.headers['sec-fetch-site']
    const sid = cookies.read(request)
    if (sid && site !== 'cross-site' && !isPrefetch(request)) {
      await service.endSession(sid, request.id)
      cookies.clear(reply)
      reply.header('Clear-Site-Data', '"cache"')
    }
    return reply.redirect('/')
  })

  sessionRoutes(api, service, cookies)
}

/** Checking and using a sign-in link. */
function linkRoutes(api: Api, service: AuthService, cookies: SessionCookies): void {
  const findConfirmation = (token: string | undefined, request: FastifyRequest, session: Session | null) =>
    service.findConfirmation(token, { ip: request.ip, browser: cookies.readBrowser(request), session })

  /** Uses a link. @returns the page to continue on */
  async function signInWithLink(
    token: string | undefined,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<string> {
    const signIn = await service.signInWithLink(token, {
      ip: request.ip,
      oldSid: cookies.read(request),
      requestId: request.id,
      userAgent: request.headers['user-agent'],
      site: request.site,
    })
    if (!signIn.ok)
      return signIn.reason === 'single_sign_on' ? signIn.page : `/auth/verify?error=${signIn.reason}`
    cookies.set(reply, signIn.sid, signIn.isAwaitingCode)
    return signIn.isAwaitingCode ? '/auth/code' : '/dashboard'
  }

  api.serve(contract.readMagicLink, async ({ body, request, session }) => ({
    question: await findConfirmation(body.token, request, session),
  }))

  api.serve(contract.confirmMagicLink, async ({ body, request, reply }) => ({
    location: await signInWithLink(body.token, { request, reply }),
  }))

  api.serve(contract.verifyMagicLink, async ({ query, request, reply, session }) => {
    if (isPrefetch(request)) return reply.code(204).send()
    reply.header('Referrer-Policy', 'no-referrer')
    if (isForeignNavigation(request) && (await findConfirmation(query.token, request, session)))
      return reply.redirect(`/auth/verify?${new URLSearchParams({ token: query.token ?? '' })}`)
    return reply.redirect(await signInWithLink(query.token, { request, reply }))
  })
}

/** The user's own sessions. */
function sessionRoutes(api: Api, service: AuthService, cookies: SessionCookies): void {
  api.serve(listSessions, async (call) =>
    sendItems(call, await service.listOwnSessions(cookies.signedInUserOf(call), call.query)),
  )

  api.serve(endSession, (call) => service.endOwnSession(cookies.signedInUserOf(call), call.params.id))

  api.serve(endSessions, async (call) => {
    const ended = await service.endOwnSessions(cookies.signedInUserOf(call), call.body.includeThis)
    if (call.body.includeThis) cookies.clear(call.reply)
    return { ended }
  })
}

/** True for link scanners, preloading browsers, and pictures or frames: requests without a visitor. */
function isPrefetch({ method, headers }: FastifyRequest): boolean {
  const purpose = `${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`
  const isSubresource = !['document', 'empty'].includes(String(headers['sec-fetch-dest'] ?? 'empty'))
  const isOtherSite = ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site']))
  return method === 'HEAD' || purpose.includes('prefetch') || isSubresource || isOtherSite
}

/**
 * True if a link outside of our own pages may have opened this URL, such as one in an email, or if the browser sends no
 * fetch metadata. Our own page asks its question before it continues. Programs don't follow foreign links.
 */
function isForeignNavigation(request: FastifyRequest): boolean {
  return isBrowser(request) && request.headers['sec-fetch-site'] !== 'same-origin'
}

function isBrowser({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-site'] !== undefined || (headers['user-agent'] ?? '').startsWith('Mozilla/')
}
