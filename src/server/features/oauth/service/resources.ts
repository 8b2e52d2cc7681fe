import type { AppResource } from '#contract/connected-apps.ts'
import { SCOPES, type Scope } from '#contract/endpoint.ts'

/** An address that access tokens can be for; they work nowhere else. */
export type Resource = { name: AppResource; url: string; scopes: readonly Scope[] }

const MCP_SCOPES: readonly Scope[] = [
  ...(['contacts:read', 'contacts:write', 'signals:read', 'tasks:read', 'tasks:write'] as const),
  ...(['enrichment:run', 'outreach:draft'] as const),
]
const READ_SCOPES: readonly Scope[] = ['contacts:read', 'signals:read', 'tasks:read', 'outreach:draft']

/** Apps act as members, who manage no webhooks. */
const API_SCOPES = SCOPES.filter((scope) => scope !== 'webhooks:manage')

/** The resources of an installation, by the address that it is configured with alone. */
export function resourcesOf(appUrl: string): readonly Resource[] {
  return [
    { name: 'mcp', url: `${appUrl}/mcp`, scopes: MCP_SCOPES },
    { name: 'mcp-readonly', url: `${appUrl}/mcp/readonly`, scopes: READ_SCOPES },
    { name: 'api', url: `${appUrl}/api/v1`, scopes: API_SCOPES },
  ]
}
