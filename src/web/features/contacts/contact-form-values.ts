import { z } from 'zod'
import { contactDetailsInput } from '#contract/contact-details.ts'
import { contactInput } from '#contract/contacts.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import { CONTACT_FIELDS, type ContactField } from '#domain/identity/contact-draft.ts'
import { formatPhone } from '#web/lib/format.ts'
import { birthdayInputText, parseBirthday } from './birthday.ts'

/** Details as form input: the birthday as `05/31/1980`. */
const detailsFields = contactDetailsInput.extend({
  birthday: z
    .string()
    .transform((text): string | null | undefined => parseBirthday(text))
    .pipe(contactDetailsInput.shape.birthday),
})

/** The form's schema; details are present only if the form shows them. */
export const contactFields = contactInput
  .omit({ organizationId: true })
  .extend({ details: detailsFields.optional() })

export type ContactFormInput = z.input<typeof contactFields>
export type ContactFormValues = z.output<typeof contactFields>

/** A contact as form input; unknown fields are empty. */
export function toContactFormInput(contact: Partial<Record<ContactField, string | null>>) {
  const texts = CONTACT_FIELDS.map((field) => [field, contact[field] ?? ''])
  const input = Object.fromEntries(texts) as Record<ContactField, string>
  return { ...input, phone: formatPhone(input.phone) }
}

export function toDetailsFormInput(details: ContactDetails): NonNullable<ContactFormInput['details']> {
  return {
    ...details,
    phones: details.phones.map(({ phone, kind }) => ({ phone: formatPhone(phone), kind })),
    birthday: birthdayInputText(details.birthday),
  }
}
