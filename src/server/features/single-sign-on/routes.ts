import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/single-sign-on.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Outcome, SingleSignOnService, Visitor } from './service.ts'

type Cookies = {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, sid: string, isAwaitingCode?: boolean): void
  readBrowser(request: FastifyRequest): string | undefined
  browserSecretOf(request: FastifyRequest): string
  markBrowser(request: FastifyRequest, reply: FastifyReply, secret?: string): string
}

export function singleSignOnRoutes(api: Api, service: SingleSignOnService, cookies: Cookies): void {
  const { settings } = service

  api.serve(contract.getSingleSignOn, (call) =>
    settings.readSettings(contextOf(call), call.request.site.origin),
  )
  api.serve(contract.setBreakGlass, (call) =>
    settings.setBreakGlass(contextOf(call), call.body.breakGlass, call.request.site.origin),
  )
  api.serve(contract.createConnection, (call) =>
    settings.create(contextOf(call), call.body, call.request.site.origin),
  )
  api.serve(contract.changeConnection, (call) =>
    settings.change(contextOf(call), call.params.connectionId, call.body, call.request.site.origin),
  )
  api.serve(contract.deleteConnection, (call) => settings.remove(contextOf(call), call.params.connectionId))
  api.serve(contract.testConnection, async (call) => {
    const browser = cookies.browserSecretOf(call.request)
    const visit = { browser, origin: call.request.site.origin }
    const location = await service.startTest(contextOf(call), call.params.connectionId, visit)
    cookies.markBrowser(call.request, call.reply, browser)
    return { location }
  })

  signInRoutes(api, service, cookies)
}

/** Routes of people who are not signed in yet. */
function signInRoutes(api: Api, service: SingleSignOnService, cookies: Cookies): void {
  const visitorOf = (request: FastifyRequest): Visitor => ({
    ip: request.ip,
    browser: cookies.readBrowser(request),
    oldSid: cookies.read(request),
    requestId: request.id,
    userAgent: request.headers['user-agent'],
  })
  /** Sets the session of a finished sign-in. @returns the next page */
  const finish = (reply: FastifyReply, { location, session }: Outcome): string => {
    if (session) cookies.set(reply, session.sid, session.isAwaitingCode)
    // The URL of this request has secrets.
    reply.header('Referrer-Policy', 'no-referrer')
    return location
  }

  api.serve(contract.findSingleSignOn, async ({ body, request }) => ({
    connection: await service.find(body.domain, request),
  }))

  api.serve(contract.getSignInPage, async ({ params }) => ({
    host: await service.hostOf(params.connectionId),
  }))

  api.serve(contract.startSignIn, async ({ params, body, request, reply }) => {
    const browser = cookies.browserSecretOf(request)
    const visit = { browser, ...request.site, ip: request.ip, email: body.email }
    const location = await service.start(params.connectionId, visit)
    cookies.markBrowser(request, reply, browser)
    return { location }
  })

  api.serve(contract.finishOidc, async ({ params, request, reply }) => {
    // A HEAD request must not use up the sign-in.
    if (request.method !== 'GET') return reply.code(204).send()
    const query = request.url.split('?', 2)[1] ?? ''
    const outcome = await service.finishOidc(params.connectionId, query, visitorOf(request))
    return reply.redirect(finish(reply, outcome))
  })

  api.serve(contract.receiveSaml, async ({ params, bytes, request, reply }) => {
    const received = await service.receiveSaml(params.connectionId, {
      ...{ form: bytes.toString(), site: request.site, ip: request.ip, requestId: request.id },
    })
    if (received.browser) cookies.markBrowser(request, reply, received.browser)
    reply.header('Referrer-Policy', 'no-referrer')
    return reply.redirect(received.location, 303)
  })

  api.serve(contract.finishSaml, async ({ params, query, request, reply }) => {
    if (request.method !== 'GET') return reply.code(204).send()
    const outcome = await service.finishSaml(params.connectionId, query.ticket ?? '', visitorOf(request))
    return reply.redirect(finish(reply, outcome))
  })

  api.serve(contract.readUnsolicited, ({ params, body, request, session }) =>
    service.readUnsolicited(params.connectionId, body.ticket, {
      browser: cookies.readBrowser(request),
      session,
    }),
  )

  api.serve(contract.confirmUnsolicited, async ({ params, body, request, reply }) => {
    const outcome = await service.finishSaml(params.connectionId, body.ticket, visitorOf(request))
    return { location: finish(reply, outcome) }
  })

  api.serve(contract.getMetadata, async ({ params, reply }) => {
    reply.header('Content-Type', 'application/samlmetadata+xml')
    return service.metadataOf(params.connectionId)
  })
}
