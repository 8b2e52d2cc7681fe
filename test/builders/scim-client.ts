import type { Person, TestApp, TestResponse } from '../test-app.ts'

export type ScimBody = Record<string, unknown> & { id: string }
export type ScimClient = {
  owner: Person
  token: string
  /** Sends a request to `/scim/v2` as the identity provider. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<TestResponse>
  /** Creates a user with this address as the name. @returns its id */
  addUser(email: string, more?: object): Promise<string>
  /** Creates a group with these users. @returns its id */
  addGroup(displayName: string, ids?: readonly string[]): Promise<string>
}

/** An organization whose identity provider has a token. It has proven `domain` if one is given. */
export async function openScimClient(app: TestApp, email: string, domain?: string): Promise<ScimClient> {
  const owner = await app.subscriber(email, 0)
  if (domain)
    await app.owner.run(
      `insert into proven_domains (use, domain, organization_id, proven_at, checked_at) values ('email', $1, $2, now(), now())`,
      [domain, owner.organizationId],
    )
  const created = await owner.request('POST', `/api/organizations/${owner.organizationId}/provisioning/token`)
  const { token } = created.json as { token: string }
  const send: ScimClient['send'] = (method, path, body, headers = {}) =>
    app.visitor(method, `/scim/v2${path}`, body === undefined ? undefined : JSON.stringify(body), {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    })
  const idOf = (response: TestResponse): string => {
    if (response.status !== 201) throw new Error(`${response.status} ${response.text}`)
    return (response.json as ScimBody).id
  }
  return {
    ...{ owner, token, send },
    addUser: async (userName, more = {}) =>
      idOf(await send('POST', '/Users', { userName, active: true, ...more })),
    addGroup: async (displayName, ids = []) =>
      idOf(await send('POST', '/Groups', { displayName, members: ids.map((value) => ({ value })) })),
  }
}
