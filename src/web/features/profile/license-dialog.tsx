import { licenseInput, type StoredLicense } from '#contract/licenses.ts'
import { US_STATES } from '#domain/identity/address.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { useActionForm } from '#web/ui/use-action-form.ts'
import { useSaveLicense } from './license-queries.ts'

const STATES = [
  { value: '', label: 'Choose a state' },
  ...US_STATES.map(({ code, name }) => ({ value: code, label: name })),
]

/** Adds a license, or changes one. */
export function LicenseDialog({ license, onClose }: { license: StoredLicense | null; onClose: () => void }) {
  const { form, dialog } = useActionForm({
    schema: licenseInput,
    defaultValues: { ...EMPTY, ...withoutId(license) },
    send: useSaveLicense(license?.id ?? null).mutateAsync,
    onDone: onClose,
    fallback: "We couldn't save your license",
  })
  return (
    <FormDialog
      title={license ? 'Edit license' : 'Add license'}
      description="Enter everything exactly as the state has it. First-contact and marketing messages show it."
      verb={license ? 'Save license' : 'Add license'}
      onClose={onClose}
      {...dialog}
    >
      <FormField form={form} name="state" label="State" required options={STATES} />
      <FormField form={form} name="licensedName" label="Name on the license" required autoComplete="name" />
      <FormField form={form} name="licenseNumber" label="License number" required />
      <FormField
        form={form}
        name="licenseType"
        label="License type"
        placeholder="Licensed Real Estate Salesperson"
      />
      <FormField
        form={form}
        name="brokerageName"
        label="Brokerage"
        required
        hint="The name on the brokerage's license, not a team or brand name."
        autoComplete="organization"
      />
      <FormField form={form} name="brokerName" label="Responsible broker" />
      <FormField form={form} name="brokerLicenseNumber" label="Broker's license number" />
      <FormField form={form} name="brokeragePhone" label="Brokerage phone" type="tel" inputMode="tel" />
      <FormField form={form} name="brokerageAddress" label="Brokerage address" />
      <FormField
        form={form}
        name="noticeUrl"
        label="Link to your state's notice"
        hint="For Texas: Information About Brokerage Services. We link it in emails and letters."
        type="url"
        inputMode="url"
      />
    </FormDialog>
  )
}

const EMPTY = {
  ...{ state: '', licensedName: '', licenseNumber: '', licenseType: '', brokerageName: '', brokerName: '' },
  ...{ brokerLicenseNumber: '', brokeragePhone: '', brokerageAddress: '', noticeUrl: '' },
}

function withoutId(license: StoredLicense | null) {
  if (!license) return {}
  const { id: _, ...fields } = license
  return fields
}
