import type { ShownApiKey } from '#contract/api-keys.ts'
import { SCOPES, type Scope } from '#contract/endpoint.ts'
import type { Person, TestApp, TestResponse } from '#test/test-app.ts'

const REVISION = '2026-07-28'

export type ToolResult = {
  content: { type: string; text: string }[]
  structuredContent?: Record<string, never>
  isError?: boolean
}

/** Creates an API key of a member. */
export async function createKey(member: Person, scopes: readonly Scope[] = SCOPES, fields: object = {}) {
  const path = `/api/organizations/${member.organizationId}/api-keys`
  const created: ShownApiKey = (await member.request('POST', path, { name: 'Test', scopes, ...fields })).json
  return created
}

/** An assistant that speaks the current revision of the protocol. */
export function createMcpClient(
  app: TestApp,
  token: string,
  { path = '/mcp', capabilities = {} }: { path?: string; capabilities?: object } = {},
) {
  function send(method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const name: Record<string, string> = params.name === undefined ? {} : { 'mcp-name': String(params.name) }
    const message = {
      ...{ jsonrpc: '2.0', id: 1, method },
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': REVISION,
          'io.modelcontextprotocol/clientCapabilities': capabilities,
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        },
      },
    }
    return app.visitor('POST', path, message, {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': REVISION },
      ...{ 'mcp-method': method, ...name, ...headers },
    })
  }

  /** The result of a method. */
  async function read<T>(method: string, params?: Record<string, unknown>): Promise<T> {
    const response = await send(method, params)
    const { result } = response.json as { result?: T }
    if (!result) throw new Error(`${method} answered ${response.status}: ${response.text}`)
    return result
  }

  return {
    send,
    read,
    listTools: async () =>
      (await read<{ tools: { name: string; description: string; annotations: object }[] }>('tools/list'))
        .tools,
    call: (name: string, input: object = {}) => read<ToolResult>('tools/call', { name, arguments: input }),
  }
}
export type McpClient = ReturnType<typeof createMcpClient>

/** The message in a response, which clients of 2025 get as an event. */
export function messageOf({ text, headers }: TestResponse): { result?: never; error?: { message: string } } {
  const isEvent = String(headers['content-type']).startsWith('text/event-stream')
  return JSON.parse(isEvent ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text)
}
