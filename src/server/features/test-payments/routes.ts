import type { FastifyInstance, FastifyReply } from 'fastify'
import { TEST_STEPS } from '#server/platform/payments/test-life.ts'
import {
  checkoutPath,
  renderCheckoutPage,
  renderDeclinedPage,
  returnPath,
  UNKNOWN_CHECKOUT,
} from './service/checkout-page.ts'
import { STYLE } from './service/page.ts'
import { portalPath, renderPortalPage, UNKNOWN_PORTAL } from './service/portal-page.ts'
import type { TestPaymentsService } from './service.ts'

type IdRoute = { Params: { id: string } }
type CardRoute = { Params: { id: string; card: string } }
type StepRoute = { Params: { id: string; subscription: string; step: string } }

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

    scope.get<IdRoute>('/test-payments/checkout/:id', async ({ params }, reply) => {
      const checkout = await service.checkout(params.id)
      return checkout
        ? sendPage(reply, 200, renderCheckoutPage(checkout))
        : sendPage(reply, 404, UNKNOWN_CHECKOUT)
    })

    for (const [action, target] of Object.entries(CHECKOUT_ACTIONS)) {
      scope.post<IdRoute>(`/test-payments/checkout/:id/${action}`, async ({ params: { id } }, reply) => {
        const status = await service.settle(id, target)
        if (!status) return sendPage(reply, 404, UNKNOWN_CHECKOUT)
        if (status !== target) return reply.redirect(checkoutPath(id), 303)
        if (status === 'declined') return sendPage(reply, 200, renderDeclinedPage(id))
        return reply.redirect(status === 'paid' ? returnPath(id) : '/onboarding', 303)
      })
    }

    portalPages(scope, service)
  })
}

function portalPages(scope: FastifyInstance, service: TestPaymentsService): void {
  scope.get<IdRoute>('/test-payments/portal/:id', async ({ params }, reply) => {
    const view = await service.portal(params.id)
    return view ? sendPage(reply, 200, renderPortalPage(view)) : sendPage(reply, 404, UNKNOWN_PORTAL)
  })

  const redirectBack = (reply: FastifyReply, id: string, isDone: boolean) =>
    isDone ? reply.redirect(portalPath(id), 303) : sendPage(reply, 404, UNKNOWN_PORTAL)

  scope.post<CardRoute>('/test-payments/portal/:id/card/:card', async ({ params: { id, card } }, reply) => {
    const isCard = card === '4242' || card === '0341'
    return redirectBack(reply, id, isCard && (await service.changeCard(id, card)))
  })

  scope.post<StepRoute>('/test-payments/portal/:id/:subscription/:step', async ({ params }, reply) => {
    const step = TEST_STEPS.find((each) => each === params.step)
    const isDone = step !== undefined && (await service.step(params.id, params.subscription, step))
    return redirectBack(reply, params.id, isDone)
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
