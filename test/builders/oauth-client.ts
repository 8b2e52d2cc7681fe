import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '#contract/endpoint.ts'
import type { Person, TestApp, TestResponse } from '#test/test-app.ts'

const CALLBACK = 'http://localhost:7777/callback'
const ORIGIN = 'http://localhost:3000'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string }

/** A program that connects by OAuth, with the cookies of the member's browser. */
export async function createOauthClient(app: TestApp, { name = 'Claude', clientId = '' } = {}) {
  const id = clientId || (await register(app, { client_name: name, redirect_uris: [CALLBACK] })).client_id
  const cookies = new Map<string, string>()
  const secret = randomBytes(32).toString('base64url')

  function keepCookies({ headers }: TestResponse): void {
    for (const line of [headers['set-cookie'] ?? []].flat().map(String)) {
      const [, cookieName = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(cookieName, value)
      else cookies.delete(cookieName)
    }
  }
  const cookie = () => Array.from(cookies, (pair) => pair.join('=')).join('; ')

  /** Opens the authorization endpoint; undefined parameters are left out. */
  async function authorize(parameters: Record<string, string | undefined> = {}): Promise<TestResponse> {
    const all: Record<string, string | undefined> = {
      ...{ response_type: 'code', client_id: id, redirect_uri: CALLBACK, state: 'a state' },
      ...{ resource: `${ORIGIN}/mcp`, code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(secret).digest('base64url'),
      ...parameters,
    }
    const sent = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
    const response = await app.visitor('GET', `/oauth/authorize?${new URLSearchParams(sent)}`, undefined, {
      cookie: cookie(),
    })
    keepCookies(response)
    return response
  }

  /** The consent page's calls, by the member in this browser. */
  const answer = (member: Person, method: 'GET' | 'POST' | 'DELETE', uid: string, body?: unknown) =>
    app.visitor(method, `/api/oauth/requests/${uid}`, body, { cookie: `${member.cookie}; ${cookie()}` })

  /** Follows the way back to the program. @returns its address with the answer */
  async function resume(url: string): Promise<URL> {
    const response = await app.visitor('GET', url, undefined, { cookie: cookie() })
    keepCookies(response)
    return new URL(String(response.headers.location))
  }

  /** Asks, lets the member allow it, and returns to the program. */
  async function allow(member: Person, scopes: readonly Scope[], parameters?: Record<string, string>) {
    const uid = requestIdOf(await authorize(parameters))
    const { url } = (await answer(member, 'POST', uid, { scopes })).json as { url: string }
    return resume(url)
  }

  const redeem = (fields: Record<string, string>) =>
    app.visitor(
      'POST',
      '/oauth/token',
      new URLSearchParams({
        ...{ grant_type: 'authorization_code', client_id: id, redirect_uri: CALLBACK, code_verifier: secret },
        ...fields,
      }).toString(),
      FORM,
    )
  const refresh = (token: string, fields: Record<string, string> = {}) =>
    app.visitor(
      'POST',
      '/oauth/token',
      new URLSearchParams({
        ...{ grant_type: 'refresh_token', client_id: id, refresh_token: token, ...fields },
      }).toString(),
      FORM,
    )

  return {
    ...{ id, authorize, answer, resume, allow, redeem, refresh, cookie },

    async connect(
      member: Person,
      scopes: readonly Scope[],
      parameters?: Record<string, string>,
    ): Promise<Tokens> {
      const callback = await allow(member, scopes, parameters)
      const response = await redeem({ code: callback.searchParams.get('code') ?? '' })
      if (response.status !== 200) throw new Error(`No tokens: ${response.text}`)
      return response.json
    },
  }
}

export const requestIdOf = ({ headers }: TestResponse): string =>
  /^\/connect\/([\w-]+)$/.exec(String(headers.location))?.[1] ?? ''

export async function register(app: TestApp, body: unknown): Promise<{ client_id: string }> {
  const response = await app.visitor('POST', '/oauth/register', body)
  if (response.status !== 201) throw new Error(`Not registered: ${response.text}`)
  return response.json
}
