import { createHash } from 'node:crypto'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import type { Session } from '#server/platform/http/session.ts'
import {
  consumeLimits,
  networkBucket,
  type RateLimit,
  requireLimits,
} from '#server/platform/http/stored-limits.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as attempts from '../store/attempts.ts'
import * as connections from '../store/connections.ts'
import { createAdmission, type Features, type SignInRequest } from './admission.ts'
import { type Connected, createConnectedReader } from './connected.ts'
import { urlsOf } from './connection-urls.ts'
import { createOidc, oidcSecrets } from './oidc.ts'
import { createOutcomes, type Outcome, refused } from './outcomes.ts'
import { providerFetch } from './provider-fetch.ts'
import { checkSamlResponse, openSamlResponse, type SamlResponse, samlRequestUrl } from './saml.ts'
import { requireComplete } from './settings.ts'
import { SignInFailure, type VerifiedPerson } from './sign-in-failure.ts'

export type { Outcome } from './outcomes.ts'

type Deps = Pick<Platform, 'db' | 'events' | 'outbound' | 'clock' | 'secrets' | 'log' | 'appUrl'>

/** A browser on its way through a sign-in. */
export type Visitor = SignInRequest & {
  ip: string
  /** Its secret; undefined if it has none. */
  browser: string | undefined
}
type Start = { browser: string; origin: string; email?: string | undefined }
type ReceivedForm = { form: string; site: RequestSite; ip: string; requestId: string }

const BUSY_TEXT = 'Too many sign-ins from your network. Please try again in a few minutes.'

