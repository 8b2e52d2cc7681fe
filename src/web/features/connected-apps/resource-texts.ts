import type { AppResource } from '#contract/connected-apps.ts'

/** Names of the parts of the product that an app asks for. */
export const RESOURCE_TEXTS: Record<AppResource, string> = {
  mcp: 'AI assistant',
  'mcp-readonly': 'AI assistant, read only',
  api: 'API',
}
