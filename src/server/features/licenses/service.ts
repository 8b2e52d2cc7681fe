import type { LicenseInput, StoredLicense } from '#contract/licenses.ts'
import { stateName } from '#domain/identity/address.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { fieldError, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** Real-estate licenses of members, one for each state. */
export function licensesService({ db }: Pick<Platform, 'db'>) {
  async function record(tx: TenantTx, context: Context, action: string, state: string): Promise<void> {
    await audit(tx, { ...context, action, subject: requireUserId(context), details: { state } })
  }

  return {
    list: (context: Context): Promise<StoredLicense[]> =>
      db.tenant(context.organizationId, (tx) => store.listLicenses(tx, requireUserId(context))),

    /** Licenses of a member, first added first; part of the caller's transaction. */
    listOf: store.listLicenses,
    /** States in which members are licensed; part of the caller's transaction. */
    listStates: store.listStates,

    /** @throws {AppError} conflict if the member has a license for the state */
    add: (context: Context, license: LicenseInput): Promise<StoredLicense> =>
      db.tenant(context.organizationId, async (tx) => {
        const addedLicense = await store.insertLicense(tx, requireUserId(context), license)
        if (!addedLicense) throw stateTakenError(license.state)
        await record(tx, context, 'license.added', license.state)
        return addedLicense
      }),

    /** @throws {AppError} not_found; conflict if the member has another license for the state */
    change: (context: Context, id: string, license: LicenseInput): Promise<StoredLicense> =>
      db
        .tenant(context.organizationId, async (tx) => {
          const changedLicense = await store.updateLicense(tx, requireUserId(context), id, license)
          if (!changedLicense) throw notFound('License')
          await record(tx, context, 'license.changed', license.state)
          return changedLicense
        })
        .catch((error: unknown) => {
          throw store.isStateTaken(error) ? stateTakenError(license.state) : error
        }),

    /** @throws {AppError} not_found */
    remove: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        const state = await store.deleteLicense(tx, requireUserId(context), id)
        if (state === undefined) throw notFound('License')
        await record(tx, context, 'license.deleted', state)
      }),

    /** Removes the licenses of a leaving member; part of the caller's transaction. @returns how many */
    removeAllOf: store.deleteLicenses,
  }
}
export type LicensesService = ReturnType<typeof licensesService>

function stateTakenError(state: string) {
  return fieldError('conflict', 'state', `You already have a license for ${stateName(state) ?? state}`)
}
