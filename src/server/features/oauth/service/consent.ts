import { randomUUID } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { Interaction } from 'oidc-provider'
import type { ConnectionRequest } from '#contract/connected-apps.ts'
import { SCOPES, type Scope } from '#contract/endpoint.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { MemberSession } from '#server/platform/http/session.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'
import { accountIdOf } from './account.ts'
import { appName } from './names.ts'
import type { Resource } from './resources.ts'

/** A request of an app, and the browser that it was sent to. */
export type RequestInBrowser = { requestId: string; cookie: string | undefined }

type PendingRequest = {
  interaction: Interaction
  clientId: string
  name: string
  redirectUri: URL
  resource: Resource
  scopes: Scope[]
}

/** The member's answer to an app that asks to be connected. */
export function createConsent(
  db: Database,
  provider: Provider,
  { resources, nameOf }: { resources: readonly Resource[]; nameOf(organizationId: string): Promise<string> },
) {
  /** @throws {AppError} not_found in another browser than the one that the app sent here, and after an answer */
  async function requirePending({ requestId, cookie }: RequestInBrowser): Promise<PendingRequest> {
    const interaction = cookie === requestId ? await provider.Interaction.find(requestId) : undefined
    if (!interaction || interaction.result) throw notFound('Request')
    const { client_id: clientId = '', redirect_uri: uri = '', scope = '', resource: url } = interaction.params
    const client = await provider.Client.find(clientId)
    const resource = resources.find((each) => each.url === url)
    if (!client || !resource || !client.redirectUriAllowed(uri)) throw notFound('Request')
    const asked = new Set(scope.split(' '))
    const scopes = SCOPES.filter((each) => asked.has(each) && resource.scopes.includes(each))
    const name = appName(client.clientName)
    return { interaction, clientId, name, redirectUri: new URL(uri), resource, scopes }
  }

  async function finish({ interaction }: PendingRequest, result: object): Promise<{ url: string }> {
    interaction.result = result
    await interaction.persist()
    return { url: new URL(interaction.returnTo).pathname }
  }

  return {
    async read(session: MemberSession, request: RequestInBrowser): Promise<ConnectionRequest> {
      const { clientId, name, redirectUri, resource, scopes } = await requirePending(request)
      return {
        name,
        publisherHost: clientId.startsWith('https://') ? new URL(clientId).host : null,
        redirectHost: hostOf(redirectUri),
        isLocal: isLocal(redirectUri),
        resource: resource.name,
        organizationName: await nameOf(session.organizationId),
        email: session.email,
        scopes,
      }
    },

    /** @throws {AppError} not_found, invalid for a permission that wasn't asked for, conflict at the limit */
    async allow(
      context: Context,
      request: RequestInBrowser,
      answer: { scopes: Scope[]; dailyCredits: number | null },
    ): Promise<{ url: string }> {
      const pending = await requirePending(request)
      const userId = requireUserId(context)
      if (!answer.scopes.every((scope) => pending.scopes.includes(scope)))
        throw new AppError('invalid', "The app didn't ask for one of these permissions")
      const id = randomUUID()
      const scopes = SCOPES.filter((scope) => answer.scopes.includes(scope))
      const { clientId, name, redirectUri, resource } = pending
      await db.tenant(context.organizationId, async (tx) => {
        if ((await store.countApps(tx, userId)) >= limits.MAX_APPS)
          throw new AppError(
            'conflict',
            `You have ${limits.MAX_APPS} connected apps, which is the limit. Disconnect one first.`,
          )
        await store.insertApp(tx, {
          ...{ id, userId, clientId, name, redirectHost: hostOf(redirectUri), resource: resource.url },
          ...{ scopes, dailyCredits: answer.dailyCredits },
        })
        await store.recordConnection(tx, clientId)
        await audit(tx, {
          ...{ ...context, action: 'app.connected', subject: id },
          details: { resource: resource.name, scopes: scopes.join(' ') },
        })
      })
      const accountId = accountIdOf({ organizationId: context.organizationId, userId })
      return finish(pending, { login: { accountId, remember: false }, consent: { grantId: id } })
    },

    /** @throws {AppError} not_found */
    decline: async (request: RequestInBrowser): Promise<{ url: string }> =>
      finish(await requirePending(request), {
        ...{ error: 'access_denied', error_description: 'The member declined' },
      }),
  }
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** True for an address that stays on the user's computer: its own server, or a program that claims a scheme. */
function isLocal({ protocol, hostname }: URL): boolean {
  return protocol !== 'https:' || LOOPBACK.includes(hostname)
}

function hostOf({ protocol, host }: URL): string {
  return protocol === 'https:' || protocol === 'http:' ? host : `${protocol}//`
}
