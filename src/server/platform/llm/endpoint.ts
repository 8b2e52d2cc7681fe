import { retryAfterSeconds } from '../providers/http/retry-after.ts'
import type { CallDeadline } from './call-deadline.ts'
import type { ModelSettings } from './language-model.ts'
import { ModelError, networkError } from './language-model.ts'

/** Creates the client of the endpoint. It follows no redirects, which would send the key and the question elsewhere. */
export function createEndpoint({ baseUrl, name, key }: ModelSettings, now: () => number) {
  const base = baseUrl.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  // With only a host, the API may also be at `/v1`, as with many endpoints.
  const urls = new URL(base).pathname === '/' ? [base, `${base}/v1`] : [base]
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(key ? { authorization: `Bearer ${key}` } : {}),
  }

  /** Sends a request. The response may have any status. @throws {ModelError} for a network error */
  async function post(body: object, deadline: CallDeadline): Promise<Response> {
    const url = urls[0]
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ model: name, ...body }),
      redirect: 'manual',
      signal: deadline.signal,
    }).catch((error) => {
      throw networkError(error)
    })
    if (![404, 405].includes(response.status) || urls.length === 1) return response
    await discard(response)
    if (urls[0] === url) urls.shift()
    return post(body, deadline)
  }

  return {
    host: new URL(base).host,
    post,
    /** @throws {ModelError} for every status outside 2xx */
    async throwUnlessOk(response: Response) {
      if (response.ok) return
      await discard(response)
      throw refusalError(response, now())
    },
  }
}

async function discard(response: Response): Promise<void> {
  await response.body?.cancel().catch(() => undefined)
}

function refusalError({ status, headers }: Response, now: number): ModelError {
  const retryAfter = retryAfterSeconds(headers.get('retry-after'), now)
  if (status === 429)
    return new ModelError('busy', 'The language model is busy', { about: 'answer', status, retryAfter })
  if (status >= 500 || status === 408)
    return new ModelError('unavailable', 'The language model returned an error', {
      about: 'endpoint',
      status,
      retryAfter,
    })
  const setting = wrongSetting(status)
  if (setting) return new ModelError('unusable', setting.message, { about: 'endpoint', status, ...setting })
  return new ModelError('unusable', 'The language model rejected the request', { about: 'answer', status })
}

/** Setting that explains a status, with a message for the operator. */
function wrongSetting(status: number): { setting: string; message: string } | null {
  if (status >= 300 && status < 400)
    return { setting: 'LLM_BASE_URL', message: 'The language model redirected to another URL' }
  if ([401, 402, 403].includes(status))
    return { setting: 'LLM_API_KEY', message: 'The language model rejected the API key' }
  if ([404, 405].includes(status))
    return {
      setting: 'LLM_BASE_URL or LLM_MODEL',
      message: 'No such language model at this URL',
    }
  return null
}
