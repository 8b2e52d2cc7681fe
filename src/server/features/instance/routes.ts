import { getInstance, type Instance } from '#contract/instance.ts'
import type { Api } from '#server/platform/http/api.ts'

export function instanceRoutes(api: Api, instance: Instance): void {
  api.serve(getInstance, async () => instance)
}
