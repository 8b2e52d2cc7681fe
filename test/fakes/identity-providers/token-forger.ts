import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const KEY_ID = 'key'

type Claims = Record<string, unknown>
/** Deviations of a provider from the right thing. */
export type Forgery = {
  /** Replaces claims of the ID token; undefined removes one. */
  claims?: Claims
  algorithm?: 'RS256' | 'none' | 'HS256'
  /** Signs with a key that the provider doesn't publish. */
  signsWithOtherKey?: boolean
  /** Puts these fields into the discovery document. */
  discovery?: Claims
  /** Answers the discovery request by itself. */
  answerDiscovery?: (response: ServerResponse) => void
  answerToken?: (response: ServerResponse) => void
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenOf(claims: Claims, { algorithm = 'RS256', signsWithOtherKey }: Forgery): string {
  const content = `${base64({ alg: algorithm, kid: KEY_ID, typ: 'JWT' })}.${base64(claims)}`
  if (algorithm === 'none') return `${content}.`
  if (algorithm === 'HS256') {
    const secret = publicKey.export({ type: 'spki', format: 'pem' })
    return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
  }
  const key = signsWithOtherKey ? otherKey : privateKey
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`
}

/**
 * An OpenID Connect provider that lies on request. Each code works for the sign-in whose `authorize` URL made it, with the
 * forgery that is set then.
 */
export async function startTokenForger() {
  let forgery: Forgery = {}
  const requests: string[] = []
  const grants = new Map<string, { nonce: string; clientId: string; email: string; forgery: Forgery }>()
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    void answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const send = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', url).pathname
    if (path === '/.well-known/openid-configuration') {
      if (forgery.answerDiscovery) return forgery.answerDiscovery(response)
      send(response, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
        ...forgery.discovery,
      })
    } else if (path === '/jwks')
      send(response, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
      })
    else if (path === '/token') await answerToken(request, response)
    else response.writeHead(404).end()
  }

  async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const code = new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    if (!grant) return void send(response, { error: 'invalid_grant' }, 400)
    if (grant.forgery.answerToken) return grant.forgery.answerToken(response)
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: url,
      aud: grant.clientId,
      sub: grant.email,
      email: grant.email,
      nonce: grant.nonce,
      iat: now,
      exp: now + 300,
      ...grant.forgery.claims,
    }
    const idToken = tokenOf(claims, grant.forgery)
    send(response, { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken })
  }

  return {
    url,
    requests,
    forge(next: Forgery) {
      forgery = next
    },

    /** Agrees to a sign-in at the `authorize` URL. @returns the URL that leads back */
    agree(location: string, email: string, parameters: Record<string, string | null> = {}): string {
      const { searchParams } = new URL(location)
      const code = randomUUID()
      const find = (name: string) => searchParams.get(name) ?? ''
      grants.set(code, { nonce: find('nonce'), clientId: find('client_id'), email, forgery })
      const back = new URL(find('redirect_uri'))
      const values = { code, state: find('state'), iss: url, ...parameters }
      for (const [name, value] of Object.entries(values))
        if (value !== null) back.searchParams.set(name, value)
      return back.href
    },

    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
