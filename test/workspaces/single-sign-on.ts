import { randomUUID } from 'node:crypto'
import type { Connection, SingleSignOnSettings } from '#contract/single-sign-on.ts'
import { createTestApp, type Person, type TestApp, type TestResponse } from '#test/test-app.ts'

export const APP_URL = 'http://localhost:3000'

/** An application whose organizations may use identity providers on this machine. */
export async function openSingleSignOn(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp({ outboundAllow: ['127.0.0.1/32'], ...options })
  let domainCount = 0

  /** Proves a new email domain, as its TXT record would. */
  async function proveDomain(organizationId: string, domain = `acme${domainCount++}.com`): Promise<string> {
    await app.owner.run(
      `insert into domains (organization_id, domain, use, token) values ($1, $2, 'email', $3)`,
      [organizationId, domain, randomUUID()],
    )
    await app.owner.run(
      `insert into proven_domains (use, domain, organization_id) values ('email', $2, $1)`,
      [organizationId, domain],
    )
    return domain
  }

  /** An owner in a new organization with a proven email domain. */
  async function newOrganization(): Promise<{ owner: Person; domain: string; path: string }> {
    const domain = `acme${domainCount++}.com`
    const owner = await app.subscriber(`owner@${domain}`)
    await proveDomain(owner.organizationId, domain)
    return { owner, domain, path: `/api/organizations/${owner.organizationId}/single-sign-on` }
  }

  const ok = <T>({ status, text, json }: TestResponse): T => {
    if (status >= 300) throw new Error(`${status}: ${text}`)
    return json as T
  }

  async function change(
    { owner, path }: { owner: Person; path: string },
    id: string,
    changes: object,
  ): Promise<Connection> {
    return ok(await owner.request('PATCH', `${path}/${id}`, changes))
  }

  return {
    app,
    proveDomain,
    newOrganization,
    change,

    /** An organization that signs in through a provider with OpenID Connect; the connection is on. */
    async connectOidc(issuer: string, settings: object = {}) {
      const organization = await newOrganization()
      const { owner, path, domain } = organization
      const input = {
        kind: 'oidc',
        name: 'OpenID',
        issuer,
        clientId: 'not registered yet',
        domains: [domain],
      }
      const created = ok<Connection>(await owner.request('POST', path, { ...input, ...settings }))
      const client = await registerClient(issuer, created.urls.callback)
      const connection = await change(organization, created.id, { ...client, isOn: true })
      return { ...organization, connection }
    },

    /** An organization that signs in with SAML; the connection is on. */
    async connectSaml(metadata: string, settings: object = {}) {
      const organization = await newOrganization()
      const { owner, path, domain } = organization
      const input = { kind: 'saml', name: 'SAML', metadata, domains: [domain] }
      const created = ok<Connection>(await owner.request('POST', path, { ...input, ...settings }))
      const connection = await change(organization, created.id, { isOn: true })
      return { ...organization, connection }
    },

    readSettings: async ({ owner, path }: { owner: Person; path: string }) =>
      ok<SingleSignOnSettings>(await owner.request('GET', path)),

    openBrowser: () => createBrowser(app),
  }
}
export type SingleSignOnKit = Awaited<ReturnType<typeof openSingleSignOn>>

/** Registers us at an OpenID Connect provider, as an administrator would. */
export async function registerClient(issuer: string, callback: string) {
  const response = await fetch(`${issuer}/reg`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [callback], token_endpoint_auth_method: 'client_secret_post' }),
  })
  const client = (await response.json()) as { client_id: string; client_secret: string }
  return { clientId: client.client_id, clientSecret: client.client_secret }
}

