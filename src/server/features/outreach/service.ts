import type { CallingHours, OutreachScript } from '#contract/outreach.ts'
import { callingHours } from '#domain/compliance/calling-hours.ts'
import type { Channel, GuardVerdict } from '#domain/compliance/outreach.ts'
import { checkOutreach } from '#domain/compliance/outreach-guard.ts'
import {
  cityName,
  greetingName,
  type ScriptFacts,
  type ScriptRequest,
} from '#domain/outreach/script-facts.ts'
import type { OrganizationsService } from '#server/features/organizations/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { takeHits } from '#server/platform/http/stored-limits.ts'
import { ModelError } from '#server/platform/llm/language-model.ts'
import { timeZoneOf } from '#server/platform/places/time-zone.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { type Script, writeFromTemplate, writeWithModel } from './service/write-script.ts'
import * as store from './store.ts'

/** What is said to contacts: written, checked, and noted when it was. */
export function outreachService(
  platform: Pick<Platform, 'db' | 'events' | 'zipCodes' | 'model' | 'clock' | 'log'>,
  { organizations }: { organizations: OrganizationsService },
) {
  const { db, events, zipCodes, model, clock, log } = platform

  /** Calls and text messages keep to the hours where the contact lives; null for the rest. */
  async function hoursOf(channel: Channel, recipient: store.Recipient): Promise<CallingHours | null> {
    return channel === 'call' || channel === 'text' ? callingHoursOf(recipient) : null
  }

  async function callingHoursOf({ zipCode, city }: store.Recipient): Promise<CallingHours> {
    const place = await zipCodes.find(zipCode?.slice(0, 5) ?? '').catch(() => null)
    const { allowed, why, opensAt } = callingHours(timeZoneOf(place), clock.now(), place?.cities[0] ?? city)
    return { allowed, why, opensAt: opensAt?.toISOString() ?? null }
  }

  /** Whether the organization may ask its model once more today. */
  const mayAskModel = (context: Context): Promise<boolean> =>
    db.tenant(context.organizationId, async (tx) => {
      const bucket = `outreach-model:${context.organizationId}`
      return (await takeHits(tx, [{ bucket, ...policy.MODEL_SCRIPTS_PER_DAY }])) === null
    })

  /** A script, and why it is no model's where one is connected. */
  async function compose(context: Context, wish: ScriptRequest, facts: ScriptFacts, seed: string) {
    const template = (note: string | null): { script: Script; note: string | null } => ({
      script: writeFromTemplate(wish, facts, seed),
      note,
    })
    if (model.kind === 'embedded') return template(null)
    if (!(await mayAskModel(context)))
      return template(
        'The language model has written as much as it may today, so this script uses ready-made words.',
      )
    const signal = AbortSignal.timeout(policy.MODEL_WAIT_MS)
    try {
      const script = await writeWithModel(model, wish, facts, seed, signal)
      if (script) return { script, note: null }
      return template(
        'What the language model wrote could not be used, so this script uses ready-made words.',
      )
    } catch (error) {
      if (!(error instanceof ModelError || signal.aborted)) throw error
      log.warn({ trouble: error instanceof ModelError ? error.trouble : 'timeout' }, 'A script has no model')
      return template('The language model could not be reached, so this script uses ready-made words.')
    }
  }

  return {
    /** @throws {AppError} not_found; conflict for a person who must not be reached on this channel */
    async write(context: Context, contactId: string, wish: ScriptRequest): Promise<OutreachScript> {
      const recipient = await db.tenant(context.organizationId, (tx) =>
        store.findRecipient(tx, contactId, userIdOf(context)),
      )
      if (!recipient) throw notFound('Contact')
      requireAllowedChannel(recipient, wish.channel)
      const facts = factsOf(recipient)
      const { script, note } = await compose(context, wish, facts, contactId)
      const callingHours = await hoursOf(wish.channel, recipient)
      return {
        ...script,
        guard: guardResultOf(script.guard),
        callingHours,
        warnings: [note, missingContactPointText(recipient, wish.channel)].filter((line) => line !== null),
        postalAddress: recipient.postalAddress,
      }
    },

    /** @throws {AppError} not_found */
    async callingHours(context: Context, contactId: string): Promise<CallingHours> {
      const recipient = await db.tenant(context.organizationId, (tx) =>
        store.findRecipient(tx, contactId, userIdOf(context)),
      )
      if (!recipient) throw notFound('Contact')
      return callingHoursOf(recipient)
    },

    /** What the guard says of a text that is neither kept nor logged. */
    async check(context: Context, { text, channel }: { text: string; channel: Channel }) {
      const organizationAddress = await db.tenant(context.organizationId, store.findPostalAddress)
      return guardResultOf(checkOutreach(text, { channel, organizationAddress }))
    },

    /**
     * Notes that a contact was reached. A text is checked and not kept.
     *
     * @throws {AppError} not_found; conflict for a person who must not be reached on this channel; unprocessable
     *   outside calling hours and for a text that must not go out
     */
    log: (
      context: Context,
      contactId: string,
      { channel, text }: { channel: Channel; text?: string | undefined },
    ) =>
      db.tenant(context.organizationId, async (tx) => {
        const recordedBy = userIdOf(context)
        const recipient = await store.findRecipient(tx, contactId, recordedBy, 'lock')
        if (!recipient) throw notFound('Contact')
        requireAllowedChannel(recipient, channel)
        if (text !== undefined) requireAllowedText(text, channel, recipient)
        const hours = await hoursOf(channel, recipient)
        if (hours && !hours.allowed) throw new AppError('unprocessable', hours.why)
        const entry = await store.insertOutreach(tx, { contactId, channel, recordedBy, at: clock.now() })
        if (!entry) throw notFound('Contact')
        const details = { channel, checked: text !== undefined }
        await audit(tx, { ...context, action: 'outreach.logged', subject: contactId, details })
        events.publish(tx, context.organizationId, { type: 'contact.changed', contactId })
        return entry
      }),

    /** @throws {AppError} not_found for another organization's */
    async postalAddress(context: Context, organizationId: string) {
      organizations.requireOwn(context, organizationId)
      return { postalAddress: await db.tenant(context.organizationId, store.findPostalAddress) }
    },

    /** @throws {AppError} not_found for another organization's */
    async setPostalAddress(context: Context, organizationId: string, postalAddress: string | null) {
      organizations.requireOwn(context, organizationId)
      await db.tenant(context.organizationId, async (tx) => {
        if (!(await store.updatePostalAddress(tx, postalAddress))) return
        const details = { set: postalAddress !== null }
        await audit(tx, { ...context, action: 'postal-address.set', subject: organizationId, details })
      })
      return { postalAddress }
    },
  }
}
export type OutreachService = ReturnType<typeof outreachService>

