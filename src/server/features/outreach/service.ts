import type { CallingHours, OutreachRetention, OutreachScript } from '#contract/outreach.ts'
import { isConversation } from '#domain/activities/activity.ts'
import { addMonths } from '#domain/billing/credit-months.ts'
import { callingHours } from '#domain/compliance/calling-hours.ts'
import { callingState } from '#domain/compliance/calling-rules.ts'
import {
  type License,
  type LicenseRequirement,
  licenseRequirement,
  withRequiredLine,
} from '#domain/compliance/license-line.ts'
import type { Channel, GuardVerdict, MessageKind } from '#domain/compliance/outreach.ts'
import { RETENTION_RULES, retentionYears } from '#domain/compliance/record-retention.ts'
import {
  cityName,
  greetingName,
  type LastTouch,
  type ScriptFacts,
  type ScriptRequest,
  streetName,
} from '#domain/outreach/script-facts.ts'
import { recentTouch } from '#domain/outreach/touch.ts'
import type { ActivitiesService } from '#server/features/activities/service.ts'
import type { LicensesService } from '#server/features/licenses/service.ts'
import { audit } from '#server/platform/audit.ts'
import { americanDay } from '#server/platform/clock.ts'
import { checkOutreach } from '#server/platform/content/guard.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/emit.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { consumeLimits } from '#server/platform/http/stored-limits.ts'
import { ModelError } from '#server/platform/llm/language-model.ts'
import { timeZoneOf } from '#server/platform/places/time-zone.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { requireAllowedChannel, requireAllowedText } from './service/allowed-messages.ts'
import { licenseFactsOf, shownLicense } from './service/license-facts.ts'
import { generateLogCsv } from './service/log-csv.ts'
import { type Script, writeFromTemplate, writeWithModel } from './service/write-script.ts'
import { insertSentOutreach, listOutreach } from './store/outreach-log.ts'
import * as store from './store/recipients.ts'