/** A browser with cookies for us and for identity providers, without scripts. */
function createBrowser(app: TestApp) {
  const cookies = new Map<string, string>()
  const providerCookies = new Map<string, string>()
  const headerOf = (jar: Map<string, string>) =>
    [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const keep = (jar: Map<string, string>, lines: readonly string[]) => {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
  }

  async function request(
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    { body, form, crossSite }: { body?: object; form?: Record<string, string>; crossSite?: boolean } = {},
  ): Promise<{ status: number; location: string; text: string; json: never; setsSession: boolean }> {
    const response = await app.app.inject({
      method,
      url: url.replace(APP_URL, ''),
      headers: {
        // A form of another site brings no cookies that are `SameSite=Lax`.
        ...(crossSite ? {} : { cookie: headerOf(cookies) }),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(crossSite ? { 'sec-fetch-site': 'cross-site', origin: 'https://idp.test' } : {}),
      },
      payload: form ? new URLSearchParams(form).toString() : body,
    })
    const lines = [response.headers['set-cookie'] ?? []].flat().map(String)
    keep(cookies, lines)
    return {
      status: response.statusCode,
      location: response.headers.location ?? '',
      text: response.body,
      get json() {
        return JSON.parse(response.body) as never
      },
      setsSession: lines.some((line) => line.startsWith('sid=')),
    }
  }

  async function callProvider(url: string, body?: URLSearchParams): Promise<Response> {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: headerOf(providerCookies) },
      ...(body ? { method: 'POST', body } : {}),
    })
    keep(providerCookies, response.headers.getSetCookie())
    return response
  }

  /** Follows the redirects of a provider until it leads elsewhere. @returns its last response and URL */
  async function walk(start: string, body?: URLSearchParams): Promise<{ response: Response; url: string }> {
    let url = start
    let response = await callProvider(url, body)
    for (;;) {
      const location = response.headers.get('location')
      if (!location) return { response, url }
      const next = new URL(location, url)
      if (next.origin !== new URL(start).origin) return { response, url: next.href }
      url = next.href
      response = await callProvider(url)
    }
  }

  const start = async (connection: Connection): Promise<string> => {
    const started = await request('POST', `/api/auth/sso/${connection.id}/start`, { body: {} })
    if (started.status !== 200) throw new Error(started.text)
    return (started.json as { location: string }).location
  }

  return {
    request,
    start,

    /** Logs in at an OpenID Connect provider. @returns the URL with which it sends the browser back */
    async logIn(location: string, login: string): Promise<string> {
      const { url } = await walk(location)
      // The provider remembers who logged in with this browser.
      if (new URL(url).origin === APP_URL) return url
      return (await walk(url, new URLSearchParams({ login }))).url
    },

    /** Signs in with OpenID Connect. @returns our last response */
    async signInOidc(connection: Connection, login: string) {
      return request('GET', await this.logIn(await start(connection), login))
    },

    /** Logs in at a SAML provider. @returns the response that it would post */
    async logInSaml(location: string, login: string): Promise<string> {
      const SAMLRequest = new URL(location).searchParams.get('SAMLRequest') ?? ''
      const { response } = await walk(location, new URLSearchParams({ SAMLRequest, login }))
      return samlResponseIn(await response.text())
    },

    postSaml: (connection: Connection, SAMLResponse: string, fields: Record<string, string> = {}) =>
      request('POST', connection.urls.acs, { form: { SAMLResponse, ...fields }, crossSite: true }),

    /** Signs in with SAML. @returns our last response */
    async signInSaml(connection: Connection, login: string) {
      const response = await this.logInSaml(await start(connection), login)
      const { location } = await this.postSaml(connection, response)
      return location.startsWith('/api') ? request('GET', location) : { ...(await emptyResponse(location)) }
    },

    /** The signed-in user; null for a visitor. */
    async user() {
      const response = await request('GET', '/api/auth/user')
      return response.status === 200
        ? (response.json as { id: string; email: string; organizationId: string; role: string })
        : null
    },
  }
}

const emptyResponse = async (location: string) => ({
  status: 303,
  location,
  text: '',
  json: undefined as never,
  setsSession: false,
})

function samlResponseIn(page: string): string {
  return /name="SAMLResponse" value="([^"]+)"/.exec(page)?.[1] ?? ''
}
