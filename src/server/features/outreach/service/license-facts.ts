import {
  type LicenseRequirement,
  missingLicense,
  requiredLicenseLine,
} from '#domain/compliance/license-line.ts'
import type { Channel, MessageKind } from '#domain/compliance/outreach.ts'

/** The line that a message must carry, or the reason why there is none. */
export type LicenseFacts = { licenseLine: string | null; missingLicense: string | null }

export function licenseFactsOf(
  requirement: LicenseRequirement,
  { channel, kind }: { channel: Channel; kind: MessageKind },
): LicenseFacts {
  return {
    licenseLine: requiredLicenseLine(requirement, channel, kind),
    missingLicense: missingLicense(requirement, kind),
  }
}

/** The license that a text showed, for the log. */
export const shownLicense = (state: string | null, licenseLine: string | null) => ({
  licenseState: licenseLine === null ? null : state,
  licenseLine,
})
