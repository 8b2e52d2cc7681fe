/** A person as our identity providers know them. */
export type ProviderPerson = { email: string; subject: string; groups: string[] | null }

/**
 * Reads the login that testers type: `ann@acme.test`, with a lasting subject `ann@acme.test#ann`, or also with groups
 * `ann@acme.test#ann#managers,agents`.
 */
export function personOfLogin(login: string): ProviderPerson {
  const [email = '', subject = email, groups] = login.split('#')
  return { email, subject, groups: groups === undefined ? null : groups.split(',').filter(Boolean) }
}

/** The page of an identity provider on which people log in. */
export function loginPage(title: string, action: string, fields: Record<string, string> = {}): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>
    <form method="post" action="${escapeHtml(action)}">${hidden.join('')}
    <label>Login <input name="login"></label><button>Log in</button></form>`
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
