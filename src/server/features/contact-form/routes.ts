import { listContactSubmissions, submitContactForm } from '#contract/contact-form.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { ContactFormService } from './service.ts'

export function contactFormRoutes(api: Api, service: ContactFormService): void {
  api.serve(submitContactForm, async ({ body, request }) => {
    await service.submit(body, request.ip)
    return { ok: true as const }
  })

  api.serve(listContactSubmissions, ({ query }) => service.list(query))
}
