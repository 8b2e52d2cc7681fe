// The part of the package that we and the tests use; it has no types of its own.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Token = { generateTokenId(): string }
  type Client = { clientId: string; clientName?: string; redirectUriAllowed(uri: string): boolean }

  /** An authorization request that waits for the user's answer. */
  export type Interaction = {
    uid: string
    exp: number
    returnTo: string
    params: Record<string, string | undefined>
    result?: unknown
    persist(): Promise<string>
  }

  export type ProviderContext = {
    req: IncomingMessage
    path: string
    status: number
    body: string
    type: string
    response: { get(header: string): string }
    remove(header: string): void
    cookies: { set(name: string, value: string, options: object): void }
    oidc: {
      provider: Provider
      client: Client
      session: { accountId: string }
      result?: { consent?: { grantId?: string } }
    }
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    proxy: boolean
    Grant: (new (properties: {
      clientId: string
      accountId: string
    }) => Grant) & {
      find(id: string | undefined): Promise<Grant | undefined>
    }
    AccessToken: { prototype: Token }
    RefreshToken: { prototype: Token }
    Client: {
      find(id: string): Promise<Client | undefined>
      validate(metadata: object): Promise<void>
    }
    Interaction: { find(uid: string): Promise<Interaction | undefined> }
    use(middleware: (context: ProviderContext, next: () => Promise<void>) => Promise<void>): void
    on(event: string, listener: (...values: never[]) => void): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: { login: { accountId: string } },
    ): Promise<void>
  }

  export const interactionPolicy: {
    Prompt: new (options: { name: string; requestable: boolean }, ...checks: unknown[]) => unknown
    Check: new (reason: string, description: string, check: (context: ProviderContext) => boolean) => unknown
  }

  export const errors: {
    InvalidGrant: new (detail: string) => Error
    InvalidTarget: new () => Error
    TemporarilyUnavailable: new (detail: string) => Error
  }
}
