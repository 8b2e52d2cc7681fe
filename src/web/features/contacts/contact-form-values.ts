import { z } from 'zod'
import { contactDetailsInput } from '#contract/contact-details.ts'
import { contactInput } from '#contract/contacts.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { formatPhone } from '#web/lib/format.ts'
import { birthdayInputText, parseBirthday } from './birthday.ts'

/** Details as form input: labels in one text field, the birthday as `05/31/1980`. */
const detailsFields = contactDetailsInput.extend({
  labels: z
    .string()
    .transform((text): string[] | undefined => text.split('\n').filter((line) => line.trim() !== ''))
    .pipe(contactDetailsInput.shape.labels),
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
  const text = (field: ContactField) => contact[field] ?? ''
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    phone: formatPhone(text('phone')),
    address: text('address'),
    city: text('city'),
    state: text('state'),
    zipCode: text('zipCode'),
  }
}

export function toDetailsFormInput(details: ContactDetails): NonNullable<ContactFormInput['details']> {
  return {
    ...details,
    phones: details.phones.map(({ phone, kind }) => ({ phone: formatPhone(phone), kind })),
    labels: details.labels.join('\n'),
    birthday: birthdayInputText(details.birthday),
  }
}
