import { getInstance, getLanguageModel, type Instance, type LanguageModelKind } from '#contract/instance.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Platform } from '#server/platform/platform.ts'

export function instanceRoutes(api: Api, instance: Instance, { model }: Pick<Platform, 'model'>): void {
  const languageModel: LanguageModelKind =
    model.kind === 'embedded'
      ? { kind: 'embedded' }
      : { kind: 'connected', name: model.name, host: model.host }
  api.serve(getInstance, async () => instance)
  api.serve(getLanguageModel, async () => languageModel)
}
