import { Download, Upload, UserPlus, Users } from 'lucide-react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { useBrand } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'

/** Shown while a member sees no contacts. */
export function Welcome({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const { name } = useBrand()
  const { user } = useCurrentUser()
  const importText = "Import your contacts. We'll verify them and show who's most likely to move."
  const assignedText =
    user?.access === 'team'
      ? "Your contacts and your team's appear here."
      : 'Contacts that are assigned to you appear here.'
  return (
    <EmptyState
      icon={<Users />}
      className="sm:max-w-xl"
      title={`Welcome to ${name}`}
      description={user?.access === 'all' ? importText : `${assignedText} ${importText}`}
      actions={
        <>
          <Button variant="primary" onClick={onAdd}>
            <UserPlus aria-hidden />
            Add Your First Contact
          </Button>
          <Button onClick={onImport}>
            <Upload aria-hidden />
            Import a file
          </Button>
          <Button asChild>
            <a href="/contact_template.csv" download="contact_template.csv">
              <Download aria-hidden />
              Download Template
            </a>
          </Button>
        </>
      }
    />
  )
}
