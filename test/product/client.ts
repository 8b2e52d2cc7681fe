import { setTimeout as wait } from 'node:timers/promises'
import type { Product } from './product.ts'

/** A program that talks to the product over HTTP, with the cookies of one person. */
export type Client = {
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends and expects success. @throws with the refusal */
  json<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>
  /** Headers that identify the user, for calls without `send`. */
  cookie(): string
}

const EMAIL_TIMEOUT_MS = 20_000

/** URL of the product, and a source of sign-in links other than its outbox. */
type SignInTarget = Pick<Product, 'url'> & { linkFor?: (email: string) => string | undefined }

/** Signs an address in with the emailed link. `headers` are sent with every request. */
export async function signIn(
  product: SignInTarget,
  email: string,
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = clientOf(product, headers)
  const previousLink = await findNewestLink(product, email)
  await client.send('POST', '/api/auth/request-magic-link', { email })
  return openLink(client, await waitForEmailedLink(product, email, previousLink))
}

/** Signs in to the demo workspace with the link that the product printed. */
export function signInToDemo(product: Pick<Product, 'url' | 'demoLink'>): Promise<Client> {
  return openLink(clientOf(product), product.demoLink())
}

async function openLink(client: Client, link: string): Promise<Client> {
  await client.send('GET', `/api/auth/verify-magic-link${new URL(link).search}`)
  if (!client.cookie()) throw new Error('The link did not sign in')
  return client
}

function clientOf({ url }: Pick<Product, 'url'>, defaultHeaders: Record<string, string> = {}): Client {
  let cookie = ''
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    const isText = typeof body === 'string'
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...defaultHeaders,
        ...(cookie ? { cookie } : {}),
        ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isText ? body : JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      if (line.startsWith('sid=')) cookie = line.split(';')[0] ?? ''
    }
    return response
  }
  return {
    send,
    cookie: () => cookie,
    async json<T>(
      method: string,
      path: string,
      body?: unknown,
      headers?: Record<string, string>,
    ): Promise<T> {
      const response = await send(method, path, body, headers)
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      return (text ? JSON.parse(text) : undefined) as T
    },
  }
}

/** Waits for a new emailed link on the outbox page; `before` is the previous one. */
export async function waitForEmailedLink(
  product: SignInTarget,
  email: string,
  previousLink?: string,
): Promise<string> {
  const deadline = Date.now() + EMAIL_TIMEOUT_MS
  while (Date.now() < deadline) {
    const link = await findNewestLink(product, email)
    if (link && link !== previousLink) return link
    await wait(50)
  }
  throw new Error(`No email to ${email} arrived`)
}

/** Latest link in the outbox for an address. */
export async function findNewestLink(
  { url, linkFor }: SignInTarget,
  email: string,
): Promise<string | undefined> {
  if (linkFor) return linkFor(email)
  const page = await (await fetch(`${url}/dev/outbox`)).text()
  const lastEmail = page.split('<article>').find((article) => article.includes(`To ${email},`))
  return lastEmail?.match(/href="([^"]+)"/)?.[1]?.replaceAll('&amp;', '&')
}

/** Creates a user with a paid, active organization. */
export async function becomeSubscriber(
  product: SignInTarget,
  email: string,
  companyName = 'Oak & Main Realty',
  headers: Record<string, string> = {},
) {
  const client = await signIn(product, email, headers)
  const user = await client.json<{ organizationId: string }>('POST', '/api/profile/complete', {
    firstName: 'Ada',
    lastName: 'Okafor',
    companyName,
  })
  const { url } = await client.json<{ url: string }>('POST', '/api/stripe/create-checkout-session', {
    organizationId: user.organizationId,
    billingPeriod: 'monthly',
  })
  const payment = await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  const sessionId = new URL(payment.headers.get('location') ?? '', product.url).searchParams.get('session_id')
  await client.json('GET', `/api/stripe/checkout-success?session_id=${sessionId}`)
  return { client, organizationId: user.organizationId }
}
