import { z } from 'zod'
import { contactDetailsInput } from '#contract/contact-details.ts'
import { type ContactSummary, contactInput } from '#contract/contacts.ts'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { formatPhone } from '#web/lib/format.ts'
import { birthdayInputText, parseBirthday } from './birthday.ts'

/** Details as the form has them: labels in one field, the birthday in the usual order of its parts. */
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

/** Details are there only where the form shows them. */
export const contactFields = contactInput
  .omit({ organizationId: true })
  .extend({ details: detailsFields.optional() })

export type ContactFormInput = z.input<typeof contactFields>
export type ContactFormValues = z.output<typeof contactFields>

/** A contact as the form has it. */
export function toContactFormInput(contact: Pick<ContactSummary, ContactField>): ContactFormInput {
  return {
    firstName: contact.firstName,
    lastName: contact.lastName,
    email: contact.email ?? '',
    phone: contact.phone ? formatPhone(contact.phone) : '',
    address: contact.address ?? '',
    city: contact.city ?? '',
    state: contact.state ?? '',
    zipCode: contact.zipCode ?? '',
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
