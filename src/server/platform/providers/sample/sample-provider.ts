import { setTimeout as delay } from 'node:timers/promises'
import { parseDay } from '#domain/score/day.ts'
import { propertiesFrom } from '../attom.ts'
import { personFactsFrom } from '../people-data-labs.ts'
import type { DataProviders, PersonQuery, ProviderResult, Verdict } from '../provider.ts'
import { phoneFactsFrom } from '../trestle.ts'
import { countyRecordsOf } from './county-records.ts'
import { chance, fold, foldPhone } from './hash.ts'
import { personResponse } from './person-response.ts'
import type { Persona } from './persona.ts'
import { identityOf, isUnknownPerson, personaOf } from './persona.ts'
import { phoneResponse } from './phone-response.ts'
import { propertyResponse } from './property-response.ts'

const SLOW_MS = 3000
const NAMES = {
  person: 'Sample People Data Labs',
  phone: 'Sample Trestle',
  property: 'Sample ATTOM',
  records: 'Sample county records',
  verification: 'Sample verification',
}

/**
 * Sample people and property data in the formats of the real providers, read by the same code. Results depend only on the
 * person and the calendar day (UTC) of `clock`; `fetchedAt` is the current time.
 *
 * The domain of the email address selects special behavior for tests and demos:
 * - `@nodata.example`: no match anywhere
 * - `@error.example`: every request returns `error`
 * - `@slow.example`: every request takes three seconds (`error` when aborted)
 * - `@invalid.example`: verification returns invalid
 */
export function createSampleProviders(clock: () => Date): DataProviders {
  const today = () => clock().toISOString().slice(0, 10)
  /** Reuses the persona for all requests of one enrichment. */
  const personas = new WeakMap<PersonQuery, Persona>()

  function requirePersona(query: PersonQuery): Persona {
    const day = parseDay(today())
    const cached = personas.get(query)
    if (cached?.today === day) return cached
    const persona = personaOf(query, day)
    personas.set(query, persona)
    return persona
  }

  async function respond<T>(
    provider: string,
    query: PersonQuery,
    signal: AbortSignal,
    responseFor: (persona: Persona) => T | null,
  ): Promise<ProviderResult<T>> {
    const fault = await applyEmailHook(query.email, provider, signal)
    if (fault) return fault
    if (isUnknownPerson(query)) return { status: 'no_match', provider }
    const data = responseFor(requirePersona(query))
    return data === null ? { status: 'no_match', provider } : matchOf(provider, data)
  }

  function matchOf<T>(provider: string, data: T): ProviderResult<T> {
    return { status: 'match', data, provider, fetchedAt: clock().toISOString(), sample: true }
  }

  return {
    person: (query, signal) =>
      respond(NAMES.person, query, signal, (persona) => personFactsFrom(personResponse(persona), today())),
    phone: (query, signal) =>
      respond(NAMES.phone, query, signal, (persona) => {
        const number = query.phone
        if (number === null || chance(identityOf(query), 'phone known') < 0.06) return null
        return phoneFactsFrom(phoneResponse(persona, number), { person: query, today: today() })
      }),
    property: (query, signal) =>
      respond(NAMES.property, query, signal, (persona) => {
        // Some renters' homes have no profile; owners' homes always do.
        if (persona.tenure === 'renter' && chance(identityOf(query), 'profile') < 0.2) return null
        return propertiesFrom(propertyResponse(persona), today())
      }),
    publicRecords: (query, signal) =>
      respond(NAMES.records, query, signal, (persona) => {
        const records = countyRecordsOf(persona)
        return records.length > 0 ? records : null
      }),
    // Addresses are confirmed by sample homes; coordinates are not simulated.
    geocode: async () => ({ status: 'not_configured' }),
    async verifyEmail(email, signal) {
      const fault = await applyEmailHook(email, NAMES.verification, signal)
      return fault ?? matchOf(NAMES.verification, emailVerdict(fold(email)))
    },
    async verifyPhone(phone, signal) {
      if (signal.aborted) return aborted(NAMES.verification)
      return matchOf(NAMES.verification, phoneVerdict(foldPhone(phone)))
    },
  }
}

type SampleFault = { status: 'error'; provider: string; message: string }

/** Applies the special behavior of an email domain: an error, a delay, or nothing. */
async function applyEmailHook(
  email: string | null,
  provider: string,
  signal: AbortSignal,
): Promise<SampleFault | null> {
  const address = fold(email ?? '')
  if (address.endsWith('@error.example')) {
    return { status: 'error', provider, message: `${provider} is not answering` }
  }
  if (address.endsWith('@slow.example')) {
    try {
      await delay(SLOW_MS, undefined, { signal })
    } catch {
      return aborted(provider)
    }
  }
  return signal.aborted ? aborted(provider) : null
}

function aborted(provider: string): SampleFault {
  return { status: 'error', provider, message: `${provider} did not answer in time` }
}

const DEAD_MAILBOX = ['The mailbox does not exist', 'The mailbox is full', 'The mailbox is disabled']

function emailVerdict(email: string): Verdict {
  const invalid: Verdict = {
    verdict: 'invalid',
    reason: DEAD_MAILBOX[Math.floor(chance(email, 'why') * 3)] ?? null,
  }
  if (email.endsWith('@invalid.example')) return invalid
  const draw = chance(email, 'mailbox')
  if (draw < 0.85) return { verdict: 'valid', reason: null }
  return draw < 0.9 ? invalid : { verdict: 'unknown', reason: "The mail server didn't respond" }
}

function phoneVerdict(number: string): Verdict {
  const draw = chance(number, 'line in service')
  if (draw < 0.85) return { verdict: 'valid', reason: null }
  if (draw < 0.94) return { verdict: 'unknown', reason: "The carrier didn't respond" }
  return { verdict: 'invalid', reason: 'The number is not in service' }
}
