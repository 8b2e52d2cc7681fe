/**
 * The web address of a social profile, or null. Providers send `linkedin.com/in/x` as well as whole addresses; nothing
 * but the web is linked to, whatever they send.
 */
export function profileAddress(text: string | null): string | null {
  if (!text) return null
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:'
  return address && isWeb && address.hostname.includes('.') ? address.href : null
}
