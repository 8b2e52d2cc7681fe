/** How long a sign-in may take at the identity provider. */
export const ATTEMPT_MINUTES = 15
/** How long a verified SAML response waits for its browser. */
export const TICKET_MINUTES = 5
/** Clock difference to identity providers that is tolerated. */
export const CLOCK_SKEW_SECONDS = 120
/** Assertions are made for one sign-in, so that older ones are refused whatever they say. */
export const MAX_ASSERTION_MINUTES = 10

export const MAX_CONNECTIONS = 10
export const MAX_GROUPS = 500
/** Limits of an identity provider's documents: discovery, keys, tokens and user info. */
export const PROVIDER_RESPONSE = { maxBytes: 256 * 1024, timeoutMs: 10_000, redirects: 0 } as const
/** Discovery and keys are cached for this long. */
export const DISCOVERY_MINUTES = 10

/** Offices share a network, and everyone signs in at nine. */
const MINUTES = 15
export const FINDS_PER_NETWORK = { max: 300, minutes: MINUTES }
export const STARTS_PER_NETWORK = { max: 300, minutes: MINUTES }
export const RESPONSES_PER_NETWORK = { max: 300, minutes: MINUTES }
export const TESTS_PER_ORGANIZATION = { max: 30, minutes: MINUTES }

/** Context that a client secret is bound to. */
export const sealOf = (connectionId: string) => `client secret of ${connectionId}`
