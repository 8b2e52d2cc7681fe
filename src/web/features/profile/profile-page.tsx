import { Protected } from '#web/features/auth/protected.tsx'
import { privatePage } from '#web/lib/brand.ts'
import { DeleteAccount } from './delete-account.tsx'
import { NamesCard } from './names-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { ThemeCard } from './theme-card.tsx'

export const meta = privatePage('Profile')

/** The user's own settings: name, security, theme, sessions and account deletion. */
export default function ProfilePage() {
  return (
    <Protected>
      {(user) => (
        <section aria-labelledby="profile-heading" className="max-w-3xl px-4 pt-4 pb-20 sm:px-5">
          <h1 id="profile-heading" className="text-xl">
            Profile
          </h1>
          <div className="mt-4 grid gap-4">
            <NamesCard user={user} />
            <SecondFactorCard user={user} />
            <ThemeCard />
            <SessionsCard />
            <DeleteAccount user={user} />
          </div>
        </section>
      )}
    </Protected>
  )
}