/** Outreach scripts: written, checked, and logged when sent. */
export function outreachService(
  platform: Pick<Platform, 'db' | 'zipCodes' | 'model' | 'clock' | 'log'>,
  {
    activities,
    licenses,
  }: {
    activities: Pick<ActivitiesService, 'logWithin'>
    licenses: Pick<LicensesService, 'listOf' | 'listStates'>
  },
) {
  const { db, zipCodes, model, clock, log } = platform

  /** Calling hours for calls and texts, in the contact's time zone; null for other channels. */
  async function hoursOf(channel: Channel, recipient: store.Recipient): Promise<CallingHours | null> {
    return channel === 'call' || channel === 'text' ? callingHoursOf(recipient) : null
  }

  async function callingHoursOf({
    zipCode,
    city,
    ...owner
  }: Pick<store.Recipient, 'zipCode' | 'city' | 'state' | 'phone'>): Promise<CallingHours> {
    const place = await zipCodes.find(zipCode?.slice(0, 5) ?? '').catch(() => null)
    const { allowed, why, opensAt } = callingHours(
      timeZoneOf(place, owner.state),
      clock.now(),
      place?.cities[0] ?? city,
      callingState(owner),
    )
    return { allowed, why, opensAt: opensAt?.toISOString() ?? null }
  }

  /** Counts a model request against the daily limit; false if it is exceeded. */
  const canUseModel = (context: Context): Promise<boolean> =>
    db.tenant(context.organizationId, async (tx) => {
      const bucket = `outreach-model:${context.organizationId}`
      return (await consumeLimits(tx, [{ bucket, ...limits.MODEL_SCRIPTS_PER_DAY }])) === null
    })

  /** A script with a note if a connected model was not used. */
  async function compose(context: Context, request: ScriptRequest, facts: ScriptFacts, seed: string) {
    const template = (note: string | null): { script: Script; note: string | null } => ({
      script: writeFromTemplate(request, facts, seed),
      note,
    })
    if (model.kind === 'embedded') return template(null)
    if (!(await canUseModel(context)))
      return template("You've reached today's limit for AI-written scripts, so this script uses a template.")
    const signal = AbortSignal.timeout(limits.MODEL_WAIT_MS)
    try {
      const script = await writeWithModel(model, request, facts, seed, signal)
      if (script) return { script, note: null }
      return template("The AI-written draft didn't pass our checks, so this script uses a template.")
    } catch (error) {
      if (!(error instanceof ModelError || signal.aborted)) throw error
      log.warn(
        { trouble: error instanceof ModelError ? error.trouble : 'timeout' },
        'Could not write a script with the model; using a template',
      )
      return template("We couldn't reach the AI model, so this script uses a template.")
    }
  }

  /** @throws {AppError} not_found */
  async function requireRecipient(tx: TenantTx, context: Context, contactId: string, lock?: 'lock') {
    const recipient = await store.findRecipient(tx, contactId, userIdOf(context), lock)
    if (!recipient) throw notFound('Contact')
    return recipient
  }

  /** Requirements of the caller's license for messages to a recipient; part of the caller's transaction. */
  async function requirementFor(tx: TenantTx, context: Context, recipient: store.Recipient) {
    return licenseRequirement(await licensesOf(tx, context), {
      contactState: recipient.homeState,
      isFirstContact: !recipient.wasContacted,
    })
  }

  async function licensesOf(tx: TenantTx, context: Context): Promise<License[]> {
    const userId = userIdOf(context)
    return userId === null ? [] : licenses.listOf(tx, userId)
  }

  const listRetentionStates = (context: Context) => db.tenant(context.organizationId, licenses.listStates)

  return {
    /** @throws {AppError} not_found; conflict when the channel is blocked for this contact */
    async write(context: Context, contactId: string, request: ScriptRequest): Promise<OutreachScript> {
      const { recipient, requirement } = await db.tenant(context.organizationId, async (tx) => {
        const recipient = await requireRecipient(tx, context, contactId)
        return { recipient, requirement: await requirementFor(tx, context, recipient) }
      })
      requireAllowedChannel(recipient, request.channel)
      const license = licenseFactsOf(requirement, request)
      const facts = { ...factsOf(recipient, americanDay(clock.now())), ...license }
      const { script, note } = await compose(context, request, facts, contactId)
      const callingHours = await hoursOf(request.channel, recipient)
      return {
        ...script,
        guard: guardResultOf(script.guard),
        callingHours,
        warnings: [note, missingContactPointText(recipient, request.channel)].filter((line) => line !== null),
        postalAddress: recipient.postalAddress,
        licenseLine: license.licenseLine,
      }
    },

    /** Licenses of the caller, for `draft`; part of the caller's transaction. */
    licensesOf,

    /** A script from a template, for lists, and what the caller's license lacks for it. */
    draft(request: ScriptRequest, recipient: ScriptRecipient & DraftLicense, seed: string) {
      const { licenses, state, isFirstContact } = recipient
      const requirement = licenseRequirement(licenses, { contactState: state, isFirstContact })
      const license = licenseFactsOf(requirement, request)
      const facts = { ...factsOf(recipient, americanDay(clock.now())), ...license }
      return {
        text: writeFromTemplate(request, facts, seed).text,
        missingLicense: license.missingLicense,
      }
    },

    /** @throws {AppError} not_found */
    licenseRequirement: (context: Context, contactId: string): Promise<LicenseRequirement> =>
      db.tenant(context.organizationId, async (tx) =>
        requirementFor(tx, context, await requireRecipient(tx, context, contactId)),
      ),

    /** Current calling hours for an address. */
    hoursAt: callingHoursOf,

    /** @throws {AppError} not_found */
    callingHours: (context: Context, contactId: string): Promise<CallingHours> =>
      db
        .tenant(context.organizationId, (tx) => requireRecipient(tx, context, contactId))
        .then(callingHoursOf),

    /** Checks a text without storing or logging it. */
    async check(
      context: Context,
      { text, ...message }: { text: string; channel: Channel; kind: MessageKind },
    ) {
      const organizationAddress = await db.tenant(context.organizationId, store.findPostalAddress)
      return guardResultOf(checkOutreach(text, { ...message, organizationAddress }))
    },

    /**
     * Logs that a contact was reached. The text is checked and stored as sent, with the line about the license that it must
     * carry. The timeline and the audit log say if the member called it personal.
     *
     * @throws {AppError} not_found; conflict when the channel is blocked for this contact; unprocessable outside
     * calling hours or when the guard blocks the text
     */
    log: (
      context: Context,
      contactId: string,
      {
        channel,
        kind,
        text: writtenText,
      }: { channel: Channel; kind: MessageKind; text?: string | undefined },
    ) =>
      db.tenant(context.organizationId, async (tx) => {
        const recipient = await requireRecipient(tx, context, contactId, 'lock')
        requireAllowedChannel(recipient, channel)
        const requirement = await requirementFor(tx, context, recipient)
        const license = licenseFactsOf(requirement, { channel, kind })
        const text = writtenText && withRequiredLine(writtenText, license.licenseLine, channel)
        if (text !== undefined) requireAllowedText(text, { channel, kind }, { ...recipient, ...license })
        const hours = await hoursOf(channel, recipient)
        if (hours && !hours.allowed) throw new AppError('unprocessable', hours.why)
        const { activity } = await activities.logWithin(tx, context, {
          contactId,
          type: channel,
          outcome: null,
          note: kind === 'personal' ? 'Sent as a personal message' : null,
          at: clock.now(),
          recordedBy: userIdOf(context),
        })
        await insertSentOutreach(tx, {
          ...{ contactId, channel, kind },
          activityId: activity.id,
          sentBy: userIdOf(context),
          at: new Date(activity.at),
          script: text ?? null,
          ...shownLicense(requirement.state, text === undefined ? null : license.licenseLine),
        })
        const details = { channel, kind, checked: text !== undefined }
        await audit(tx, { ...context, action: 'outreach.logged', subject: contactId, details })
        await emit(tx, { type: 'outreach.logged', ids: [activity.id], contactIds: [contactId] })
        return { id: activity.id, channel, createdAt: activity.createdAt }
      }),

    /** The period that the outreach log covers. */
    async retention(context: Context): Promise<OutreachRetention> {
      const states = await listRetentionStates(context)
      return {
        years: retentionYears(states),
        states: states.map((state) => {
          const { years = null, citation = null, source } = RETENTION_RULES[state] ?? {}
          return { state, years, citation, isChecked: source === 'report' }
        }),
      }
    },

    /** The outreach log as CSV lines, newest first. Holds no connection between pages. */
    async exportLog(context: Context) {
      const years = retentionYears(await listRetentionStates(context))
      await db.tenant(context.organizationId, (tx) =>
        audit(tx, { ...context, action: 'outreach.exported', details: { years } }),
      )
      const since = addMonths(clock.now(), -12 * years)
      return generateLogCsv((range) =>
        db.tenant(context.organizationId, (tx) => listOutreach(tx, since, range)),
      )
    },

    async postalAddress(context: Context) {
      return { postalAddress: await db.tenant(context.organizationId, store.findPostalAddress) }
    },

    async setPostalAddress(context: Context, postalAddress: string | null) {
      await db.tenant(context.organizationId, async (tx) => {
        if (!(await store.updatePostalAddress(tx, postalAddress))) return
        const auditEntry = { subject: context.organizationId, details: { set: postalAddress !== null } }
        await audit(tx, { ...context, action: 'postal-address.set', ...auditEntry })
      })
      return { postalAddress }
    },
  }
}
export type OutreachService = ReturnType<typeof outreachService>

