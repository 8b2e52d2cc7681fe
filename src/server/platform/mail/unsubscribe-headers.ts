/** Headers for one-click unsubscribing in mail programs (RFC 8058). @param url accepts the form by POST */
export function unsubscribeHeaders(url: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
