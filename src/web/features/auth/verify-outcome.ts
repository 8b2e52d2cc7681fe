/** The state of the verification page, read from its URL. */
export type VerifyOutcome = { state: 'verifying'; token: string } | { state: 'error'; message: string }

const MESSAGES: Readonly<Record<string, string>> = {
  invalid_token: 'Invalid or expired magic link',
  expired_token: 'This magic link has expired',
}

/** An error in the URL wins over a token; a missing token is an error too. */
export function verifyOutcome(query: URLSearchParams): VerifyOutcome {
  const error = query.get('error')
  if (error) {
    const known = Object.hasOwn(MESSAGES, error) ? MESSAGES[error] : undefined
    return { state: 'error', message: known ?? 'Verification failed' }
  }
  const token = query.get('token')
  return token ? { state: 'verifying', token } : { state: 'error', message: 'No verification token found' }
}
