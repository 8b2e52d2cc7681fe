import { dismissEmailSuggestion } from '#contract/contacts.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { VerificationService } from './service.ts'

export function verificationRoutes(api: Api, service: VerificationService): void {
  api.serve(dismissEmailSuggestion, (call) => service.dismissSuggestion(contextOf(call), call.params.id))
}
