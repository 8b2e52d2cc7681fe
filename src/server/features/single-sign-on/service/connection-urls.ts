/** URLs of a connection to enter at the identity provider. */
export function urlsOf(origin: string, connectionId: string) {
  const api = `${origin}/api/auth/sso/${connectionId}`
  return {
    signIn: `${origin}/auth/sso/${connectionId}`,
    callback: `${api}/callback`,
    acs: `${api}/acs`,
    metadata: `${api}/metadata`,
  }
}
