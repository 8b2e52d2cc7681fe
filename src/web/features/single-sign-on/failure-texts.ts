import type { Failure } from '#contract/single-sign-on.ts'

/** Why a sign-in failed and what to do, for people who sign in and for owners. */
const FAILURE_TEXTS: Readonly<Record<Failure, string>> = {
  'provider-error':
    'Your identity provider refused the sign-in. Check there that this person is assigned to the application.',
  unreachable: "We couldn't reach your identity provider. Check its address, and try again later.",
  discovery:
    "Your identity provider's description is missing, or belongs to another issuer. Check the issuer URL.",
  malformed: "We couldn't read the response of your identity provider.",
  encrypted: 'Your identity provider encrypts its responses. Turn off assertion encryption there.',
  algorithm:
    'Your identity provider signs with an outdated method. Choose RSA with SHA-256 for signature and digest there.',
  signature:
    'The response has no valid signature on its assertion. Compare the certificate, and turn on signed assertions.',
  issuer: 'The response came from another issuer. Compare the entity ID of your identity provider.',
  audience:
    'The response was for another application. Compare the entity ID (audience) that you entered there.',
  recipient: 'The response was for another URL. Compare the ACS URL that you entered there.',
  destination: 'The response was for another URL. Compare the ACS URL that you entered there.',
  request: "The response didn't answer our request. Start again.",
  unsolicited: "Start from our sign-in page. This organization doesn't accept sign-ins from a portal.",
  expired: 'The response came too late. Start again, and check the clock of your identity provider.',
  'not-yet-valid': "The response isn't valid yet. Check the clock of your identity provider.",
  replay: 'This response was already used. Start again.',
  token:
    "The response of your identity provider isn't valid. Check the client ID and secret, and start again.",
  subject:
    'Your identity provider sent no lasting ID. Set the name ID to a persistent ID or the email address.',
  'email-missing': 'Your identity provider sent no email address. Add the email attribute there.',
  'email-unverified': 'Your identity provider says that this email address is not verified.',
  domain: "This email address isn't in a domain of this organization. Sign in with your work address.",
  'not-member': "You're not a member of this organization yet. Ask an owner to invite you.",
}

const OTHER_TEXTS: Readonly<Record<string, string>> = {
  ended: 'This sign-in has expired, or it started in another browser. Start again.',
  busy: 'Too many sign-ins from your network. Please try again in a few minutes.',
  suspended: 'This organization is suspended. You can join when the suspension is lifted.',
  unavailable: "We can't use this connection right now. Please contact support.",
  conflict: "You can't join this organization right now.",
}

/** The text of an error in the URL, or of a failed test. */
export function failureText(error: string): string {
  const texts: Readonly<Record<string, string>> = { ...FAILURE_TEXTS, ...OTHER_TEXTS }
  return (Object.hasOwn(texts, error) && texts[error]) || 'Sign-in failed. Start again.'
}