/** Sign-ins from their start at our page through the identity provider and back. */
export function createFlow(deps: Deps, features: Features) {
  const { db, clock } = deps
  const reader = createConnectedReader(deps, deps.appUrl)
  const outcomes = createOutcomes(deps, createAdmission(deps, features))
  const oidc = createOidc(providerFetch(deps.outbound), () => clock.now())

  /** Starts a sign-in or a test. @returns the URL of the identity provider */
  async function begin(
    connected: Connected,
    { browser, origin, email, testedBy }: Start & { testedBy: string | null },
  ): Promise<string> {
    const { id, kind } = connected.connection
    // An XML id must not begin with a digit.
    const state = kind === 'saml' ? `_${newSecret()}` : newSecret()
    const location =
      kind === 'saml'
        ? await samlRequestUrl(reader.samlOf(connected), reader.samlUrls(id, origin), state)
        : await oidc.authorizationUrl(reader.oidcOf(connected), oidcSecrets(browser, state), {
            callback: urlsOf(origin, id).callback,
            email,
          })
    await db.tenant(connected.organizationId, (tx) =>
      attempts.insertAttempt(tx, {
        ...{ connectionId: id, state: digest(state), browser: digest(browser), origin, testedBy },
        ...{ person: null, minutes: limits.ATTEMPT_MINUTES },
      }),
    )
    return location
  }

  const beginOrFail = (connected: Connected, visit: Parameters<typeof begin>[1]): Promise<string> =>
    begin(connected, visit).catch(
      async (error) => (await outcomes.fail(connected, visit, error, { requestId: undefined })).location,
    )

  /** @throws {AppError} rate_limited */
  const countVisit = (name: string, ip: string, limit: RateLimit): Promise<void> =>
    db.transaction((tx) =>
      requireLimits(tx, [{ bucket: networkBucket(`single-sign-on-${name}`, ip), ...limit }], BUSY_TEXT),
    )

  async function isBusy(ip: string): Promise<boolean> {
    const limit = { bucket: networkBucket('single-sign-on-response', ip), ...limits.RESPONSES_PER_NETWORK }
    return (await db.transaction((tx) => consumeLimits(tx, [limit]))) !== null
  }

  const isUsable = ({ connection }: Connected, attempt: attempts.Attempt) =>
    connection.isOn || attempt.testedBy !== null

  const findRequest = ({ organizationId, connection }: Connected, requestId: string) =>
    db.tenant(organizationId, (tx) =>
      attempts.findAttempt(tx, { connectionId: connection.id, state: digest(requestId) }),
    )

  /** Checks a SAML response and stores what it says until its browser collects it. @throws {SignInFailure} */
  async function storeSaml(
    connected: Connected,
    response: SamlResponse,
    origin: string,
  ): Promise<{ location: string; browser?: string }> {
    const { organizationId, connection } = connected
    const urls = reader.samlUrls(connection.id, origin)
    const facts = await checkSamlResponse(response, reader.samlOf(connected), urls, clock.now())
    const assertion = createHash('sha256').update(facts.id).digest()
    return db.tenant(organizationId, async (tx) => {
      if (!(await attempts.claimAssertion(tx, connection.id, assertion, facts.usableUntil)))
        throw new SignInFailure('replay')
      return response.requestId === null
        ? storeUnsolicited(tx, connection.id, facts.person, origin)
        : storeSolicited(tx, connection.id, facts.person, response.requestId)
    })
  }

  /** @throws {SignInFailure} */
  function receiveUnsolicited(connected: Connected, response: SamlResponse, site: RequestSite) {
    const { acceptsUnsolicited, isOn } = connected.connection
    if (!acceptsUnsolicited || !isOn || !isServedAt(site, connected)) throw new SignInFailure('unsolicited')
    return storeSaml(connected, response, site.origin)
  }

  async function receiveAnswer(
    connected: Connected,
    response: SamlResponse,
    samlRequestId: string,
    requestId: string,
  ): Promise<{ location: string; browser?: string }> {
    const attempt = await findRequest(connected, samlRequestId)
    if (!attempt || !isUsable(connected, attempt)) return refused(connected.connection.id, 'ended')
    return storeSaml(connected, response, attempt.origin).catch((error) =>
      outcomes.fail(connected, attempt, error, { requestId }),
    )
  }

  return {
    /** Host of the identity provider, for the page that leads there. @throws {AppError} not_found */
    async hostOf(connectionId: string): Promise<string> {
      const { connection } = await reader.requireOn(connectionId)
      return new URL(connection.signInUrl ?? connection.issuer).host
    },

    /** @throws {AppError} not_found for an unknown or OpenID Connect connection */
    async samlUrlsOf(connectionId: string) {
      const { connection } = await reader.find(connectionId)
      if (connection.kind !== 'saml') throw notFound('Metadata')
      return reader.samlUrls(connection.id, deps.appUrl)
    },

    /** @throws {AppError} rate_limited */
    countFind: (ip: string) => countVisit('find', ip, limits.FINDS_PER_NETWORK),

    /** @returns the URL of the identity provider, or of our error page @throws {AppError} not_found, rate_limited */
    async start(connectionId: string, visit: Start & RequestSite & { ip: string }): Promise<string> {
      await countVisit('start', visit.ip, limits.STARTS_PER_NETWORK)
      const connected = await reader.requireOn(connectionId)
      if (!isServedAt(visit, connected)) throw notFound('Sign-in page')
      return beginOrFail(connected, { ...visit, testedBy: null })
    },

    /**
     * @returns the URL of the identity provider, or of our settings
     * @throws {AppError} not_found, rate_limited, conflict while settings are missing
     */
    async startTest(context: Context, connectionId: string, visit: Start): Promise<string> {
      const connected = await db.tenant(context.organizationId, async (tx) => {
        const bucket = `single-sign-on-test:${tx.organizationId}`
        await requireLimits(tx, [{ bucket, ...limits.TESTS_PER_ORGANIZATION }], BUSY_TEXT)
        const connection = await connections.findConnection(tx, connectionId)
        if (!connection) throw notFound('Connection')
        requireComplete(connection)
        return { organizationId: context.organizationId, connection }
      })
      return beginOrFail(connected, { ...visit, testedBy: requireUserId(context) })
    },

    /** Finishes a sign-in with OpenID Connect, in the browser that started it. */
    async finishOidc(connectionId: string, query: string, visitor: Visitor): Promise<Outcome> {
      if (await isBusy(visitor.ip)) return refused(connectionId, 'busy')
      const connected = await reader.find(connectionId)
      const state = new URLSearchParams(query).get('state') ?? ''
      const { browser = '' } = visitor
      const key = { connectionId, state: digest(state), browser: digest(browser) }
      const attempt = await db.tenant(connected.organizationId, (tx) => attempts.claimAttempt(tx, key))
      if (!attempt || !isUsable(connected, attempt)) return refused(connectionId, 'ended')
      const returnedTo = new URL(`${urlsOf(attempt.origin, connectionId).callback}?${query}`)
      let person: VerifiedPerson
      try {
        person = await oidc.verify(reader.oidcOf(connected), oidcSecrets(browser, state), returnedTo)
      } catch (error) {
        return outcomes.fail(connected, attempt, error, visitor)
      }
      return outcomes.complete(connected, attempt, person, visitor)
    },

    /**
     * Takes a SAML response, which arrives by a form of another site and so without our cookies. The browser that started
     * the sign-in collects the result with its next request.
     *
     * @returns the next page, and the secret of the browser if it needs a new one
     */
    async receiveSaml(
      connectionId: string,
      { form, site, ip, requestId }: ReceivedForm,
    ): Promise<{ location: string; browser?: string }> {
      if (await isBusy(ip)) return refused(connectionId, 'busy')
      const connected = await reader.find(connectionId)
      if (connected.connection.kind !== 'saml') throw notFound('Sign-in page')
      try {
        const response = openSamlResponse(new URLSearchParams(form).get('SAMLResponse') ?? '')
        return await (response.requestId === null
          ? receiveUnsolicited(connected, response, site)
          : receiveAnswer(connected, response, response.requestId, requestId))
      } catch (error) {
        // Anyone can post anything here: only answers to our requests tell the owners something.
        if (error instanceof SignInFailure) return refused(connectionId, error.failure)
        throw error
      }
    },

    /** Finishes a SAML sign-in in the browser that started it. */
    async finishSaml(connectionId: string, ticket: string, visitor: Visitor): Promise<Outcome> {
      const connected = await reader.find(connectionId)
      const key = { connectionId, state: digest(ticket), browser: digest(visitor.browser ?? '') }
      const attempt = await db.tenant(connected.organizationId, (tx) => attempts.claimResponse(tx, key))
      if (!attempt || !isUsable(connected, attempt)) return refused(connectionId, 'ended')
      return outcomes.complete(connected, attempt, attempt.person, visitor)
    },

    /** The address of a sign-in that waits for confirmation. @throws {AppError} not_found */
    async readUnsolicited(
      connectionId: string,
      ticket: string,
      { browser, session }: { browser: string | undefined; session: Session | null },
    ) {
      const { organizationId } = await reader.requireOn(connectionId)
      const key = { connectionId, state: digest(ticket), browser: digest(browser ?? '') }
      const person = await db.tenant(organizationId, (tx) => attempts.findResponse(tx, key))
      if (!person) throw new AppError('not_found', 'This sign-in has expired. Start again.')
      const email = person.email ?? ''
      return { email, signedInAs: session && session.email !== email ? session.email : null }
    },
  }
}

