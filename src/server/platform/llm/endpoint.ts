import { retryAfterSeconds } from '../providers/http/retry-after.ts'
import type { CallDeadline } from './call-deadline.ts'
import { CallError, networkError } from './call-error.ts'
import type { ModelSettings } from './model-settings.ts'

export type Endpoint = {
  host: string
  /**
   * Sends one question. The answer may have any status.
   *
   * @throws {ModelError} where the network fails
   */
  post(body: object, deadline: CallDeadline): Promise<Response>
  /** @throws {ModelError} for every status that is no success */
  throwUnlessOk(response: Response): Promise<void>
}

/** Where questions go. Redirects are not followed: they would carry the key and the question elsewhere. */
export function createEndpoint({ baseUrl, name, key }: ModelSettings, now: () => number): Endpoint {
  const base = baseUrl.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  // Whoever names only a host may mean the version below it, as many endpoints have it.
  const addresses = new URL(base).pathname === '/' ? [base, `${base}/v1`] : [base]
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(key ? { authorization: `Bearer ${key}` } : {}),
  }

  async function post(body: object, deadline: CallDeadline): Promise<Response> {
    const address = addresses[0]
    const response = await fetch(`${address}/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: name, ...body }),
      redirect: 'manual',
      signal: deadline.signal,
    }).catch((error) => {
      throw networkError(error)
    })
    if (![404, 405].includes(response.status) || addresses.length === 1) return response
    await discard(response)
    if (addresses[0] === address) addresses.shift()
    return post(body, deadline)
  }

  return {
    host: new URL(base).host,
    post,
    async throwUnlessOk(response) {
      if (response.ok) return
      await discard(response)
      throw refusalError(response, now())
    },
  }
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined)
}

function refusalError({ status, headers }: Response, now: number): CallError {
  const retryAfter = retryAfterSeconds(headers.get('retry-after'), now)
  if (status === 429)
    return new CallError('busy', 'The language model has too much to do', {
      ...{ about: 'answer', status, retryAfter },
    })
  if (status >= 500 || status === 408)
    return new CallError('unavailable', 'The language model answered with an error', {
      ...{ about: 'endpoint', status, retryAfter },
    })
  const wrong = wrongSetting(status)
  if (wrong) return new CallError('unusable', wrong.message, { about: 'endpoint', status, ...wrong })
  return new CallError('unusable', 'The language model refused the question', { about: 'answer', status })
}

/** What the operator has to put right. */
function wrongSetting(status: number): { setting: string; message: string } | null {
  if (status >= 300 && status < 400)
    return { setting: 'LLM_BASE_URL', message: 'The language model pointed to another address' }
  if ([401, 402, 403].includes(status))
    return { setting: 'LLM_API_KEY', message: 'The language model does not accept the key' }
  if ([404, 405].includes(status))
    return {
      setting: 'LLM_BASE_URL or LLM_MODEL',
      message: 'There is no such language model at this address',
    }
  return null
}
