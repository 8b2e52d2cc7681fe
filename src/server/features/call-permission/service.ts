import type {
  addCallExemption,
  CallPermission,
  RegistryFiles,
  RegistryUpload,
  uploadRegistryFile,
} from '#contract/call-permission.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import {
  CALL_CHECK_TEXTS,
  checkCall,
  closingExemption,
  isInEffect,
  MAX_REGISTRY_AGE_DAYS,
  type NumberCheck,
} from '#domain/compliance/call-permission.ts'
import { callingRuleOf, callingState, callLimitText } from '#domain/compliance/calling-rules.ts'
import type { OutreachService } from '#server/features/outreach/service.ts'
import { audit } from '#server/platform/audit.ts'
import { contactChanger } from '#server/platform/change-contact.ts'
import { addDays, americanDay, dayOf } from '#server/platform/clock.ts'
import { type Context, userIdOf } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, fieldError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { applyNumbers, readRegistry } from './service/read-registry.ts'
import * as store from './store.ts'

/** Whether numbers may be called: do-not-call registries, exemptions and calling hours. */
export function callPermissionService(
  { db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>,
  { outreach }: { outreach: Pick<OutreachService, 'hoursAt'> },
) {
  const changeContact = contactChanger({ db, events }, 'callExemptions')

  /** @throws {AppError} not_found */
  async function readPermission(tx: TenantTx, contactId: string): Promise<CallPermission> {
    const contact = await store.findCallContact(tx, contactId)
    if (!contact) throw notFound('Contact')
    const today = americanDay(clock.now())
    const { phone, registry, asksUnchecked } = contact
    const exemptions = (await store.listExemptions(tx, contactId)).map((exemption) => {
      const on = americanDay(new Date(exemption.at))
      return { ...exemption, on, isInEffect: isInEffect({ kind: exemption.kind, on }, today) }
    })
    const rule = callingRuleOf(callingState(contact))
    const callsToday = await store.countCalls(tx, contactId, addDays(clock.now(), -1))
    const limitText = callLimitText(rule, callsToday)
    const reasons = [...exemptions, ...closingExemption(contact)]
    const checkOf = (number: NumberCheck | null) => {
      const check = checkCall(number, reasons, today)
      const asksFirst = check === 'listed' || (check === 'unchecked' && asksUnchecked) || limitText !== null
      return { check, ...CALL_CHECK_TEXTS[check], asksFirst }
    }
    return {
      phone,
      ...checkOf(registry),
      otherNumbers: contact.otherNumbers.map((otherNumber) => ({
        phone: otherNumber.phone,
        ...checkOf(otherNumber.registry),
      })),
      asOf: registry?.asOf ?? null,
      callingHours: await outreach.hoursAt(contact),
      callsToday,
      callLimit: rule?.callsPerDay ?? null,
      callLimitText: limitText,
      exemptions,
      closing: closingOf(contact, today),
    }
  }

  async function readFiles(tx: TenantTx): Promise<RegistryFiles> {
    const currentSince = dayOf(addDays(clock.now(), -MAX_REGISTRY_AGE_DAYS))
    const files = await store.listFiles(tx)
    return {
      files: files.map((file) => ({ ...file, isCurrent: file.asOf >= currentSince })),
      missing: await store.listMissingAreaCodes(tx, { currentSince, limit: limits.MAX_MISSING_SHOWN }),
      checks: await store.countChecks(tx, currentSince),
      asksUnchecked: await store.findAsksUnchecked(tx),
    }
  }

  return {
    /** @throws {AppError} not_found */
    get: (context: Context, contactId: string) =>
      db.read(context.organizationId, (tx) => readPermission(tx, contactId)),

    /** @throws {AppError} not_found; invalid for a time in the future */
    addExemption: (
      context: Context,
      contactId: string,
      { kind, at, note }: BodyOf<typeof addCallExemption>,
    ) =>
      changeContact(context, contactId, 'call-exemption.added', async (tx) => {
        const now = clock.now()
        if (at && new Date(at) > addDays(now, 1))
          throw fieldError('invalid', 'at', 'Choose a date in the past')
        const exemption = { contactId, kind, at: at ?? now, note, recordedBy: userIdOf(context) }
        await store.insertExemption(tx, exemption)
        return readPermission(tx, contactId)
      }),

    /** @throws {AppError} not_found */
    withdrawExemption: (context: Context, contactId: string, id: string) =>
      changeContact(context, contactId, 'call-exemption.withdrawn', async (tx) => {
        if (!(await store.withdrawExemption(tx, contactId, id, clock.now()))) throw notFound('Exemption')
        return readPermission(tx, contactId)
      }),

    listFiles: (context: Context) => db.read(context.organizationId, readFiles),

    /**
     * Reads a registry file and stores its numbers, one area code after another.
     *
     * @throws {AppError} invalid for a date that is too old or in the future; conflict at the limit; as `readRegistry`
     */
    async upload(
      context: Context,
      bytes: AsyncIterable<Uint8Array>,
      { registry, list, asOf = americanDay(clock.now()) }: QueryOf<typeof uploadRegistryFile>,
    ): Promise<RegistryUpload> {
      requireCurrentDate(asOf, clock.now())
      const { areaCodes, numbers, skipped } = await readRegistry(bytes)
      for (const [areaCode, content] of areaCodes) {
        await db.tenant(context.organizationId, async (tx) => {
          const storedBits = await store.lockBits(tx, registry, areaCode)
          if (!storedBits && (await store.countFiles(tx)) >= limits.MAX_REGISTRY_FILES)
            throw new AppError(
              'conflict',
              `You can keep ${limits.MAX_REGISTRY_FILES} area codes. Delete some first.`,
            )
          if (!storedBits && list === 'changes')
            throw new AppError('conflict', `Upload the full list of area code ${areaCode} before its changes`)
          const newBits = applyNumbers(list === 'full' ? null : storedBits, content)
          const uploadedBy = userIdOf(context)
          await store.storeBits(tx, { ...newBits, registry, areaCode, asOf, uploadedBy, at: clock.now() })
        })
      }
      const uploadedCodes = [...areaCodes.keys()].sort()
      await db.tenant(context.organizationId, async (tx) => {
        const details = { registry, list, asOf, areaCodes: uploadedCodes.join(' '), numbers }
        await audit(tx, {
          ...context,
          action: 'do-not-call.uploaded',
          subject: context.organizationId,
          details,
        })
        events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      })
      return { numbers, areaCodes: uploadedCodes, skipped: skipped.count, examples: skipped.examples }
    },

    /** @throws {AppError} not_found */
    deleteFile: (context: Context, registry: string, areaCode: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        if (!(await store.deleteFile(tx, registry, areaCode))) throw notFound('File')
        const details = { registry, areaCode }
        await audit(tx, {
          ...context,
          action: 'do-not-call.deleted',
          subject: context.organizationId,
          details,
        })
        events.publish(tx, context.organizationId, { type: 'contacts.changed' })
      }),

    setAsksUnchecked: (context: Context, asksUnchecked: boolean): Promise<RegistryFiles> =>
      db.tenant(context.organizationId, async (tx) => {
        await store.setAsksUnchecked(tx, asksUnchecked)
        const details = { asksUnchecked }
        await audit(tx, { ...context, action: 'call-settings.set', subject: context.organizationId, details })
        return readFiles(tx)
      }),
  }
}
export type CallPermissionService = ReturnType<typeof callPermissionService>

function closingOf(contact: store.CallContact, today: string): CallPermission['closing'] {
  const [closing] = closingExemption(contact)
  return closing ? { on: closing.on, isInEffect: isInEffect(closing, today) } : null
}

function requireCurrentDate(asOf: string, now: Date): void {
  if (asOf > dayOf(addDays(now, 1))) throw fieldError('invalid', 'asOf', 'Choose a date in the past')
  if (asOf < dayOf(addDays(now, -MAX_REGISTRY_AGE_DAYS)))
    throw fieldError(
      'invalid',
      'asOf',
      `This file is older than ${MAX_REGISTRY_AGE_DAYS} days. Download a new one from the registry.`,
    )
}