/** True unless the host is another organization's own domain. */
export function isServedAt(
  site: RequestSite,
  { organizationId }: Pick<Connected, 'organizationId'>,
): boolean {
  return site.organizationId === null || site.organizationId === organizationId
}

/** @throws {SignInFailure} replay if the request was answered a moment ago */
async function storeSolicited(
  tx: TenantTx,
  connectionId: string,
  person: VerifiedPerson,
  requestId: string,
): Promise<{ location: string }> {
  const key = { connectionId, state: digest(requestId) }
  if (!(await attempts.storeResponse(tx, key, person, limits.TICKET_MINUTES)))
    throw new SignInFailure('replay')
  return { location: `/api/auth/sso/${connectionId}/finish?${new URLSearchParams({ ticket: requestId })}` }
}

/** Another site can post a sign-in of its own, so the browser asks before it continues. */
async function storeUnsolicited(
  tx: TenantTx,
  connectionId: string,
  person: VerifiedPerson,
  origin: string,
): Promise<{ location: string; browser: string }> {
  const [ticket, browser] = [newSecret(), newSecret()]
  await attempts.insertAttempt(tx, {
    ...{ connectionId, state: digest(ticket), browser: digest(browser), origin, testedBy: null },
    ...{ person, minutes: limits.TICKET_MINUTES },
  })
  return { location: `/auth/sso/${connectionId}?${new URLSearchParams({ ticket })}`, browser }
}
