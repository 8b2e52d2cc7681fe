import { chat } from '#contract/assistant.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { AssistantService } from './service.ts'

export function assistantRoutes(api: Api, service: AssistantService): void {
  api.serve(chat, ({ body }) => service.reply(body.message))
}
