/**
 * The http(s) URL of a web address as providers or people write it (`linkedin.com/in/x` or a full URL), or null.
 */
export function profileAddress(text: string | null): string | null {
  if (!text) return null
  const address = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:'
  return address && isWeb && address.hostname.includes('.') ? address.href : null
}
