// An OpenID Connect provider as a process of its own, which registers any client. Prints its issuer as one line of JSON.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { loginPage, personOfLogin } from './login.ts'

const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  serve(issuer)
  console.log(JSON.stringify({ url: issuer }))
})

/** The last login of each subject. */
const logins = new Map<string, string>()

function serve(issuer: string): void {
  const provider = new Provider(issuer, {
    cookies: { keys: ['a key of the tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'email', 'profile', 'groups'],
    features: { devInteractions: { enabled: false }, registration: { enabled: true } },
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    findAccount: (_: unknown, subject: string) => ({
      accountId: subject,
      claims: () => {
        const { email, groups } = personOfLogin(logins.get(subject) ?? '')
        return {
          sub: subject,
          email,
          email_verified: !email.startsWith('unverified'),
          ...(groups ? { groups } : {}),
        }
      },
    }),
    // Everyone agrees to everything.
    async loadExistingGrant(context: GrantContext) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client.clientId,
        accountId: context.oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (!uid) return answer(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html')
      response.end(loginPage('OpenID provider', `/interaction/${uid}`))
    } else void logIn(provider, request, response)
  })
}

type GrantContext = {
  oidc: {
    provider: Provider
    client: { clientId: string }
    session: { accountId: string }
  }
}

async function logIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const login = new URLSearchParams(Buffer.concat(chunks).toString()).get('login') ?? ''
  const { subject } = personOfLogin(login)
  logins.set(subject, login)
  await provider.interactionFinished(request, response, { login: { accountId: subject } })
}
