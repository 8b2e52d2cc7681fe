// Runs the examples of the API's reference through a proxy that compares them with the description.

/** Objects are added first and deleted last. */
const ORDER = ['POST', 'PUT', 'GET', 'PATCH', 'POST to one', 'DELETE']
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const MISSING_ID = '00000000-0000-7000-8000-000000000000'

/**
 * Sends each example as printed, with ids of objects that exist, and each call of one object with an unknown id.
 *
 * @returns a result for each request; `problem` is null if it succeeded and matches the description
 */
export async function callExamples({ url, proxyUrl, key }) {
  const send = async (origin, request) => {
    const response = await fetch(`${origin}${request.path}`, optionsOf(request, key))
    return { status: response.status, text: await response.text() }
  }

  const examples = (await readExamples(url)).sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  // A contact is deleted after everything of it.
  const firstDeletion = examples.findIndex(({ kind }) => kind === 'DELETE')
  examples.push(...examples.splice(firstDeletion).reverse())
  const ids = await createObjects((request) => send(url, request))
  const results = []
  for (const { name, method, path, body } of examples) {
    const kind = path.split('/')[3]
    const own = ids[kind] ?? MISSING_ID
    const inBody = path.endsWith('/replay') ? ids.events : ids.contacts
    const request = { method, path: path.replace(UUID, own), body: body?.replace(UUID, inBody) }
    const { status, text } = await send(proxyUrl, request)
    // The second run finds the objects of the first one.
    const isExpected = status < 300 || status === 409
    results.push({ name, problem: isExpected && !isViolation(text) ? null : `${status} ${text}` })
    if (path.search(UUID) < 0) continue
    const missing = await send(proxyUrl, { ...request, path: path.replace(UUID, MISSING_ID) })
    const isRefused = missing.status === 404 || missing.status === 409
    results.push({
      name: `${name} of nothing`,
      problem: isRefused && !isViolation(missing.text) ? null : `${missing.status} ${missing.text}`,
    })
  }
  return results
}

/**
 * Sends generated requests to objects that exist through a proxy that passes wrong requests on.
 *
 * @param generated queries and bodies by name of the call, and the id that they name objects by
 * @returns for each call, the statuses that the product answered with and its first problem: an answer that differs from the
 *   description, a failure, or no answer at all
 */
export async function callGenerated({ url, proxyUrl, key, generated }) {
  const ids = await createObjects(async (request) => {
    const response = await fetch(`${url}${request.path}`, optionsOf(request, key))
    return { status: response.status, text: await response.text() }
  })
  const results = []
  const examples = await readExamples(url)
  for (const { name, method, path } of examples.sort(
    (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
  )) {
    const own = ids[path.split('/')[3]] ?? MISSING_ID
    const target = path.replace(/\?.*/, '').replace(UUID, own)
    const result = { name, statuses: new Set(), problem: null }
    for (const { query, body } of generated.requests[name] ?? []) {
      const request = { method, body: body?.replaceAll(generated.sampleId, ids.contacts) }
      const address = `${proxyUrl}${target}${query ? `?${query}` : ''}`
      const response = await sendPatiently(address, optionsOf(request, key))
      const text = await response.text()
      // Requests that Prism itself can't read don't reach the product. Its 5xx are about itself or the product.
      if (isViolation(text) && response.status < 500) continue
      result.statuses.add(response.status)
      const problem = problemOf(response)
      if (problem) result.problem ??= `${problem}\n${query}\n${body}\n${text}`
    }
    if (result.statuses.size === 0) result.problem ??= 'No request reached the product'
    results.push(result)
  }
  return results
}

const optionsOf = ({ method, body }, key) => ({
  method,
  headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
  ...(body && { body }),
})

/** A failure, or the differences from the description that Prism found in an answer; null if it is right. */
function problemOf({ status, headers }) {
  const violations = JSON.parse(headers.get('sl-violations') ?? '[]')
  const ofResponse = violations.filter(({ location: [side] }) => side === 'response')
  return status < 500 && ofResponse.length === 0 ? null : `${status} ${JSON.stringify(ofResponse)}`
}

/** Waits as long as a refusal for too many requests says. */
async function sendPatiently(url, request) {
  const response = await fetch(url, request)
  if (response.status !== 429) return response
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after') ?? 1)))
  return sendPatiently(url, request)
}

const isViolation = (text) => text.includes('stoplight.io/prism/errors')

/** The examples of the reference are shell commands. @throws without any */
async function readExamples(url) {
  const { paths } = await (await fetch(`${url}/api/openapi.json`)).json()
  const description = await (await fetch(`${url}/api/v1/openapi.json`)).json()
  const examples = Object.entries(description.paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => call.operationId)
      .map(([verb, { operationId: name }]) => {
        const { command } = paths[path][verb]['x-example']
        const method = verb.toUpperCase()
        const isOfOne = method === 'POST' && path.includes('{id}')
        return {
          ...{ name, method, kind: isOfOne ? 'POST to one' : method },
          path: /^curl '\{origin\}(\/[^']+)'/.exec(command)[1],
          body: / -d '(.*)'$/s.exec(command)?.[1],
        }
      }),
  )
  if (examples.length === 0) throw new Error(`The description of ${url} has no calls`)
  return examples
}

/** Adds an object of each kind. @returns their ids by the first part of their path */
async function createObjects(send) {
  const post = async (path, body) => {
    const { status, text } = await send({
      method: 'POST',
      path: `/api/v1${path}`,
      body: JSON.stringify(body),
    })
    if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`)
    return JSON.parse(text).id
  }
  const firstOf = async (path) =>
    JSON.parse((await send({ method: 'GET', path: `/api/v1${path}` })).text).data[0]?.id
  const mark = Date.now()
  const endpoint = await post('/webhook-endpoints', { url: 'https://hooks.example.com/check' })
  const contact = await post('/contacts', { firstName: 'Api', lastName: `Check ${mark}` })
  return {
    'webhook-endpoints': endpoint,
    contacts: contact,
    activities: await post(`/contacts/${contact}/activities`, { type: 'call' }),
    tags: await post('/tags', { name: `Check ${mark}` }),
    tasks: await post('/tasks', { contactId: contact, title: 'Check' }),
    imports: await post('/imports', { csv: `First Name,Last Name\nImport,${mark}\n`, fileName: 'check.csv' }),
    playbooks: await firstOf('/playbooks'),
    events: await firstOf('/events'),
  }
}