type ScriptRecipient = Pick<
  store.Recipient,
  'firstName' | 'city' | 'address' | 'lastActivity' | 'agent' | 'company' | 'postalAddress'
>

/** Facts that decide about the line of a drafted script. */
type DraftLicense = { licenses: readonly License[]; state: string | null; isFirstContact: boolean }

function factsOf(recipient: ScriptRecipient, today: string): ScriptFacts {
  const { firstName, city, address, lastActivity, agent, company, postalAddress } = recipient
  const touch: LastTouch | null = lastActivity && {
    type: lastActivity.type,
    isConversation: isConversation(lastActivity),
    on: americanDay(new Date(lastActivity.at)),
  }
  return {
    agent,
    company,
    postalAddress,
    firstName: greetingName(firstName),
    city: cityName(city),
    street: streetName(address),
    lastTouch: touch && recentTouch(touch, today),
  }
}

/** Warning when the contact has no contact point for the channel. */
function missingContactPointText(
  { hasEmail, hasPhone, hasAddress }: store.Recipient,
  channel: Channel,
): string | null {
  if (channel === 'email') return hasEmail ? null : 'This contact has no email address.'
  if (channel === 'letter') return hasAddress ? null : 'This contact has no postal address.'
  return hasPhone ? null : 'This contact has no phone number.'
}

function guardResultOf({ allowed, findings, clean }: GuardVerdict): OutreachScript['guard'] {
  return { allowed, findings: [...findings], clean }
}
