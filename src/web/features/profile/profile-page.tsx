import { zodResolver } from '@hookform/resolvers/zod'
import { Moon, Sun } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { type PersonNames, personNames } from '#contract/auth.ts'
import { useUser } from '#web/features/auth/protected.tsx'
import { TransferCard } from '#web/features/contact-transfers/transfer-card.tsx'
import { ReceivedInvitations } from '#web/features/team/received-invitation.tsx'
import { call } from '#web/lib/api.ts'
import { privatePage } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { Page } from '#web/ui/page.tsx'
import { setTheme, type Theme } from '#web/ui/theme.ts'
import { useTheme } from '#web/ui/theme-toggle.tsx'
import { toast } from '#web/ui/toast.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { LicenseCard } from './license-card.tsx'
import { MorningFiveCard } from './morning-five-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { useSaveNames } from './use-save-names.ts'

export const meta = privatePage('Profile')

/** The user's own settings: name, licenses, security, Morning Five, theme, sessions and account deletion. */
export default function ProfilePage() {
  const { organizationId } = useUser()
  return (
    <Page title="Profile" width="max-w-3xl">
      <div className="mt-3 grid gap-4">
        {organizationId && <ReceivedInvitations className="grid gap-3" />}
        <NamesCard />
        {organizationId && <LicenseCard />}
        <SecondFactorCard />
        {organizationId && <MorningFiveCard />}
        <TransferCard />
        <ThemeCard />
        <SessionsCard />
        <DeleteAccount />
      </div>
    </Page>
  )
}

/** The user's name and sign-in email. */
function NamesCard() {
  const user = useUser()
  const form = useForm<PersonNames>({
    resolver: zodResolver(personNames),
    defaultValues: { firstName: user.firstName ?? '', lastName: user.lastName ?? '' },
  })
  const save = useSaveNames(form, {
    save: (body) => call('PATCH /api/profile', { body }),
    onSaved: (changed) => {
      toast({ title: 'Saved', description: 'We updated your name.' })
      form.reset({ firstName: changed.firstName ?? '', lastName: changed.lastName ?? '' })
    },
  })
  return (
    <Panel title="About you">
      <form
        noValidate
        aria-label="About you"
        onSubmit={form.handleSubmit((values) => save.mutate(values))}
        className="mt-3 grid gap-3.5 sm:grid-cols-2"
      >
        <FormField form={form} name="firstName" label="First Name" required autoComplete="given-name" />
        <FormField form={form} name="lastName" label="Last Name" required autoComplete="family-name" />
        <Field
          label="Email"
          className="sm:col-span-2"
          hint="You sign in with this email. Need to change it? Contact support."
        >
          <Input type="email" readOnly value={user.email} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          pendingLabel="Saving..."
          className="sm:col-span-2 sm:justify-self-start"
        >
          Save
        </Button>
      </form>
    </Panel>
  )
}

const THEMES = [
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'light', label: 'Light', icon: Sun },
] as const satisfies readonly { value: Theme; label: string; icon: typeof Moon }[]

/** The light or dark theme of this browser. */
function ThemeCard() {
  const theme = useTheme()
  return (
    <Panel id="theme-heading" title="Theme" text="Saved in this browser.">
      <div role="radiogroup" aria-labelledby="theme-heading" className="mt-3 flex flex-wrap gap-2">
        {THEMES.map(({ value, label, icon: Icon }) => (
          <label
            key={value}
            className="relative flex h-9 cursor-pointer items-center gap-2 rounded-lg border border-line-strong px-3 text-sm font-medium text-muted transition-colors hover:bg-raised has-checked:border-accent has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-md:h-11 max-md:px-4 [&_svg]:size-4"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => setTheme(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <Icon aria-hidden />
            {label}
          </label>
        ))}
      </div>
    </Panel>
  )
}
