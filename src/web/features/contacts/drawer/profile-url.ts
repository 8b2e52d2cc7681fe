/**
 * The http(s) URL of a profile link as providers or people write it (`linkedin.com/in/x` or a full URL), or null.
 */
export function profileUrl(text: string | null): string | null {
  if (!text) return null
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  return url && isWeb && url.hostname.includes('.') ? url.href : null
}
