import {
  type AddressConfirmation,
  type GeocoderResult,
  isGeocodable,
  zipOf,
} from '#domain/identity/address-verification.ts'
import { suggestEmail } from '#domain/identity/email-suggestion.ts'
import { findEmailProblem, judgeEmail } from '#domain/identity/email-verification.ts'
import { normalizePhone } from '#domain/identity/phone.ts'
import { judgePhone } from '#domain/identity/phone-verification.ts'
import type { Verification, VerificationResponse } from '#domain/identity/verification.ts'
import type { ZipPlace } from '#domain/identity/zip-place.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { ProviderResult, Verdict } from '#server/platform/providers/provider.ts'
import { PROVIDER_TIMEOUT_MS } from '../limits.ts'
import type { Subject } from '../store.ts'

export type Deps = Pick<Platform, 'providers' | 'mailServers' | 'zipCodes' | 'clock'>

/** Results of external checks of a contact. */
export type Observation = {
  /** Null if the stored verdict is fresh. */
  email: Verification | null
  phone: Verification | null
  suggestion: string | null
  /** Undefined when the list of ZIP codes can't be read. */
  zip: ZipPlace | null | undefined
  geocoder: GeocoderResult
  /** Provider that found the address. */
  confirmation: AddressConfirmation | null
  /** A provider was rate limited. */
  isRateLimited: boolean
  at: string
}

/**
 * Checks a contact without holding a connection: email and phone by provider, or by local rules if none is connected.
 * Never throws; failed checks are pending.
 */
export async function observe(deps: Deps, subject: Subject): Promise<Observation> {
  const at = deps.clock.now().toISOString()
  const [zip, addressCheck, email, phone] = await Promise.all([
    deps.zipCodes.find(zipOf(subject) ?? '').catch(() => undefined),
    checkAddress(deps, subject),
    subject.emailIsFresh ? null : checkEmail(deps, subject.email, at),
    subject.phoneIsFresh ? null : checkPhone(deps, subject.phone, at),
  ])
  return {
    email: email?.verification ?? null,
    phone: phone?.verification ?? null,
    suggestion: subject.email ? suggestEmail(subject.email) : null,
    zip,
    ...addressCheck,
    isRateLimited: [email, phone, addressCheck].some((check) => check?.isRateLimited),
    at,
  }
}

type AddressCheck = Pick<Observation, 'geocoder' | 'confirmation' | 'isRateLimited'>

async function checkAddress({ providers }: Deps, subject: Subject): Promise<AddressCheck> {
  const unconfirmed = { confirmation: null, isRateLimited: false }
  if (!isGeocodable(subject)) return { geocoder: 'not_asked', ...unconfirmed }
  const { address, city, state, zipCode } = subject
  const response = await providers
    .geocode({ address, city, state, zipCode }, AbortSignal.timeout(PROVIDER_TIMEOUT_MS))
    .catch(() => null)
  switch (response?.status) {
    case 'not_configured':
      return { geocoder: 'not_asked', ...unconfirmed }
    case 'match': {
      // The same street name in another ZIP code is another street.
      const isSameZip = !zipCode || !response.data.zip || response.data.zip === zipOf(subject)
      if (!isSameZip) return { geocoder: 'not_found', ...unconfirmed }
      const confirmation = { by: response.provider, at: response.fetchedAt }
      return { geocoder: 'found', confirmation, isRateLimited: false }
    }
    case 'no_match':
      return { geocoder: 'not_found', ...unconfirmed }
    default:
      return { geocoder: 'unavailable', ...unconfirmed, isRateLimited: response?.status === 'rate_limited' }
  }
}

type CheckResult = { verification: Verification; isRateLimited: boolean }

async function checkEmail(deps: Deps, email: string | null, at: string): Promise<CheckResult> {
  const isVerifiable = email !== null && findEmailProblem(email) === null
  const vendor = isVerifiable
    ? await askProvider((signal) => deps.providers.verifyEmail(email, signal), at)
    : NOT_ASKED
  const asksMailServer = isVerifiable && vendor.kind === 'not_connected'
  const mail = asksMailServer
    ? await deps.mailServers.statusOf(email.slice(email.lastIndexOf('@') + 1))
    : null
  return { verification: judgeEmail(email, { vendor, mail, at }), isRateLimited: isRateLimited(vendor) }
}

async function checkPhone(deps: Deps, phone: string | null, at: string): Promise<CheckResult> {
  const e164 = phone ? normalizePhone(phone).e164 : null
  const vendor = e164
    ? await askProvider((signal) => deps.providers.verifyPhone(e164, signal), at)
    : NOT_ASKED
  return { verification: judgePhone(phone, { vendor, at }), isRateLimited: isRateLimited(vendor) }
}

const NOT_ASKED: VerificationResponse = { kind: 'not_connected' }

function isRateLimited(vendor: VerificationResponse): boolean {
  return vendor.kind === 'unavailable' && vendor.isRateLimited
}

/** A provider that throws or times out counts as unavailable. */
async function askProvider(
  request: (signal: AbortSignal) => Promise<ProviderResult<Verdict>>,
  at: string,
): Promise<VerificationResponse> {
  const response = await request(AbortSignal.timeout(PROVIDER_TIMEOUT_MS)).catch(() => null)
  switch (response?.status) {
    case 'match': {
      const { data, provider, fetchedAt } = response
      return { kind: 'answered', ...data, vendor: provider, at: fetchedAt }
    }
    case 'no_match':
      return { kind: 'answered', verdict: 'unknown', reason: null, vendor: response.provider, at }
    case 'not_configured':
      return { kind: 'not_connected' }
    default:
      return { kind: 'unavailable', isRateLimited: response?.status === 'rate_limited' }
  }
}