function factsOf({ firstName, city, agent, company, postalAddress }: store.Recipient): ScriptFacts {
  return { firstName: greetingName(firstName), city: cityName(city), agent, company, postalAddress }
}

const REFUSED_TEXTS: Readonly<Record<Channel, string>> = {
  call: 'This person does not want to be called.',
  text: 'This person does not want text messages.',
  email: 'This person does not want emails.',
  letter: 'This person does not want letters.',
}

function requireAllowedChannel({ doNotContact, refusedChannels }: store.Recipient, channel: Channel): void {
  if (doNotContact) throw new AppError('conflict', 'This person must not be contacted.')
  if (refusedChannels.includes(channel)) throw new AppError('conflict', REFUSED_TEXTS[channel])
}

function requireAllowedText(text: string, channel: Channel, recipient: store.Recipient): void {
  const { allowed, findings } = checkOutreach(text, {
    channel,
    organizationAddress: recipient.postalAddress,
    senderName: recipient.agent,
    recipientName: `${recipient.firstName} ${recipient.lastName}`,
  })
  if (allowed) return
  const why = findings[0]?.why ?? 'It must not go out as it is.'
  throw new AppError('unprocessable', `This text cannot be marked as sent. ${why}`, { fields: { text: why } })
}

/** Where the contact has nothing that the channel needs. */
function missingContactPointText(
  { hasEmail, hasPhone, hasAddress }: store.Recipient,
  channel: Channel,
): string | null {
  if (channel === 'email') return hasEmail ? null : 'This contact has no email address.'
  if (channel === 'letter') return hasAddress ? null : 'This contact has no postal address.'
  return hasPhone ? null : 'This contact has no phone number.'
}

/** A verdict as answers carry it. */
function guardResultOf({ allowed, findings, clean }: GuardVerdict): OutreachScript['guard'] {
  return { allowed, findings: [...findings], clean }
}
