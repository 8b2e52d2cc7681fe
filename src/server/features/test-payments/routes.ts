import type { FastifyInstance, FastifyReply } from 'fastify'
import { TEST_STEPS } from '#server/platform/payments/test-life.ts'
import {
  checkoutPage,
  checkoutPath,
  declinedPage,
  returnPath,
  UNKNOWN_CHECKOUT,
} from './service/checkout-page.ts'
import { STYLE } from './service/page.ts'
import { portalPage, portalPath, UNKNOWN_PORTAL } from './service/portal-page.ts'
import type { TestPaymentsService } from './service.ts'

type ById = { Params: { id: string } }
type ByCard = { Params: { id: string; card: string } }
type ByStep = { Params: { id: string; subscription: string; step: string } }

const CHECKOUT_ACTIONS = { pay: 'paid', decline: 'declined', cancel: 'canceled' } as const

const POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Hosted checkout and customer portal of the test payments, without session or script. The server's same-site check
 * also covers these routes.
 */
export function testPaymentsPages(app: FastifyInstance, service: TestPaymentsService): void {
  app.register(async (scope) => {
    // The forms are empty: the URL names the checkout and the action.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null, undefined)
    })

    scope.get('/test-payments/style.css', async (_request, reply) =>
      reply.type('text/css; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(STYLE),
    )

    scope.get<ById>('/test-payments/checkout/:id', async ({ params }, reply) => {
      const checkout = await service.checkout(params.id)
      return checkout ? sendPage(reply, 200, checkoutPage(checkout)) : sendPage(reply, 404, UNKNOWN_CHECKOUT)
    })

    for (const [action, wanted] of Object.entries(CHECKOUT_ACTIONS)) {
      scope.post<ById>(`/test-payments/checkout/:id/${action}`, async ({ params: { id } }, reply) => {
        const status = await service.settle(id, wanted)
        if (!status) return sendPage(reply, 404, UNKNOWN_CHECKOUT)
        if (status !== wanted) return reply.redirect(checkoutPath(id), 303)
        if (status === 'declined') return sendPage(reply, 200, declinedPage(id))
        return reply.redirect(status === 'paid' ? returnPath(id) : '/onboarding', 303)
      })
    }

    portalPages(scope, service)
  })
}

function portalPages(scope: FastifyInstance, service: TestPaymentsService): void {
  scope.get<ById>('/test-payments/portal/:id', async ({ params }, reply) => {
    const view = await service.portal(params.id)
    return view ? sendPage(reply, 200, portalPage(view)) : sendPage(reply, 404, UNKNOWN_PORTAL)
  })

  const backTo = (reply: FastifyReply, id: string, done: boolean) =>
    done ? reply.redirect(portalPath(id), 303) : sendPage(reply, 404, UNKNOWN_PORTAL)

  scope.post<ByCard>('/test-payments/portal/:id/card/:card', async ({ params: { id, card } }, reply) => {
    const isCard = card === '4242' || card === '0341'
    return backTo(reply, id, isCard && (await service.changeCard(id, card)))
  })

  scope.post<ByStep>('/test-payments/portal/:id/:subscription/:step', async ({ params }, reply) => {
    const step = TEST_STEPS.find((one) => one === params.step)
    const done = step !== undefined && (await service.step(params.id, params.subscription, step))
    return backTo(reply, params.id, done)
  })
}

function sendPage(reply: FastifyReply, status: number, page: string) {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
      // The URL is the key to the checkout. `no-referrer` would also hide the origin from our own same-site check.
      'Referrer-Policy': 'same-origin',
    })
    .send(page)
}
