import type { FastifyRequest } from 'fastify'
import { getInstance, getLanguageModel, type Instance, type LanguageModelKind } from '#contract/instance.ts'
import type { PageBrand } from '#contract/page-services.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Platform } from '#server/platform/platform.ts'

type InstanceDeps = Pick<Platform, 'model'> & {
  instance: Instance
  brands: { ofHost(request: FastifyRequest): Promise<PageBrand | null> }
}

export function instanceRoutes(api: Api, { instance, brands, model }: InstanceDeps): void {
  const languageModel: LanguageModelKind =
    model.kind === 'embedded'
      ? { kind: 'embedded' }
      : { kind: 'connected', name: model.name, host: model.host }
  api.serve(getInstance, async ({ request }) => {
    const { name, supportEmail } = (await brands.ofHost(request)) ?? instance
    return { ...instance, name, supportEmail }
  })
  api.serve(getLanguageModel, async () => languageModel)
}
